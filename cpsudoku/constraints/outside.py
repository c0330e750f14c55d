"""Kinds whose clue stands outside the grid, beside a row or column."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from cpsudoku.budget import check_deadline
from cpsudoku.constraints import artwork, forms, fpuzzles, iss, primitives, shapes
from cpsudoku.constraints.automata import MachineRule
from cpsudoku.constraints.base import Constraint, Values, can_sum, known
from cpsudoku.constraints.forms import CellList, cells, constraint, number, part
from cpsudoku.constraints.patterns import inward
from cpsudoku.constraints.primitives import Aux, Clause, Defines, Is, Literal, Primitive, Statement, machine
from cpsudoku.errors import ConstraintError


@constraint
class OutsideRule(Constraint):
    """A rule on a row or column, seen from its clue."""

    marks = "line"
    figure = shapes.Outside()
    cells: CellList = cells()

    def called(self) -> str:
        house = next((house for house in self.board.houses if set(house.cells) == {*self.at}), None)
        said, _, _ = super().called().partition(" from ")
        if house is None or not said:
            return super().called()
        after = self.at[0] > self.at[-1]
        side = ("right of" if after else "left of") if house.kind == "row" else "below" if after else "above"
        return f"{said.replace('x sum', 'X-sum')} {side} {house.name}"


@constraint
class Sandwich(OutsideRule, MachineRule):
    """A clue outside the grid is the sum of the digits between the lowest and the highest digit in that row or column.

    These are the digits of the board (1 and 9); if one repeats, the first counts. *sum* is the clue.
    """

    advice = (
        "A sum of 0 puts 1 and 9 side by side, a sum of 35 at the two ends. Few sets of digits make small "
        "sums, and these say how far apart 1 and 9 are."
    )
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
    marks = "line either way"
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
class Skyscraper(OutsideRule, MachineRule):
    """Digits are heights of skyscrapers. A clue is the number of skyscrapers visible from it: higher ones hide lower
    ones behind them.

    *count* is the clue; a 0 is never visible.
    """

    advice = (
        "A clue of 1 stands beside a 9, a clue of 9 beside the digits 1 to 9 in order. With a clue of n, 9 "
        "cannot be in the first n - 1 cells."
    )
    keys = (
        fpuzzles.Outside("skyscraper", "count"),
        iss.Sides("Skyscraper", "count"),
        artwork.Drawn("skyscraper", r"(skyscraper|buildings?\b)", "outside", never=r"hidden"),
    )
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
class HiddenSkyscraper(OutsideRule, MachineRule):
    """Digits are heights of skyscrapers. A clue is the height of the first skyscraper hidden from it by a higher one.

    *value* is the clue.
    """

    keys = (iss.Sides("HiddenSkyscraper", "value"),)
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
class XSum(OutsideRule):
    """A clue outside the grid is the sum of the first X digits seen from it, X being the first of them.

    *sum* is the clue.
    """

    heading = "X-sum"
    advice = (
        "A clue of 1 stands beside a 1, a clue of 45 beside a 9. For each first digit ask whether that many "
        "digits can have the sum."
    )
    keys = (
        fpuzzles.Outside("xsum", "sum"),
        iss.Sides("XSum", "sum"),
        artwork.Drawn("x_sum", r"\bx[- ]?sum|\b(first|nearest) x\b|\bx (first|nearest)\b", "outside"),
    )
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
class NumberedRoom(OutsideRule):
    """A clue outside the grid is the digit in the N-th cell from its side, where N is the digit in the first cell.

    *value* is the clue.
    """

    advice = (
        "The first cell of a row or column points to the cell that holds the clue. Where the clue cannot be "
        "in the n-th cell, n is not in the first."
    )
    keys = (
        iss.Sides("NumberedRoom", "value"),
        artwork.Drawn("numbered_room", r"numbered room|\bx ?th (digit|cell)|\bnth (digit|cell)", "outside"),
    )
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


MANY = 32
"""Digits up to which the native engine takes the rule as a whole."""


@constraint
class FullRank(Constraint):
    """A clue is the rank of its line in ascending order when all rows and columns are read as numbers, from both ends.

    *rank* is the clue. *ties* states which lines may be equal: "only-unclued" (no line equals this one), "none" (no two
    lines) or "any".
    """

    keys = (iss.Sides("FullRank", "rank"),)
    everywhere = True
    figure = shapes.Outside()
    cells: CellList = cells(2)
    rank: int = number(least=1)
    ties: str = part(forms.Word("only-unclued", "none", "any"), default="only-unclued")

    def check(self) -> None:
        if self.at not in inward(self.board):
            raise ConstraintError("its cells must be a whole row or column, read from one end")

    def holds(self, values: Values) -> bool:
        if None in values:
            return True
        lines = [tuple(known(values[cell] for cell in line)) for line in inward(self.board)]
        mine = tuple(known(self.seen(values)))
        if 1 + sum(line < mine for line in lines) != self.rank:
            return False
        if self.ties == "none":
            return len(set(lines)) == len(lines)
        return self.ties == "any" or lines.count(mine) == 1

    def statement(self) -> Statement:
        found: list[Primitive] = []
        lines = inward(self.board)
        if self.ties == "none":
            for k, one in enumerate(lines):
                for other in lines[:k]:
                    found += self._compared(one, other, ("line", k, lines.index(other)), tie=False)
        terms: list[tuple[int | Literal, int]] = []
        for k, line in enumerate(lines):
            if line != self.at:
                name = ("less", k)
                found += self._compared(line, self.at, name, tie=self.ties == "any")
                terms.append((Aux(name), 1))
        found.insert(0, self._thresholds())
        return (*found, primitives.Sum(tuple(terms), (self.rank - 1,)))

    def native(self, program: Any) -> bool:
        board, lines = self.board, inward(self.board)
        edges = (  # by where they begin: left, right, top, bottom
            lines[: 2 * board.rows : 2],
            lines[1 : 2 * board.rows : 2],
            lines[2 * board.rows :: 2],
            lines[2 * board.rows + 1 :: 2],
        )
        if self.ties == "none" or not 2 <= board.side <= MANY or any(len(line) != board.side for line in lines):
            return False
        return bool(program.rank(self.at, edges, self.rank - 1, self.ties == "any"))

    def _thresholds(self) -> Defines:
        """("from", cell, d): the cell holds d or more."""
        clauses: list[tuple[Literal, ...]] = []
        for cell in range(self.board.size):
            for d in self.digits[1:]:
                up, low = _from(cell, d)
                clauses.append((_is_not(cell, d), up))
                clauses.append((_is_not(cell, d - 1), low))
                if d > self.digits[1]:
                    clauses.append((low, _from(cell, d - 1)[0]))
        return Defines(tuple(clauses))

    def _compared(self, one: tuple[int, ...], other: tuple[int, ...], name: tuple[object, ...], tie: bool) -> Statement:
        """*name*: line *one* reads smaller than line *other*; lines of different length by their first difference."""
        check_deadline()
        less = Aux(name)
        more = ~less
        clauses: list[tuple[Literal, ...]] = []
        so_far: tuple[Literal, ...] = ()  # negations of "equal up to here"
        for k, (a, b) in enumerate(zip(one, other)):
            same = Aux(("same", *name, k))
            apart = ~same
            if a == b:
                clauses.append((*so_far, same))
            for d in self.digits[1:] if a != b else ():
                (up_a, low_a), (up_b, low_b) = _from(a, d), _from(b, d)
                clauses.append((*so_far, up_a, low_b, less))  # a < d <= b
                clauses.append((*so_far, low_a, up_b, more))
                clauses.append((up_a, low_b, apart))
                clauses.append((low_a, up_b, apart))
            for d in self.digits if a != b else ():
                clauses.append((*so_far, _is_not(a, d), _is_not(b, d), same))
            if so_far:
                clauses.append((apart, ~so_far[0]))
            so_far = (apart,)
        shorter: Literal = less if len(one) < len(other) else more
        clauses.append((*so_far, shorter))
        found: list[Primitive] = [Defines(tuple(clauses))]
        if not tie and len(one) == len(other):
            found.append(Clause(so_far))
        return tuple(found)


@lru_cache(maxsize=4096)
def _from(cell: int, digit: int) -> tuple[Aux, Aux]:
    """The cell holds this digit or more, and less: each is in hundreds of clauses."""
    up = Aux(("from", cell, digit))
    return up, ~up


@lru_cache(maxsize=4096)
def _is_not(cell: int, digit: int) -> Is:
    return Is(cell, digit, False)
