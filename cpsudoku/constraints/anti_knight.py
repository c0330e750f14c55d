"""No two equal digits a knight's move apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values, at_offsets
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Different, Statement


@dataclass(frozen=True, repr=False)
class AntiKnight(Constraint):
    """Cells a chess knight's move apart hold different digits."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Flag("antiknight"),
        iss.Bare("AntiKnight"),
        artwork.Drawn(
            "anti_knight", r"anti-?knight|(?=.*\bknight)(?=.*(not\b|never|cannot|can't|differ|\bno\b))", "board"
        ),
    )
    word: ClassVar[str] = "anti_knight"

    def _pairs(self) -> Iterator[tuple[int, int]]:
        return at_offsets(self.board, ((1, 2), (2, 1), (1, -2), (2, -1)))

    def holds(self, values: Values) -> bool:
        return all(values[a] is None or values[a] != values[b] for a, b in self._pairs())

    def statement(self) -> Statement:
        return tuple(Different(pair) for pair in self._pairs())
