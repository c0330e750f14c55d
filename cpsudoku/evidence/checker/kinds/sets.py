"""Rules about which digits are in some cells, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, ClassVar

from .. import work
from ..parts import Differ, Part, Present, Some, Word, ending, weighted
from .base import Held, Rule, cells, flag, groups, numbers, pairs


class AllDifferent(Held):
    """No two of the cells are equal."""

    kind, needs = "all_different", {"cells": cells()}

    def kept_by(self, held: list[int]) -> bool:
        return len(set(held)) == len(held)

    def parts(self) -> list[Part]:
        return [Differ(self.cells)]


class ExtraRegion(AllDifferent):
    """The cells are a further region: no two of them are equal."""

    kind = "extra_region"


class OneOf(Held):
    """Each cell holds a digit that `fits`."""

    needs: ClassVar = {"cells": cells()}

    def fits(self, digit: int) -> bool:
        """Whether a cell may hold the digit."""
        raise NotImplementedError

    def kept_by(self, held: list[int]) -> bool:
        return all(map(self.fits, held))

    def parts(self) -> list[Part]:
        kept = [digit for digit in self.place.digits if self.fits(digit)]
        work.spend(len(self.cells) * len(kept), held=100 * len(self.cells) * len(kept))
        return [Some(tuple((cell, digit, True) for digit in kept)) for cell in self.cells]


class Candidates(OneOf):
    """Each cell holds one of `values`."""

    kind, needs = "candidates", {"cells": cells(), "values": numbers()}
    values: tuple[int, ...]

    def cost(self) -> int:
        return super().cost() + len(self.cells) * len(self.values) // 4

    def fits(self, digit: int) -> bool:
        return digit in self.values


class Even(OneOf):
    """Each cell holds an even digit."""

    kind = "even"

    def fits(self, digit: int) -> bool:
        return digit % 2 == 0


class Odd(OneOf):
    """Each cell holds an odd digit."""

    kind = "odd"

    def fits(self, digit: int) -> bool:
        return digit % 2 == 1


def often(cells: tuple[int, ...], digit: int, times: Iterable[int]) -> Word:
    """So many of the cells, one of *times*, hold the digit."""
    wanted = frozenset(times)
    most = max(wanted, default=-1)

    def step(position: int, state: Any, value: int) -> Any:
        count: int = state + (value == digit)
        return count if count <= most else None

    return Word(cells, 0, step, wanted.__contains__)


class Quadruple(Held):
    """The cells hold each of `values` as often as it is listed, or more often."""

    kind, needs = "quadruple", {"cells": cells(), "values": numbers()}
    values: tuple[int, ...]
    exact: bool | None = None

    def cost(self) -> int:
        return super().cost() + len(self.values) * len(self.cells)

    def kept_by(self, held: list[int]) -> bool:
        listed = Counter(self.values).items()
        return all(held.count(value) == n if self.exact else held.count(value) >= n for value, n in listed)

    def parts(self) -> list[Part]:
        found: list[Part] = []
        for value, least in Counter(self.values).items():
            if least == 1 and not self.exact:
                found.append(Some(tuple((cell, value, True) for cell in self.cells)))
            else:
                most = least if self.exact else len(self.cells)
                found.append(often(self.cells, value, range(least, most + 1)))
        return found


class Contains(Quadruple):
    """The cells hold each of `values` as often as it is listed, or more often unless `exact`."""

    kind, needs = "contains", {"cells": cells(), "values": numbers(), "exact": flag}


class LookAndSay(Held):
    """Each (count, digit) of `pairs`: so many of the cells hold the digit."""

    kind, needs = "look_and_say", {"cells": cells(), "pairs": pairs}
    pairs: frozenset[tuple[int, int]]

    def cost(self) -> int:
        return super().cost() + len(self.pairs) * len(self.cells)

    def kept_by(self, held: list[int]) -> bool:
        return all(held.count(digit) == count for count, digit in self.pairs)

    def parts(self) -> list[Part]:
        return [often(self.cells, digit, {count}) for count, digit in sorted(self.pairs)]


class CountingCircles(Held):
    """A digit d that is in one of the cells is in exactly d of them."""

    kind, needs = "counting_circles", {"cells": cells()}

    def cost(self) -> int:
        return super().cost() + len(self.cells) ** 2 // 8

    def kept_by(self, held: list[int]) -> bool:
        return all(held.count(digit) == digit for digit in held)

    def parts(self) -> list[Part]:
        """Hence the digits that are there add up to the number of cells."""
        digits, size = self.place.digits, len(self.cells)
        counts: list[Part] = [often(self.cells, digit, {0, digit}) for digit in digits]

        def step(position: int, state: Any, there: int) -> Any:
            total: int = state + there * digits[position]
            return total if total <= size else None

        return [*counts, Present(self.cells, 0, step, ending(size))]


class CountDistinct(Rule):
    """The cell `control` holds how many different digits the cells hold."""

    kind, needs = "count_distinct", {"control": cells(1, 1), "cells": cells()}
    control: tuple[int, ...]

    def holds(self, digits: Sequence[int]) -> bool:
        return digits[self.control[0]] == len({digits[cell] for cell in self.cells})

    def parts(self) -> list[Part]:
        last = len(self.place.digits)

        def step(position: int, state: Any, value: int) -> Any:
            if position == last:
                return "equal" if state == value else None
            return state + value

        return [Present(self.cells, 0, step, ending("equal"), self.control)]


class SameValues(Rule):
    """All sets of cells hold the same digits, each as often."""

    kind, needs = "same_values", {"sets": groups(2)}
    sets: tuple[tuple[int, ...], ...]

    def holds(self, digits: Sequence[int]) -> bool:
        held = [sorted(digits[cell] for cell in group) for group in self.sets]
        return all(one == held[0] for one in held)

    def parts(self) -> list[Part]:
        """Digit by digit: one set holds it as often as the next. Cells of both do not matter."""
        found: list[Part] = []
        each = 2 * max(map(len, self.sets)) * len(self.place.digits)
        work.spend(len(self.sets) * each, held=len(self.sets) * 20 * each)
        for one, other in pairwise(self.sets):
            signs = [*((cell, 1) for cell in one), *((cell, -1) for cell in other)]
            found += [_balanced(weighted(signs), digit) for digit in self.place.digits]
        return found


def _balanced(terms: Sequence[tuple[int, int]], digit: int) -> Word:
    """The coefficients of the cells that hold the digit add up to 0."""

    def step(position: int, state: Any, value: int) -> Any:
        return state + (value == digit) * terms[position][1]

    return Word(tuple(cell for cell, _ in terms), 0, step, ending(0))


class EqualityCage(Held):
    """The cells all differ, as many odd as even, as many of the lower half of the digits as of the upper half.

    The middle one of an odd number of digits belongs to neither half.
    """

    kind, needs = "equality_cage", {"cells": cells()}

    def kept_by(self, held: list[int]) -> bool:
        half = len(self.place.digits) // 2
        low, high = self.place.digits[:half], self.place.digits[-half:]
        odd = sum(digit % 2 for digit in held)
        lower, upper = (sum(digit in part for digit in held) for part in (low, high))
        return len(set(held)) == len(held) and 2 * odd == len(held) and lower == upper

    def parts(self) -> list[Part]:
        digits = self.place.digits

        def step(position: int, state: Any, there: int) -> Any:
            odd, upper = state
            if there:
                odd += 1 if digits[position] % 2 else -1
                mirrored = len(digits) - 1 - position
                upper += (position > mirrored) - (position < mirrored)
            return odd, upper

        return [Differ(self.cells), Present(self.cells, (0, 0), step, ending((0, 0)))]


class Renban(Held):
    """The digits all differ and are consecutive, in any order."""

    kind, needs = "renban", {"cells": cells()}

    def kept_by(self, held: list[int]) -> bool:
        return len(set(held)) == len(held) and max(held) - min(held) == len(held) - 1

    def parts(self) -> list[Part]:
        """The digits that are there are one run, as long as the line; state: how much of it is read."""
        size = len(self.cells)

        def step(position: int, state: Any, there: int) -> Any:
            run: int = state
            if there:
                return run + 1 if run < size else None
            return run if run in (0, size) else None

        return [Differ(self.cells), Present(self.cells, 0, step, ending(size))]
