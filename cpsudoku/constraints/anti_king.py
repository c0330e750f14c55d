"""No two equal digits a king's move apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values, at_offsets
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Different, Statement


@dataclass(frozen=True, repr=False)
class AntiKing(Constraint):
    """Cells that touch at a corner hold different digits."""

    keys: ClassVar[tuple[Key, ...]] = (
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
    word: ClassVar[str] = "anti_king"

    def _pairs(self) -> Iterator[tuple[int, int]]:
        return at_offsets(self.board, ((1, 1), (1, -1)))

    def holds(self, values: Values) -> bool:
        return all(values[a] is None or values[a] != values[b] for a, b in self._pairs())

    def statement(self) -> Statement:
        return tuple(Different(pair) for pair in self._pairs())
