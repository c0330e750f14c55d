"""Rules of lines that relate three cells or more at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import work
from ..parts import Pair, Part, Step, Word, ending
from .base import Held, cells, number


class Between(Held):
    """The cells between the two ends hold digits strictly between those of the ends."""

    kind, needs = "between", {"cells": cells(2)}

    def kept_by(self, held: list[int]) -> bool:
        first, *inner, last = held
        return all(min(first, last) < digit < max(first, last) for digit in inner)

    def parts(self) -> list[Part]:
        first, *inner, last = self.cells
        return [Word((first, cell, last), None, _three(_inside), ending(True)) for cell in inner]


class Lockout(Held):
    """The ends differ by at least `difference`; no cell between holds a digit from the one end's to the other's."""

    kind, needs = "lockout", {"cells": cells(2), "difference": number(0)}
    difference: int

    def kept_by(self, held: list[int]) -> bool:
        first, *inner, last = held
        low, high = sorted((first, last))
        return high - low >= self.difference and not any(low <= digit <= high for digit in inner)

    def parts(self) -> list[Part]:
        first, *inner, last = self.cells
        digits = self.place.digits
        work.spend(len(digits) ** 2, held=250 * len(digits) ** 2)
        apart = frozenset((x, y) for x in digits for y in digits if abs(x - y) >= self.difference)
        return [
            Pair(first, last, apart),
            *(Word((first, cell, last), None, _three(_outside), ending(True)) for cell in inner),
        ]


def _three(fits: Callable[[int, int, int], bool]) -> Step:
    """Reads an end, a cell between, the other end; the state is what was read."""

    def step(position: int, state: Any, digit: int) -> Any:
        if position == 0:
            return (digit,)
        if position == 1:
            return (*state, digit)
        first, inner = state
        return True if fits(first, inner, digit) else None

    return step


def _inside(first: int, inner: int, last: int) -> bool:
    return (first < inner) == (inner < last) and inner not in (first, last)


def _outside(first: int, inner: int, last: int) -> bool:
    return inner < min(first, last) or inner > max(first, last)


class Entropic(Held):
    """Any two of three consecutive cells hold digits of different thirds: low, middle, high."""

    kind, needs = "entropic", {"cells": cells()}

    def _third(self, digit: int) -> int:
        return (digit - self.place.digits[0]) * 3 // len(self.place.digits)

    def kept_by(self, held: list[int]) -> bool:
        return differ_in_windows(list(map(self._third, held)), 3)

    def parts(self) -> list[Part]:
        """Hence every third cell is of the same third."""
        return periodic(self.cells, self.place.digits, 3, self._third)


class Modular(Held):
    """Any `mod` consecutive cells have different remainders modulo `mod`."""

    kind, needs = "modular", {"cells": cells(), "mod": number(2)}
    mod: int

    def cost(self) -> int:
        return super().cost() + len(self.cells) * min(self.mod, len(self.cells))

    def kept_by(self, held: list[int]) -> bool:
        return differ_in_windows([digit % self.mod for digit in held], self.mod)

    def parts(self) -> list[Part]:
        return periodic(self.cells, self.place.digits, self.mod, lambda digit: digit % self.mod)


def differ_in_windows(groups: list[int], size: int) -> bool:
    """Are any *size* consecutive ones different?"""
    windows = [groups[k : k + size] for k in range(len(groups))]
    return all(len(set(window)) == len(window) for window in windows)


def periodic(cells: tuple[int, ...], digits: range, period: int, group: Callable[[int], int]) -> list[Part]:
    """Of *period* groups of digits any *period* consecutive cells hold one each: they return with that period."""
    work.spend(2 * len(digits) ** 2, held=500 * len(digits) ** 2)
    same = frozenset((x, y) for x in digits for y in digits if group(x) == group(y))
    other = frozenset((x, y) for x in digits for y in digits) - same
    found: list[Part] = []
    for apart in range(1, min(period + 1, len(cells))):
        found += [Pair(a, b, same if apart == period else other) for a, b in zip(cells, cells[apart:])]
    return found
