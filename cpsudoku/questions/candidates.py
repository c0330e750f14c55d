"""True candidates: which digits a cell has in some solution, and in how many solutions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cpsudoku.board.arrays import mask_array
from cpsudoku.board.mixins import RichDisplay
from cpsudoku.board.puzzle import Puzzle, PuzzleLike
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.engine import Engine
from cpsudoku.engines.parallel_search import MOST
from cpsudoku.engines.registry import engine_for
from cpsudoku.engines.support import Support
from cpsudoku.errors import UsageError
from cpsudoku.kernels.work_sharing import threads_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["TrueCandidates", "candidates"]

Digits = tuple[tuple[int, ...], ...]
"""Numbers by cell."""


@dataclass(frozen=True, slots=True)
class TrueCandidates(RichDisplay):
    """`digits`: for each cell those it has in some solution, ascending; every one of them was seen in a checked grid.

    `open`: for each cell those not seen before a limit ended the search (`why`), which may or may not occur; empty
    where the search was complete. `counts`, where requested: beside each of `digits` the solutions that have it, at
    most `bound` (which stands for so many or more); where the search was not complete, at least so many.
    """

    puzzle: Puzzle
    digits: Digits
    open: Digits = ()
    counts: Digits = ()
    bound: int = 0
    why: str = ""

    @property
    def complete(self) -> bool:
        """Whether no limit ended the search."""
        return not self.why

    @property
    def word(self) -> str:
        """`unique`, `multiple`, `impossible`; `unknown` where a limit left that open."""
        if any(len(digits) > 1 for digits in self.digits):
            return "multiple"
        if self.why:
            return "unknown"
        return "unique" if all(self.digits) else "impossible"

    @property
    def masks(self) -> tuple[int, ...]:
        """For each cell a bit mask of `digits`: bit 0 stands for the board's first digit."""
        lo = self.puzzle.geometry.lo
        return tuple(sum(1 << digit - lo for digit in digits) for digits in self.digits)

    def to_array(self) -> NDArray[np.bool_]:
        """A numpy array of shape (rows, columns, digits): whether the cell has the digit in some solution."""
        return mask_array(self.masks, self.puzzle.geometry)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as the command's JSON has it."""
        record: dict[str, Any] = {"verdict": self.word, "candidates": [list(digits) for digits in self.digits]}
        record["complete"] = self.complete
        if self.bound:
            record |= {"counts": [list(counts) for counts in self.counts], "bound": self.bound}
        if self.why:
            record |= {"open": [list(digits) for digits in self.open], "message": self.why}
        return record


def candidates(
    puzzle: PuzzleLike, *, counts: int = 0, engine: str | None = None, limits: Limits = NO_LIMITS, jobs: int = 1
) -> TrueCandidates:
    """The true candidates of *puzzle*: for each cell the digits that some solution has there.

    *counts*: count solutions, too, for each candidate up to this number. An impossible puzzle has no candidates.
    Under *limits*, which hold for the whole question, the answer may be partial: it says so (`complete`, `open`).
    *engine*: by default `bitmask` on the classic board, else `sat`, whose search is steered to candidates not yet
    seen; other engines place the candidates one after the other. *jobs* threads (-1: one a core) share a long search
    of `sat` and `constraints` under constraints, unless solutions or conflicts are counted; the answer is the same.
    Raises UsageError, NotationError, WrongInput.
    """
    bound = checked_bound(counts)
    limits = Limits.of(limits)
    threads = threads_of(jobs, MOST)
    puzzle = Puzzle.of(puzzle)
    return answered(puzzle, engine_for(puzzle, engine or default_engine(puzzle)), bound, limits, threads)


def checked_bound(counts: object) -> int:
    """A bound on counts. Raises UsageError."""
    if isinstance(counts, bool) or not isinstance(counts, int) or counts < 0:
        raise UsageError(f"counts {counts!r}: a whole number of solutions to count a candidate, 0 for no counts")
    return counts


def default_engine(puzzle: Puzzle) -> str:
    """The engine where none is named."""
    return "bitmask" if puzzle.houses_only and puzzle.geometry.is_classic else "sat"


def answered(puzzle: Puzzle, engine: Engine, bound: int, limits: Limits, threads: int) -> TrueCandidates:
    """The answer of an engine made for the board and constraints of *puzzle*."""
    return _answer_of(puzzle, engine.support(puzzle.cells, max(1, bound), limits, threads), bound)


def _answer_of(puzzle: Puzzle, found: Support, bound: int) -> TrueCandidates:
    board = puzzle.geometry
    n, lo = board.side, board.lo
    rows = [found.counts[start : start + n] for start in range(0, board.size * n, n)]
    digits = tuple([_digits(row, lo) for row in rows])
    open_: list[list[int]] = [[] for _ in range(board.size)] if found.why else []
    for candidate in found.open:
        if not found.counts[candidate]:
            open_[candidate // n].append(candidate % n + board.lo)
    return TrueCandidates(
        puzzle,
        digits,
        tuple(map(tuple, open_)),
        tuple(tuple(count for count in row if count) for row in rows) if bound else (),
        bound,
        found.why,
    )


@lru_cache(maxsize=4096)
def _digits(row: tuple[int, ...], lo: int) -> tuple[int, ...]:
    """The digits of a cell that some solution has."""
    return tuple(k + lo for k, count in enumerate(row) if count)
