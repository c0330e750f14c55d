"""No two equal digits a king's move apart."""

from __future__ import annotations

from collections.abc import Iterable

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.families import DifferentRule
from cpsudoku.constraints.forms import constraint
from cpsudoku.constraints.patterns import at_offsets


@constraint
class AntiKing(DifferentRule):
    """Cells that touch at a corner cannot contain the same digit."""

    keys = (
        fpuzzles.Flag("antiking"),
        iss.Bare("AntiKing"),
        artwork.Drawn(
            "anti_king",
            r"anti-?king|(?=.*\bking('s)?\b)(?=.*(not\b|never|cannot|can't|differ|\bno\b))|"
            r"(?=.*(diagonally (adjacent|touching|next)|touch diagonally))(?=.*(same|equal|identical"
            r"|repeat))(?=.*(not\b|never|cannot|can't))",
            "board",
        ),
    )
    word = "anti_king"

    def cell_groups(self) -> Iterable[tuple[int, int]]:
        return at_offsets(self.board, ((1, 1), (1, -1)))
