"""What a search for true candidates finds: in how many solutions each candidate occurs.

A candidate is a number here: `cell * side + digit - 1`, with the digit as the cell's byte has it (from 1).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cpsudoku.board.geometry import Geometry

Candidate = int


@dataclass(frozen=True, slots=True)
class Support:
    """`counts`: for each candidate the solutions seen that have it, up to a bound.

    `open`: candidates that may be in more, ascending; empty where everything is known. `why`: non-empty exactly where a
    limit ended the search before that.
    """

    counts: tuple[int, ...]
    open: tuple[Candidate, ...] = ()
    why: str = ""

    @classmethod
    def of_masks(cls, side: int, seen: Sequence[int], open_: Sequence[int] = (), why: str = "") -> Support:
        """Of candidates seen in a solution, and of those that are open: a mask a cell, bit 0 for the first digit."""
        counts = tuple(chain.from_iterable([_bits(mask, side) for mask in seen]))
        left = [cell * side + k for cell, mask in enumerate(open_) if mask for k in range(side) if mask >> k & 1]
        return cls(counts, tuple(left), why if left else "")


@lru_cache(maxsize=4096)
def _bits(mask: int, side: int) -> tuple[int, ...]:
    return tuple(mask >> k & 1 for k in range(side))


class Tally:
    """A `Support` in the making: what is seen so far, up to *most* solutions a candidate, and what is still open."""

    __slots__ = ("_seen", "_side", "counts", "most", "open")

    def __init__(self, cells: bytes, geometry: Geometry, most: int = 1) -> None:
        self._side, self.most = geometry.side, most
        self.counts = [0] * (geometry.size * geometry.side)
        self.open: set[Candidate] = set()
        self._seen: set[bytes] = set()
        side = geometry.side
        for cell, (digit, mask) in enumerate(zip(cells, geometry.open_digits(cells))):
            if digit:
                self.open.add(cell * side + digit - 1)
            else:
                self.open.update(cell * side + k for k in range(side) if mask >> k & 1)

    @classmethod
    def of_masks(cls, geometry: Geometry, seen: Sequence[int], open_: Sequence[int]) -> Tally:
        """One that begins with what masks say (see `Support.of_masks`); a solution a candidate is enough."""
        tally = object.__new__(cls)
        tally._side, tally.most, tally._seen = geometry.side, 1, set()
        begun = Support.of_masks(geometry.side, seen, open_)
        tally.counts, tally.open = list(begun.counts), set(begun.open)
        return tally

    def enter(self, grid: bytes) -> list[Candidate]:
        """One more solution, unless it was seen before; the candidates that need no further one."""
        if self.most > 1:
            if grid in self._seen:
                return []
            self._seen.add(grid)
        side, done = self._side, []
        for cell, digit in enumerate(grid):
            candidate = cell * side + digit - 1
            if candidate in self.open:
                self.counts[candidate] += 1
                if self.counts[candidate] == self.most:
                    self.open.discard(candidate)
                    done.append(candidate)
        return done

    def close(self, candidates: Iterable[Candidate] | None = None) -> None:
        """These (all) are in no further solution."""
        self.open.difference_update(self.open.copy() if candidates is None else candidates)

    def support(self, why: str = "") -> Support:
        """What is known now."""
        return Support(tuple(self.counts), tuple(sorted(self.open)), why if self.open else "")
