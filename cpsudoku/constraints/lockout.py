"""Lockout lines: no digit between the ends lies in their range."""

from __future__ import annotations

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.families import EndsRule
from cpsudoku.constraints.forms import CellList, NumberOrUsual, cells, constraint, number
from cpsudoku.constraints.primitives import Statement, relation


@constraint
class Lockout(EndsRule):
    """The ends of a line differ by at least *difference*. Digits between them are not within the range of the end
    digits.
    """

    keys = (
        fpuzzles.Lines("lockout", value="difference"),
        iss.Cells("Lockout", "difference"),
        artwork.Drawn(
            "lockout",
            r"\block(ed|ing)?[ -]?out|(?=.*diamond)(?=.*(differ|outside|not be between|higher|lower))",
            "ended line",
            number=("difference", r"at least (\w+)"),
        ),
    )
    word = "lockout"
    cells: CellList = cells(2)
    difference: NumberOrUsual = number(default=None)

    def settle(self, siblings: tuple[Constraint, ...]) -> None:
        if self.difference is None:
            self.fill("difference", len(self.digits) // 2)

    def between(self, low: int, high: int, digit: int) -> bool:
        return not low <= digit <= high

    def _far_apart(self, a: int, b: int) -> bool:
        return abs(a - b) >= self.difference

    def holds(self, values: Values) -> bool:
        first, *_inner, last = self.seen(values)
        return first is None or last is None or (self._far_apart(first, last) and super().holds(values))

    def statement(self) -> Statement:
        apart = relation(self.at[0], self.at[-1], self.digits, self._far_apart, self.difference)
        return (apart, *super().statement())
