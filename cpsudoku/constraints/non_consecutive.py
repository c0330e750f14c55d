"""No two consecutive digits side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values, orthogonal
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Pair, Statement, pairs_allowed


@dataclass(frozen=True, repr=False)
class NonConsecutive(Constraint):
    """Cells that share a side do not differ by 1."""

    keys: ClassVar[tuple[Key, ...]] = (
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
    word: ClassVar[str] = "non_consecutive"

    def holds(self, values: Values) -> bool:
        return all(
            a is None or b is None or abs(a - b) != 1
            for a, b in ((values[x], values[y]) for x, y in orthogonal(self.board))
        )

    def statement(self) -> Statement:
        allowed = pairs_allowed(self.digits, lambda x, y: abs(x - y) != 1)
        return tuple(Pair(a, b, allowed) for a, b in orthogonal(self.board))
