"""Kinds whose clue stands outside the grid, beside a row or column."""

from __future__ import annotations

from typing import Any

from cpsudoku.constraints import artwork, fpuzzles, iss, shapes
from cpsudoku.constraints.automata import MachineRule
from cpsudoku.constraints.base import Constraint, Values, can_sum
from cpsudoku.constraints.forms import CellList, cells, constraint, number
from cpsudoku.constraints.primitives import Clause, Is, Statement, machine


@constraint
class Sandwich(MachineRule):
    """A clue outside the grid is the sum of the digits between the lowest and the highest digit in that row or column.

    These are the digits of the board (1 and 9); if one repeats, the first counts. *sum* is the clue.
    """

    keys = (
        fpuzzles.Outside("sandwichsum", "sum"),
        iss.Row("Sandwich", "sum"),
        artwork.Drawn(
            "sandwich",
            r"sandwich|between the 1 and|\bsums? of (the |all )*(digits|numbers) (\w+ )?between 1 and 9",
            "outside",
            never=r"\beven\b|\bodd\b|\bnot\b.*given",
        ),
    )
    word = "sandwich"
    marks = "line either way"
    figure = shapes.Outside()
    cells: CellList = cells(2)
    sum: int = number()
    start = "before"

    def step(self, position: int, state: Any, digit: int) -> Any:
        lo, hi = self.digits[0], self.digits[-1]
        if state == "after":
            return state
        if state == "before":
            return (hi, 0) if digit == lo else (lo, 0) if digit == hi else state
        end, total = state
        if digit == end:
            return "after" if total == self.sum else None
        return (end, total + digit) if total + digit <= self.sum else None

    def accepts(self, state: Any) -> bool:
        return bool(state == "after")

    def native(self, program: Any) -> bool:
        return bool(program.between(self.at, self.sum))


@constraint
class Skyscraper(MachineRule):
    """Digits are skyscrapers of that height. A clue is the number of skyscrapers seen from it: higher ones hide lower
    ones.

    *count* is the clue; a 0 is never seen.
    """

    keys = (
        fpuzzles.Outside("skyscraper", "count"),
        iss.Sides("Skyscraper", "count"),
        artwork.Drawn("skyscraper", r"(skyscraper|buildings?\b)", "outside", never=r"hidden"),
    )
    word = "skyscraper"
    marks = "line"
    figure = shapes.Outside()
    cells: CellList = cells()
    count: int = number()
    start = (0, 0)

    def step(self, position: int, state: Any, digit: int) -> Any:
        most, count = state
        if digit <= most:
            return state
        return (digit, count + 1) if count < self.count else None

    def accepts(self, state: Any) -> bool:
        return bool(state[1] == self.count)


@constraint
class HiddenSkyscraper(MachineRule):
    """Digits are skyscrapers of that height. A clue is the first skyscraper, seen from it, that an earlier one hides.

    *value* is the clue.
    """

    keys = (iss.Sides("HiddenSkyscraper", "value"),)
    word = "hidden_skyscraper"
    marks = "line"
    figure = shapes.Outside()
    cells: CellList = cells(2)
    value: int = number()
    start = -1

    def step(self, position: int, state: Any, digit: int) -> Any:
        if state == "found":
            return state
        if digit > state:
            return digit
        return "found" if digit == self.value else None

    def accepts(self, state: Any) -> bool:
        return bool(state == "found")


@constraint
class XSum(Constraint):
    """A clue outside the grid is the sum of the first X digits seen from it, X being the first of them.

    *sum* is the clue.
    """

    keys = (
        fpuzzles.Outside("xsum", "sum"),
        iss.Sides("XSum", "sum"),
        artwork.Drawn("x_sum", r"\bx[- ]?sum|\b(first|nearest) x\b|\bx (first|nearest)\b", "outside"),
    )
    word = "x_sum"
    marks = "line"
    figure = shapes.Outside()
    cells: CellList = cells()
    sum: int = number()

    def holds(self, values: Values) -> bool:
        seen = self.seen(values)
        if seen[0] is None:
            return True
        return seen[0] <= len(seen) and can_sum(seen[: seen[0]], self.sum, self.digits)

    def statement(self) -> Statement:
        def step(position: int, state: Any, digit: int) -> Any:
            if position == 0:
                if digit > len(self.at):
                    return None
                left, total = (digit - 1, digit) if digit else (0, 0)
            else:
                left, total = state
                if left:
                    left, total = left - 1, total + digit
            return None if total > self.sum else (left, total)

        return machine(self.at, self.digits, None, step, lambda state: state == (0, self.sum), (self.word, self.sum))


@constraint
class NumberedRoom(Constraint):
    """A clue outside the grid is in the N-th cell seen from it, N being the digit in the first.

    *value* is the clue.
    """

    keys = (
        iss.Sides("NumberedRoom", "value"),
        artwork.Drawn("numbered_room", r"numbered room|\bx ?th (digit|cell)|\bnth (digit|cell)", "outside"),
    )
    word = "numbered_room"
    marks = "line"
    figure = shapes.Outside()
    cells: CellList = cells()
    value: int = number()

    def holds(self, values: Values) -> bool:
        seen = self.seen(values)
        if seen[0] is None:
            return True
        return 1 <= seen[0] <= len(seen) and seen[seen[0] - 1] in (self.value, None)

    def statement(self) -> Statement:
        found = []
        for digit in self.digits:
            refusal = Is(self.at[0], digit, False)
            if not 1 <= digit <= len(self.at) or self.value not in self.digits:
                found.append(Clause((refusal,)))
            else:
                found.append(Clause((refusal, Is(self.at[digit - 1], self.value))))
        return tuple(found)
