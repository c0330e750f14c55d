"""Rules about sums."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, groupby
from typing import Any, ClassVar

from .. import work
from ..errors import require
from ..parts import Differ, Either, Part, Present, SameSums, Step, Word, ending, total, weighted
from .base import Held, Rule, cells, flag, groups, number, numbers


class Cage(Held):
    """The cells all differ; they add up to `sum` where it is given, to a sum of the digital root `root` where it is."""

    kind, needs, may = "cage", {"cells": cells()}, {"sum": number(1), "root": number(1)}
    sum: int | None
    root: int | None

    def terms(self) -> list[tuple[int, int]]:
        """(cell, coefficient) of what is added up; nothing where that is free."""
        return [] if self.sum is None and self.root is None else [(cell, 1) for cell in self.cells]

    def fits(self, total: int) -> bool:
        """Is this a sum that the rule wants?"""
        rooted = self.root is None or (total > 0 and 1 + (total - 1) % 9 == self.root)
        return rooted and (self.sum is None or total == self.sum)

    def kept_by(self, held: list[int]) -> bool:
        return len(set(held)) == len(held) and self.fits(sum(held))

    def parts(self) -> list[Part]:
        """All different, so which digits are there says what their sum is."""
        if self.sum is None and self.root is None:
            return [Differ(self.cells)]
        return [Differ(self.cells), digits_with(self.cells, self.place.digits, self.fits)]


def digits_with(cells: tuple[int, ...], digits: range, fits: Callable[[int], bool]) -> Present:
    """As many digits are there as cells, and their sum *fits*."""
    size = len(cells)

    def step(position: int, state: Any, there: int) -> Any:
        count, so_far = state
        if count + there > size:
            return None
        return count + there, so_far + there * digits[position]

    def accepts(state: Any) -> bool:
        count, so_far = state
        return count == size and fits(so_far)

    return Present(cells, (0, 0), step, accepts)


class Weighed(Rule):
    """Cells with coefficients that add up to `sum`; to 0 where the kind has none."""

    sum = 0

    def terms(self) -> list[tuple[int, int]]:
        """(cell, coefficient); a cell may come twice."""
        raise NotImplementedError

    def fits(self, total: int) -> bool:
        """Is this a sum that the rule wants?"""
        return total == self.sum

    def holds(self, digits: Sequence[int]) -> bool:
        return self.fits(sum(by * digits[cell] for cell, by in self.terms()))

    def parts(self) -> list[Part]:
        return [total(weighted(self.terms()), {self.sum}, self.place.digits)]


class Sum(Weighed):
    """The sum of coefficient x digit (1 each, where there are none) is `sum`; a cell named twice counts twice."""

    kind, may = "sum", {"coeffs": numbers(-(10**9))}
    needs: ClassVar = {"cells": cells(repeats=True), "sum": number(-(10**9))}
    coeffs: tuple[int, ...] | None

    def check(self) -> None:
        require(self.coeffs is None or len(self.coeffs) == len(self.cells), "sum: not a coefficient a cell")

    def terms(self) -> list[tuple[int, int]]:
        return list(zip(self.cells, self.coeffs or [1] * len(self.cells)))


class LittleKiller(Weighed):
    """The digits along the cells add up to `sum`."""

    kind, needs = "little_killer", {"cells": cells(), "sum": number(0)}

    def terms(self) -> list[tuple[int, int]]:
        return [(cell, 1) for cell in self.cells]


class Arrow(Weighed):
    """The digits of `line` add up to the number that the digits of `pill` are, read in their order."""

    kind, needs = "arrow", {"pill": cells(), "line": cells()}
    pill: tuple[int, ...]
    line: tuple[int, ...]

    def cost(self) -> int:
        """A pill of many cells is a number of many figures."""
        return super().cost() + len(self.pill) * (len(self.pill) + len(self.line)) // 32

    def terms(self) -> list[tuple[int, int]]:
        places = [(cell, 10**k) for k, cell in enumerate(reversed(self.pill))]
        return places + [(cell, -1) for cell in self.line]


class DoubleArrow(Weighed):
    """The first and the last cell add up to the sum of those between."""

    kind, needs = "double_arrow", {"cells": cells(2)}

    def terms(self) -> list[tuple[int, int]]:
        first, *between, last = self.cells
        return [(first, 1), (last, 1), *((cell, -1) for cell in between)]


class Balanced(Rule):
    """Groups of cells with the same sum."""

    def groups(self) -> list[tuple[int, ...]]:
        """The groups."""
        raise NotImplementedError

    def holds(self, digits: Sequence[int]) -> bool:
        return len({sum(digits[cell] for cell in group) for group in self.groups()}) < 2

    def parts(self) -> list[Part]:
        found = tuple(self.groups())
        return [SameSums(found)] if len(found) > 1 else []


class EqualSum(Balanced):
    """All segments have the same sum."""

    kind, needs = "equal_sum", {"segments": groups(2)}
    segments: tuple[tuple[int, ...], ...]

    def groups(self) -> list[tuple[int, ...]]:
        return list(self.segments)


class RegionSumLine(Balanced):
    """The line has the same sum in each of the boxes (regions) it runs through; one entered again counts anew.

    A cell of several regions belongs to the last of them.
    """

    kind, needs = "region_sum_line", {"cells": cells()}

    def cost(self) -> int:
        return super().cost() + sum(map(len, self.place.boxes))

    def groups(self) -> list[tuple[int, ...]]:
        region = {cell: number for number, box in enumerate(self.place.boxes) for cell in box}
        return [tuple(run) for _, run in groupby(self.cells, region.get)]


class Zipper(Balanced):
    """Cells as far from the centre of the line have the same sum; a cell in the centre is that sum."""

    kind, needs = "zipper", {"cells": cells()}

    def groups(self) -> list[tuple[int, ...]]:
        ends = range(len(self.cells) // 2)
        middle = self.cells[len(ends) : len(self.cells) - len(ends)]
        return [(self.cells[k], self.cells[-1 - k]) for k in ends] + ([middle] if middle else [])


class SumLine(Held):
    """The line can be cut into pieces that each add up to `sum`; a `loop` may be cut open anywhere."""

    kind, needs = "sum_line", {"cells": cells(), "sum": number(1), "loop": flag}
    sum: int
    loop: bool

    def cost(self) -> int:
        return super().cost() + (len(self.cells) ** 2 if self.loop else 0)

    def kept_by(self, held: list[int]) -> bool:
        turns = range(len(held)) if self.loop else range(1)
        return any(self._cut(held[turn:] + held[:turn]) for turn in turns)

    def _cut(self, held: list[int]) -> bool:
        """Pieces one after the other; a 0 makes no difference."""
        so_far = 0
        for digit in held:
            so_far = digit + (0 if so_far == self.sum else so_far)
            if so_far > self.sum:
                return False
        return so_far in (0, self.sum)

    def parts(self) -> list[Part]:
        """A loop: so much of the first piece stands at the end of the line."""

        def step(position: int, so_far: Any, digit: int) -> Any:
            after: int = so_far + digit
            return None if after > self.sum else 0 if after == self.sum else after

        most = min(self.sum, len(self.cells) * self.place.digits[-1] + 1)
        work.spend(most if self.loop else 1, held=250 * most if self.loop else 0)
        starts = range(most) if self.loop else range(1)
        options = [(Word(self.cells, start, step, ending(start)),) for start in starts]
        return [Either(tuple(options))] if self.loop else list(options[0])


class RellikCage(Held):
    """The cells all differ, and no one or more of them add up to `sum`."""

    kind, needs = "rellik_cage", {"cells": cells(), "sum": number(0)}
    sum: int

    def kept_by(self, held: list[int]) -> bool:
        sums = {0: False}  # -> whether of one or more
        for digit in held:
            work.spend(len(sums), held=200 * len(sums))
            sums |= {partial + digit: True for partial in list(sums)}
        return len(set(held)) == len(held) and not sums.get(self.sum)

    def parts(self) -> list[Part]:
        """The state: what the digits that are there add up to, any of them."""
        digits, aim = self.place.digits, self.sum

        def step(position: int, state: Any, there: int) -> Any:
            sums: frozenset[int] = state
            if there:
                digit = digits[position]
                sums |= {digit, *(partial + digit for partial in sums)}
            return None if aim in sums else frozenset(partial for partial in sums if partial < aim)

        return [Differ(self.cells), Present(self.cells, frozenset(), step, lambda state: True)]


class Lunchbox(Held):
    """The cells all differ; those between the lowest and the highest of them, along the line, add up to `sum`."""

    kind, needs = "lunchbox", {"cells": cells(2), "sum": number(0)}
    sum: int

    def kept_by(self, held: list[int]) -> bool:
        a, b = sorted((held.index(min(held)), held.index(max(held))))
        return len(set(held)) == len(held) and sum(held[a + 1 : b]) == self.sum

    def parts(self) -> list[Part]:
        """For each two digits that may be the lowest and the highest, the line read with these."""
        work.spend(len(self.place.digits) ** 2, held=200 * len(self.place.digits) ** 2)
        found = []
        for low, high in combinations(self.place.digits, 2):
            if high - low >= len(self.cells) - 1:
                found.append((Word(self.cells, "before", _between(low, high, self.sum), ending("after")),))
        return [Differ(self.cells), Either(tuple(found))]


def _between(low: int, high: int, aim: int) -> Step:
    """Reads what lies between *low* and *high*, and nothing beyond them; state: "before", (the end, sum), "after"."""

    def step(position: int, state: Any, digit: int) -> Any:
        if not low <= digit <= high:
            return None
        end = digit in (low, high)
        if state == "before":
            return (low + high - digit, 0) if end else state
        if state == "after":
            return None if end else state
        other, so_far = state
        if digit == other:
            return "after" if so_far == aim else None
        return None if end or so_far + digit > aim else (other, so_far + digit)

    return step
