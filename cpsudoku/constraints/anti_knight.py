"""No two equal digits a knight's move apart."""

from __future__ import annotations

from collections.abc import Iterable

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.families import DifferentRule
from cpsudoku.constraints.forms import constraint
from cpsudoku.constraints.patterns import at_offsets


@constraint
class AntiKnight(DifferentRule):
    """Cells a knight's move apart cannot contain the same digit."""

    keys = (
        fpuzzles.Flag("antiknight"),
        iss.Bare("AntiKnight"),
        artwork.Drawn(
            "anti_knight", r"anti-?knight|(?=.*\bknight)(?=.*(not\b|never|cannot|can't|differ|\bno\b))", "board"
        ),
    )
    word = "anti_knight"

    def cell_groups(self) -> Iterable[tuple[int, int]]:
        return at_offsets(self.board, ((1, 2), (2, 1), (1, -2), (2, -1)))
