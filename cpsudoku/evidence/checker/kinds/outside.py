"""Clues outside the board, which look along a row or column, and rules of cells that point to others."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations
from typing import Any, NamedTuple

from .. import work
from ..parts import Either, Pair, Part, Sheet, Some, Word, ending
from .base import Held, Rule, cells, number, word


class Sandwich(Held):
    """The cells strictly between the first lowest and the first highest digit of the line add up to `sum`."""

    kind, needs = "sandwich", {"cells": cells(2), "sum": number(0)}
    sum: int

    def kept_by(self, held: list[int]) -> bool:
        low, high = self.place.digits[0], self.place.digits[-1]
        if low not in held or high not in held:
            return False
        a, b = sorted((held.index(low), held.index(high)))
        return sum(held[a + 1 : b]) == self.sum

    def parts(self) -> list[Part]:
        low, high = self.place.digits[0], self.place.digits[-1]

        def step(position: int, state: Any, digit: int) -> Any:
            """State: "before", (the digit that ends it, the sum so far), "after"."""
            if state == "after" or (state == "before" and digit not in (low, high)):
                return state
            if state == "before":
                return low + high - digit, 0
            end, so_far = state
            if digit == end:
                return "after" if so_far == self.sum else None
            return (end, so_far + digit) if so_far + digit <= self.sum else None

        return [Word(self.cells, "before", step, ending("after"))]


class XSum(Held):
    """The first X cells of the line, X being the digit of its first, add up to `sum`."""

    kind, needs = "x_sum", {"cells": cells(), "sum": number(0)}
    sum: int

    def kept_by(self, held: list[int]) -> bool:
        return held[0] <= len(held) and sum(held[: held[0]]) == self.sum

    def parts(self) -> list[Part]:
        def step(position: int, state: Any, digit: int) -> Any:
            """State: (cells still to add, what they must add up to)."""
            left, rest = (digit, self.sum) if state is None else state
            if left == 0:
                return 0, rest
            fits = digit <= rest and left <= len(self.cells) - position
            return (left - 1, rest - digit) if fits else None

        return [Word(self.cells, None, step, ending((0, 0)))]


class Skyscraper(Held):
    """`count` cells of the line are higher than all before them; a 0 is never seen."""

    kind, needs = "skyscraper", {"cells": cells(), "count": number(0)}
    count: int

    def cost(self) -> int:
        return super().cost() + len(self.cells) ** 2 // 8

    def kept_by(self, held: list[int]) -> bool:
        return sum(digit > max([0, *held[:k]]) for k, digit in enumerate(held)) == self.count

    def parts(self) -> list[Part]:
        def step(position: int, state: Any, digit: int) -> Any:
            """State: (the highest so far, how many are still to be seen)."""
            top, left = state
            if digit <= top:
                return state
            return (digit, left - 1) if left else None

        def accepts(state: Any) -> bool:
            return bool(state[1] == 0)

        return [Word(self.cells, (0, self.count), step, accepts)]


class HiddenSkyscraper(Held):
    """The first cell of the line that is not higher than all before it holds `value`."""

    kind, needs = "hidden_skyscraper", {"cells": cells(2), "value": number(0)}
    value: int

    def cost(self) -> int:
        return super().cost() + len(self.cells) ** 2 // 8

    def kept_by(self, held: list[int]) -> bool:
        hidden = [digit for k, digit in enumerate(held) if k and digit <= max(held[:k])]
        return hidden[:1] == [self.value]

    def parts(self) -> list[Part]:
        def step(position: int, state: Any, digit: int) -> Any:
            """State: the highest so far; "found"."""
            if state == "found" or state is None:
                return state or digit
            if digit > state:
                return digit
            return "found" if digit == self.value else None

        return [Word(self.cells, None, step, ending("found"))]


class NumberedRoom(Rule):
    """The cell at the place that the first cell of the line says, counted from 1, holds `value`."""

    kind, needs = "numbered_room", {"cells": cells(), "value": number(0)}
    value: int

    def holds(self, digits: Sequence[int]) -> bool:
        place = digits[self.cells[0]]
        return 1 <= place <= len(self.cells) and digits[self.cells[place - 1]] == self.value

    def parts(self) -> list[Part]:
        found = []
        for digit in self.place.digits:
            room = [(self.cells[digit - 1], self.value, True)] if 1 <= digit <= len(self.cells) else []
            found.append(Some(((self.cells[0], digit, False), *room)))
        return list(found)


class Indexing(Rule):
    """Each cell says where its own number is found.

    `axis` "col": a cell in column c of a row holds v where the cell in column v of the row holds c. "row": the same in
    columns. "box": the v-th cell of its box (the first, where it lies in several) holds which of the box's cells it is.
    """

    kind, needs = "indexing", {"cells": cells(), "axis": word("col", "row", "box")}
    axis: str

    def cost(self) -> int:
        read = sum(map(len, self.place.boxes)) // 4 if self.axis == "box" else self.place.size
        return super().cost() + len(self.cells) * read

    def _line(self, cell: int) -> tuple[int, ...]:
        row, column = self.place.at(cell)
        if self.axis == "col":
            return tuple(other for other in self.place.cells if self.place.at(other)[0] == row)
        if self.axis == "row":
            return tuple(other for other in self.place.cells if self.place.at(other)[1] == column)
        return next((box for box in self.place.boxes if cell in box), ())

    def holds(self, digits: Sequence[int]) -> bool:
        for cell in self.cells:
            line, place = self._line(cell), digits[cell]
            if not 1 <= place <= len(line) or digits[line[place - 1]] != line.index(cell) + 1:
                return False
        return True

    def parts(self) -> list[Part]:
        found = []
        pairs = len(self.cells) * len(self.place.digits)
        work.spend(4 * pairs, held=350 * pairs)
        for cell in self.cells:
            line = self._line(cell)
            for digit in self.place.digits:
                there = [(line[digit - 1], line.index(cell) + 1, True)] if 1 <= digit <= len(line) else []
                found.append(Some(((cell, digit, False), *there)))
        return list(found)


class ValueIndexing(Held):
    """The digit of the first cell is found again at the place that the second says, counted from the third."""

    kind, needs = "value_indexing", {"cells": cells(3)}

    def kept_by(self, held: list[int]) -> bool:
        first, place, *rest = held
        return 1 <= place <= len(rest) and rest[place - 1] == first

    def parts(self) -> list[Part]:
        def step(position: int, state: Any, digit: int) -> Any:
            """State: what is sought; (what is sought, where); "found"."""
            if position == 0:
                return digit
            if position == 1:
                return state, digit
            if state == "found":
                return state
            sought, place = state
            if position < place + 1:
                return state
            return "found" if position == place + 1 and digit == sought else None

        return [Word(self.cells, None, step, ending("found"))]


class FullRank(Rule):
    """The line, read as a number, is the `rank`-th: one more than there are lines that read smaller.

    The lines are all rows and columns, each read from both ends; of two that begin alike the shorter is smaller.
    `ties`: "only-unclued" (no other reads as this one), "none" (no two lines read the same), "any".
    """

    kind = "full_rank"
    needs = {"cells": cells(2), "rank": number(1), "ties": word("only-unclued", "none", "any")}  # noqa: RUF012
    rank: int
    ties: str

    def cost(self) -> int:
        lines = 2 * (self.place.rows + self.place.columns)
        longest = max(self.place.rows, self.place.columns)
        return super().cost() + lines * longest + (lines**2 * longest // 16 if self.ties == "none" else 0)

    def _others(self) -> list[tuple[int, ...]]:
        return [line for line in self.place.lines() if line != self.cells]

    def holds(self, digits: Sequence[int]) -> bool:
        mine = [digits[cell] for cell in self.cells]
        others = [[digits[cell] for cell in line] for line in self._others()]
        if 1 + sum(other < mine for other in others) != self.rank:
            return False
        every = [mine, *others]
        if self.ties == "none":
            return all(one != other for one, other in combinations(every, 2))
        return self.ties == "any" or mine not in others

    def parts(self) -> list[Part]:
        others = self._others()
        ranked = Ranked(self.cells, tuple(others), self.rank - 1, untied=self.ties != "any")
        alike = combinations(others, 2) if self.ties == "none" else ()
        return [ranked, *(Unlike(one, other) for one, other in alike if len(one) == len(other))]


class Unlike(NamedTuple):
    """Two lines of one length do not read the same. A variable a place says that they do up to there."""

    one: tuple[int, ...]
    other: tuple[int, ...]

    def write(self, sheet: Sheet) -> None:
        sheet.add(-_alike(sheet, self.one, self.other)[-1])

    def denied(self, digits: range) -> list[Part]:
        work.spend(len(digits) + len(self.one), held=200 * (len(digits) + len(self.one)))
        equal = frozenset((digit, digit) for digit in digits)
        return [Pair(a, b, equal) for a, b in zip(self.one, self.other)]


def _alike(sheet: Sheet, one: tuple[int, ...], other: tuple[int, ...]) -> list[int]:
    """Variables: the lines read the same before their first place, before the second, ..., to the end of the shorter.

    Said in one direction: where the lines do, the variable is true.
    """
    found = [sheet.new()]
    sheet.add(found[0])
    for a, b in zip(one, other):
        found.append(sheet.new())
        for digit in sheet.digits:
            sheet.add(-found[-2], -sheet.literal(a, digit), -sheet.literal(b, digit), found[-1])
    return found


class Ranked(NamedTuple):
    """Exactly *smaller* of the lines read smaller than the line; *untied*: and none that is as long reads the same.

    A variable a line says that it reads smaller, one a cell and digit that the cell holds that digit or a higher one.
    """

    line: tuple[int, ...]
    others: tuple[tuple[int, ...], ...]
    smaller: int
    untied: bool
    wanted: bool = True

    def write(self, sheet: Sheet) -> None:
        high = {cell: self._high(sheet, cell) for cell in sorted({*self.line, *chain(*self.others)})}
        columns = []
        for other in self.others:
            alike = _alike(sheet, other, self.line)
            less = sheet.new()
            columns.append({0: -less, 1: less})
            for so_far, a, b in zip(alike, other, self.line):
                for digit in sheet.digits[1:]:
                    sheet.add(-so_far, -high[a][digit], high[b][digit], -less)
                    sheet.add(-so_far, high[a][digit], -high[b][digit], less)
            sheet.add(-alike[-1], less if len(other) < len(self.line) else -less)
            if self.untied and len(other) == len(self.line):
                sheet.add(-alike[-1])

        def counted(position: int, state: Any, value: int) -> Any:
            return state + value

        sheet.read(columns, Word((), 0, counted, ending(self.smaller), self.wanted))

    def _high(self, sheet: Sheet, cell: int) -> dict[int, int]:
        """Digit but the lowest -> the variable that says the cell holds it or a higher one."""
        work.spend(len(sheet.digits), held=150 * len(sheet.digits))
        higher: dict[int, int] = {}
        for digit in sheet.digits[1:]:
            higher[digit] = sheet.new()
            sheet.add(-sheet.literal(cell, digit), higher[digit])
            sheet.add(-sheet.literal(cell, digit - 1), -higher[digit])
            if digit - 1 in higher:
                sheet.add(-higher[digit], higher[digit - 1])
        return higher

    def denied(self, digits: range) -> list[Part]:
        """Another number of lines does, or a line is tied."""
        ties = [other for other in self.others if self.untied and len(other) == len(self.line)]
        tied = [tuple(Unlike(other, self.line).denied(digits)) for other in ties]
        return [Either(((self._replace(untied=False, wanted=not self.wanted),), *tied))]
