"""Whispers: neighbours on the line are far apart."""

from __future__ import annotations

from math import ceil

from cpsudoku.constraints import artwork, fpuzzles, iss, shapes
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.families import PairRule
from cpsudoku.constraints.forms import CellList, NumberOrUsual, cells, constraint, number


@constraint
class Whisper(PairRule):
    """Adjacent digits on the line differ by at least *difference*.

    The usual difference is half the number of digits, rounded up: 5 for 1 to 9.
    """

    keys = (
        fpuzzles.Lines("whispers", value="difference"),
        iss.Cells("Whisper", "difference", usual=5),
        artwork.Drawn(
            "whisper",
            r"\bwhisper|(?=.*\blines?\b)(?=.*\bdiffer)(?=.*(at least|or more))",
            "line",
            "green",
            never=r"diamond",
            number=("difference", r"(?:at least|least|of|by) (\d+|four|five|three|six)\b"),
        ),
    )
    word = "whisper"
    figure = shapes.Line()
    cells: CellList = cells(2, repeats=True)
    difference: NumberOrUsual = number(default=None, least=1)

    def settle(self, siblings: tuple[Constraint, ...]) -> None:
        if self.difference is None:
            self.fill("difference", ceil(len(self.digits) / 2))

    def allows(self, a: int, b: int) -> bool:
        return abs(a - b) >= self.difference
