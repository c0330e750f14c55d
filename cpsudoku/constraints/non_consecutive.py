"""No two consecutive digits side by side."""

from __future__ import annotations

from collections.abc import Iterable

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.families import PairRule
from cpsudoku.constraints.forms import constraint


@constraint
class NonConsecutive(PairRule):
    """Orthogonally adjacent cells cannot contain consecutive digits."""

    keys = (
        fpuzzles.Apart("nonconsecutive"),
        iss.Bare("AntiConsecutive"),
        artwork.Drawn(
            "non_consecutive",
            r"\bnon-?consecutive (applies|rule|constraint|sudoku)|(?=.*(orthogonally|horizontally"
            r"|adjacent))(?=.*(cannot|can't|may not|must not|never|not be|no two).{0,30}\bconsecutive)",
            "board",
            never=r"\bline|\bdot|mark|separat|\bx\b",
        ),
    )
    word = "non_consecutive"

    def pairs(self) -> Iterable[tuple[int, int]]:
        return self.board.adjacent()

    def allows(self, a: int, b: int) -> bool:
        return abs(a - b) != 1
