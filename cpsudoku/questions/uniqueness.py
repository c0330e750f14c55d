"""Whether some clues of a solution determine it; see `subsets.clue_oracles`."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Cell
from cpsudoku.board.puzzle import Puzzle, PuzzleLike, Solution
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.answer import Unknown
from cpsudoku.subsets.clue_oracles import SatOracle
from cpsudoku.subsets.oracle import Consistent

if TYPE_CHECKING:
    from cpsudoku.formula.definition import EncodingLike


@dataclass(frozen=True, slots=True)
class Rival:
    """The clues do not determine the solution: `solution` (a byte a cell) has them too."""

    solution: bytes


@dataclass(frozen=True, slots=True)
class Determined:
    """The clues determine the solution; those of `core` already do."""

    core: tuple[Cell, ...]


class Uniqueness:
    """Checks whether clues of *solution* determine it. One incremental solver, locked for threads that share it.

    Any encoding whose clues are single literals serves (all with direct variables).
    """

    def __init__(self, solution: PuzzleLike, *, encoding: EncodingLike | None = None, solver: str = "cadical153"):
        self.solution = Solution.of(solution)
        self._oracle = SatOracle(self.solution.geometry, solver, encoding)
        self._oracle.take(self.solution)
        self._turn = threading.Lock()

    def rival(self, clues: Iterable[Cell], limits: Limits = NO_LIMITS) -> Rival | Determined | Unknown:
        """Is there another solution with the solution's digits in the cells *clues*?"""
        cells = tuple(clues)
        with self._turn:  # a core or model is that of the last question
            answer = self._oracle.check(cells, limits, witness=True)
        if isinstance(answer, Consistent):
            assert answer.grid is not None
            return Rival(answer.grid)
        return (
            answer if isinstance(answer, Unknown) else Determined(tuple(cell for cell in cells if cell in answer.core))
        )

    def puzzle(self, clues: Iterable[Cell]) -> Puzzle:
        """The puzzle with the solution's digits in the cells *clues*."""
        return self.solution.puzzle.only(tuple(clues))

    def close(self) -> None:
        """Free the solver's memory."""
        with self._turn:
            self._oracle.close()

    def __enter__(self) -> Uniqueness:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
