"""Rules that say that something exists: a way from cell to cell, a choice of cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from .. import work
from ..errors import Rejected, require
from ..parts import Column, Differ, Part, Sheet, Word, total, weighted
from .base import Place, Rule, numbers, rules
from .sums import Cage, Weighed


class Connected(Rule):
    """The cells that hold one of `values` are connected by their sides; or there are none."""

    kind, needs = "connected", {"values": numbers()}
    values: tuple[int, ...]

    def cost(self) -> int:
        return super().cost() + 8 * self.place.size

    def holds(self, digits: Sequence[int]) -> bool:
        values = frozenset(self.values)
        left = {cell for cell in self.place.cells if digits[cell] in values}
        joined = neighbours(self.place)
        front = [left.pop()] if left else []
        while front:
            for other in joined[front.pop()]:
                if other in left:
                    left.remove(other)
                    front.append(other)
        return not left

    def parts(self) -> list[Part]:
        return [OneGroup(self.place, self.values)]


def neighbours(place: Place) -> dict[int, list[int]]:
    """Each cell with those that share a side with it."""
    joined: dict[int, list[int]] = {cell: [] for cell in place.cells}
    for a, b in place.touching():
        joined[a].append(b)
        joined[b].append(a)
    return joined


def inside(sheet: Sheet, place: Place, values: Iterable[int]) -> list[int]:
    """A variable a cell: it holds one of the values."""
    found, values = [], frozenset(values)
    work.spend(place.size * len(sheet.digits))
    for cell in place.cells:
        here = sheet.new()
        literals = [sheet.literal(cell, digit) for digit in sheet.digits if digit in values]
        for literal in literals:
            sheet.add(-literal, here)
        sheet.add(-here, *literals)
        found.append(here)
    return found


class OneGroup(NamedTuple):
    """The cells with these values are connected."""

    place: Place
    values: tuple[int, ...]

    def write(self, sheet: Sheet) -> None:
        """For each cell and number of steps: it is inside, and so near to the first cell inside, through such cells.

        A shortest way through cells never takes all four cells of a 2x2 square: so many steps are enough.
        """
        rows, columns = self.place.rows, self.place.columns
        steps = rows * columns - (rows // 2) * (columns // 2) - 1
        joined, held = neighbours(self.place), inside(sheet, self.place, self.values)
        near = []
        for cell in self.place.cells:
            near.append(sheet.new())
            sheet.add(-near[cell], held[cell])
            for before in held[:cell]:
                sheet.add(-near[cell], -before)
        for _ in range(steps):
            after = []
            for cell in self.place.cells:
                after.append(sheet.new())
                sheet.add(-after[cell], held[cell])
                sheet.add(-after[cell], near[cell], *(near[other] for other in joined[cell]))
            near = after
        for cell in self.place.cells:
            sheet.add(-held[cell], near[cell])

    def denied(self, digits: range) -> list[Part]:
        return [TwoGroups(self.place, self.values)]


class TwoGroups(NamedTuple):
    """The cells with these values are not connected."""

    place: Place
    values: tuple[int, ...]

    def write(self, sheet: Sheet) -> None:
        """A variable a cell says on which side it is: neighbours inside are on one side, and neither is empty."""
        held = inside(sheet, self.place, self.values)
        side = [sheet.new() for _ in held]
        for a, b in self.place.touching():
            sheet.add(-held[a], -held[b], -side[a], side[b])
            sheet.add(-held[a], -held[b], side[a], -side[b])
        for way in (1, -1):
            some = []
            for cell in self.place.cells:
                some.append(sheet.new())
                sheet.add(-some[cell], held[cell])
                sheet.add(-some[cell], way * side[cell])
            sheet.add(*some)

    def denied(self, digits: range) -> list[Part]:
        return [OneGroup(self.place, self.values)]


Summed = Cage | Weighed


class Doublers(Rule):
    """There are cells, one in each row, column and box, no two with the same digit, that count twice for the sums of
    the `rules` inside (cages still have all digits different)."""

    kind, needs = "doublers", {"rules": rules}
    rules: tuple[Summed, ...]

    def check(self) -> None:
        for rule in self.rules:
            require(isinstance(rule, Summed), f"doublers: {rule.kind} inside, whose sums they do not change")
        self._houses = (*self.place.lines()[::2], *self.place.boxes)

    def holds(self, digits: Sequence[int]) -> bool:
        return all(_all_differ(rule, digits) for rule in self.rules) and self._chosen(digits, [], self._houses)

    def _chosen(self, digits: Sequence[int], twice: list[int], left: Sequence[tuple[int, ...]]) -> bool:
        """Can these cells be chosen, and one in each house left?"""
        if not left:
            work.spend(self.cost() * (4 + len(twice)) // 4)
            return all(_fits(rule, digits, twice) for rule in self.rules)
        house, *rest = left
        there = [cell for cell in twice if cell in house]
        if there:
            return len(there) == 1 and self._chosen(digits, twice, rest)
        work.spend(self.place.size * (4 + len(twice)) // 4)
        known = {digits[cell] for cell in twice}
        taken = {cell for other in self._houses if any(cell in other for cell in twice) for cell in other}
        return any(
            self._chosen(digits, [*twice, cell], rest)
            for cell in house
            if digits[cell] not in known and cell not in taken
        )

    def parts(self) -> list[Part]:
        return [Doubled(self.place, self.rules, self._houses)]


def _all_differ(rule: Summed, digits: Sequence[int]) -> bool:
    return isinstance(rule, Weighed) or len({digits[cell] for cell in rule.cells}) == len(rule.cells)


def _fits(rule: Summed, digits: Sequence[int], twice: Sequence[int]) -> bool:
    return rule.fits(sum(by * digits[cell] * (1 + (cell in twice)) for cell, by in rule.terms()))


class Doubled(NamedTuple):
    """There are cells that count twice, one in each of the *houses*."""

    place: Place
    rules: tuple[Summed, ...]
    houses: tuple[tuple[int, ...], ...]

    def write(self, sheet: Sheet) -> None:
        """A variable a cell: it counts twice. Two a cell and digit: it holds it, and counts once; or twice.

        The values of the latter, `2 * digit` and one more where it counts twice, are columns that sums are read from.
        """
        twice = [sheet.new() for _ in self.place.cells]
        for house in self.houses:
            sheet.add(*(twice[cell] for cell in house))
            for a, b in combinations(house, 2):
                sheet.add(-twice[a], -twice[b])
        work.spend(0, held=300 * self.place.size * len(sheet.digits))
        worth: list[Column] = []
        for cell in self.place.cells:
            column: dict[int, int] = {}
            for digit in sheet.digits:
                for more, chosen in ((0, -twice[cell]), (1, twice[cell])):
                    here = column[2 * digit + more] = sheet.new()
                    holds = sheet.literal(cell, digit)
                    sheet.add(-here, holds)
                    sheet.add(-here, chosen)
                    sheet.add(here, -holds, -chosen)
            worth.append(column)
        for digit in sheet.digits:
            for a, b in combinations(self.place.cells, 2):
                sheet.add(-worth[a][2 * digit + 1], -worth[b][2 * digit + 1])
        for rule in self.rules:
            self._sum(sheet, rule, worth)

    def _sum(self, sheet: Sheet, rule: Summed, worth: Sequence[Column]) -> None:
        values = range(sheet.digits[0], 2 * sheet.digits[-1] + 1)
        terms = weighted(rule.terms())
        if isinstance(rule, Cage):
            Differ(rule.cells).write(sheet)
            totals = range(len(terms) * values[-1] + 1)
            work.spend(2 * len(totals), held=100 * len(totals))
        else:
            totals = range(rule.sum, rule.sum + 1)
        word = total(terms, filter(rule.fits, totals), values)

        def step(position: int, state: Any, value: int) -> Any:
            return word.step(position, state, value // 2 * (1 + value % 2))

        if terms or isinstance(rule, Weighed):
            sheet.read([worth[cell] for cell in word.cells], Word((), word.start, step, word.accepts))

    def denied(self, digits: range) -> list[Part]:
        raise Rejected("not: doublers inside, which say that something exists")
