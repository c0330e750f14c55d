"""Engine `sat`: two routes to the solutions of a puzzle.

`--simplify singles`: the kernel propagates singles, and what stays open becomes a small formula for a
fresh solver (Minicard with native at-most-one by default: few rows, quick to load; large boards: `large_boards`).
`--simplify none`: the full formula of an encoding in one incremental solver, see `full_formula`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cpsudoku.board.geometry import Geometry
from cpsudoku.engines.engine import NO_LIMITS, Limits, Outcome
from cpsudoku.engines.sat.full_formula import FULL_ENCODING, FullFormula
from cpsudoku.engines.sat.large_boards import LARGE_SIDE, large_models
from cpsudoku.engines.sat.propagation import board_of
from cpsudoku.engines.sat.pysat_solvers import NATIVE_AT_MOST, minicard_models, models_of, reason_of, solver_named
from cpsudoku.errors import EnginesDisagree, UsageError
from cpsudoku.kernels.general.singles import CONTRADICTION, OPEN, SOLVED, Board
from cpsudoku.lending import Lender

if TYPE_CHECKING:
    from cpsudoku.formula.clauses import Formula
    from cpsudoku.formula.definition import Encoding

_SEARCH, _DEFECT = 9, 3
_FROM_SINGLES = bytes.maketrans(bytes([OPEN, SOLVED, CONTRADICTION]), bytes([_SEARCH, 0, 2]))


class Left(NamedTuple):
    """What propagation left open of one puzzle, away from the board that found it.

    `rows`: exactly one of each holds; variable v is `candidates[v - 1]` (see `Board.residue`). `seconds` it took.
    """

    fixed: bytes
    rows: list[list[int]]
    candidates: list[int]
    seconds: float

    @classmethod
    def on(cls, board: Board) -> Left:
        """What the board's last `load` left."""
        started = time.process_time()
        fixed = board.values()
        rows, candidates = board.residue()
        return cls(fixed, rows, candidates, time.process_time() - started)


class SatEngine:
    """Engine `sat`, or `sat:NAME` for any solver PySAT ships. Threads may share one: each works with boards and
    solvers of its own."""

    def __init__(
        self,
        geometry: Geometry,
        argument: str | None = None,
        *,
        encoding: str | Path | Encoding | None = None,
        simplify: str | None = None,
        seed: int = 0,
    ):
        if simplify not in (None, "singles", "none"):
            raise UsageError(f"simplify {simplify!r} is unknown; known: singles, none")
        if simplify == "singles" and encoding is not None:
            raise UsageError("an encoding is measured on its full formula: leave --simplify out, or say none")
        self.geometry = geometry
        self.simplify = simplify or ("none" if encoding is not None else "singles")
        self.solver = solver_named(argument) if argument else None
        self.name = f"sat:{argument}" if argument else "sat"
        self._encoding = encoding
        self._full = Lender(partial(_full_formula, encoding, geometry, self.solver), 1)

    @property
    def formula(self) -> Formula:
        """The full formula of this engine's encoding (`FULL_ENCODING` where none was named)."""
        return _formula(self._encoding, self.geometry)

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`."""
        if self.simplify == "none":
            with self._full() as full:
                return full.search(cells, limit, limits)
        with board_of(self.geometry) as board:
            status = board.load(cells)
            if status == CONTRADICTION:
                return Outcome((), True)
            if status == SOLVED:
                return Outcome((board.values(),), limit != 1)
            left = Left.on(board)
        return self._search_open(left, limit, limits)

    def asked_solver(self, outcome: Outcome) -> bool:
        """True where singles had not settled it, so that a SAT solver was asked."""
        return self.simplify == "none" or "variables" in outcome.stats

    def verify_block(self, cells: bytes, number: int) -> tuple[bytes, bytes, dict[int, bytes], dict[int, str], bytes]:
        """Search *number* puzzles for two solutions each: statuses, first grids, second grids and reasons by index.

        A status is 0 unique, 1 multiple, 2 impossible. Grids are checked against the rules and the clues. The last part
        is 1 for each puzzle that reached a SAT solver, 0 for what singles settled.
        """
        with board_of(self.geometry) as board:
            return self._verify_block(board, cells, number)

    def _verify_block(
        self, board: Board, cells: bytes, number: int
    ) -> tuple[bytes, bytes, dict[int, bytes], dict[int, str], bytes]:
        size = self.geometry.size
        statuses, grids = bytearray(number), bytearray(number * size)
        seconds: dict[int, bytes] = {}
        singles = self.simplify == "singles"
        if singles:
            board.batch(cells, number, grids, statuses)
            if _DEFECT in statuses:
                raise EnginesDisagree(f"singles gave a wrong grid for puzzle {statuses.index(_DEFECT) + 1} of a block")
            statuses = statuses.translate(_FROM_SINGLES)
            todo = [k for k, status in enumerate(statuses) if status == _SEARCH]
        else:
            todo = list(range(number))
        asked = bytearray(number)
        for k in todo:
            asked[k] = 1
            start = k * size
            clues = cells[start : start + size]
            if singles:
                board.load(clues)
                found = self._search_open(Left.on(board), 2, NO_LIMITS).solutions
            else:
                found = self.search(clues, 2).solutions
            for grid in found:
                if not board.is_solution(grid, clues):
                    raise EnginesDisagree(f"{self.name} gave a wrong grid for puzzle {k + 1} of a block")
            statuses[k] = (2, 0, 1)[len(found)]
            if found:
                grids[start : start + size] = found[0]
            if len(found) > 1:
                seconds[k] = found[1]
        return bytes(statuses), bytes(grids), seconds, {}, bytes(asked)

    def iterate(self, cells: bytes) -> Iterator[bytes]:
        """All solutions, one after the other, by the route of `simplify="singles"`."""
        with board_of(self.geometry) as board:  # given back before the first solution is handed out
            status = board.load(cells)
            left = None if status == CONTRADICTION else Left.on(board)
        if left is not None and status == SOLVED:
            yield left.fixed
        elif left is not None:
            for grid in self._grids(left, NO_LIMITS, {}):
                assert grid is not None
                yield grid

    def _search_open(self, left: Left, limit: int, limits: Limits) -> Outcome:
        found: list[bytes] = []
        stats: dict[str, float] = {}
        for grid in self._grids(left, limits, stats):
            if grid is None:
                return Outcome(tuple(found), False, reason_of(limits), stats)
            found.append(grid)
            if len(found) == limit:
                return Outcome(tuple(found), False, "", stats)
        return Outcome(tuple(found), True, "", stats)

    def _grids(self, left: Left, limits: Limits, stats: dict[str, float]) -> Iterator[bytes | None]:
        """The solutions of what is left open; None where a limit ended the search.

        *stats* gets the size of the formula, and where it can be told the seconds for making and loading it.
        """
        fixed, rows, candidates, seconds = left
        stats.update(variables=len(candidates), clauses=len(rows), encode_seconds=seconds)
        models: Iterator[list[int] | None]
        if self.geometry.side >= LARGE_SIDE and self.solver not in NATIVE_AT_MOST:
            del stats["clauses"]  # that formula has others than these rows
            candidates.reverse()  # cells with few candidates first
            models = large_models(self.solver, self.geometry, candidates, limits)
        elif self.solver in (None, "minicard"):
            models = minicard_models(rows, limits, stats)
        else:
            models = models_of(self.solver or "minicard", rows, limits)
        side = self.geometry.side
        for model in models:
            if model is None:
                yield None
                return
            grid = bytearray(fixed)
            for v in islice(model, len(candidates)):
                if v > 0:
                    cell, digit = divmod(candidates[v - 1], side)
                    grid[cell] = digit + 1
            yield bytes(grid)


def _formula(encoding: str | Path | Encoding | None, geometry: Geometry) -> Formula:
    from cpsudoku.formula import shelf
    from cpsudoku.formula.clauses import formula

    return formula(shelf.load(encoding or FULL_ENCODING), geometry)


def _full_formula(encoding: str | Path | Encoding | None, geometry: Geometry, solver: str | None) -> FullFormula:
    return FullFormula(_formula(encoding, geometry), solver)
