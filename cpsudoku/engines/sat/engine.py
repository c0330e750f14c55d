"""Engine `sat`: two routes to the solutions of a puzzle.

`--simplify singles`: the kernel propagates singles, and what stays open becomes a small formula for a
fresh solver (Minicard with native at-most-one by default: few rows, quick to load; large boards: `large_boards`).
`--simplify none`: the full formula of an encoding in one incremental solver, see `full_formula`. It decides; where it
finds more solutions than are asked for, those shown are found anew by the first route (some 0.3 ms at 9x9), so that
they do not depend on what the solver was asked before.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits, until
from cpsudoku.engines.block import Answers, AnswersBuilder, By, Found, Status
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.engines.options import EngineOptions, check_simplify
from cpsudoku.engines.sat.propagation import board_of
from cpsudoku.engines.support import Support, Tally
from cpsudoku.engines.witnesses import check_witnesses
from cpsudoku.errors import EnginesDisagree, UsageError
from cpsudoku.kernels.classic.verdicts import by_singles
from cpsudoku.kernels.clauses.clause_template import lists
from cpsudoku.kernels.clauses.merging import Merging
from cpsudoku.kernels.general.singles import CONTRADICTION, OPEN, SOLVED
from cpsudoku.kernels.literals import placed
from cpsudoku.lending import Lender

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint
    from cpsudoku.engines.sat.full_formula import FullFormula
    from cpsudoku.engines.sat.open_boards import OpenBoards
    from cpsudoku.formula.clauses import Formula
    from cpsudoku.formula.definition import Encoding

KERNEL_SIDE = 64
"""Digits of a board up to which the kernel serves constraints."""
KERNEL_NODES = 3000
"""With constraints: branches of the kernel without a new solution after which SAT takes over."""
_SEARCH, _DEFECT = 9, 3
_FROM_SINGLES = bytes.maketrans(
    bytes([OPEN, SOLVED, CONTRADICTION]), bytes([_SEARCH, Status.UNIQUE, Status.IMPOSSIBLE])
)

_FILLED = bytes([Status.UNKNOWN, Status.UNIQUE]).ljust(256, bytes([Status.UNKNOWN]))
"""The status of what vectors filled, and of what they left."""


class SatEngine(Engine):
    """Engine `sat`, or `sat:NAME` for any solver PySAT ships. Threads may share one: each works with boards and
    solvers of its own."""

    target = "cnf"
    serves_constraints = True

    def __init__(
        self,
        geometry: Geometry,
        argument: str | None = None,
        *,
        encoding: str | Path | Encoding | None = None,
        simplify: str | None = None,
        seed: int | None = None,
    ):
        if simplify not in (None, "singles", "none"):
            raise UsageError(f"simplify {simplify!r} is unknown; known: singles, none")
        if simplify == "singles" and encoding is not None:
            raise UsageError("an encoding is measured on its full formula: leave --simplify out, or say none")
        self.geometry = geometry
        self.simplify = simplify or ("none" if encoding is not None else "singles")
        self.solver = _solver_named(argument) if argument else None
        self.name = f"sat:{argument}" if argument else "sat"
        self._encoding = encoding
        self._reduced: Encoding | None = None
        """The encoding, where it has a formula of its own for each puzzle."""
        if self.simplify == "none":
            loaded = _loaded(encoding, geometry)
            self.encoding_name = loaded.name
            self._reduced = loaded if loaded.givens == "reduce" else None
        if self.simplify == "none" and self._reduced is None:
            self._full = Lender(partial(_full_formula, encoding, geometry, self.solver), 1)

    @classmethod
    def under(
        cls,
        geometry: Geometry,
        constraints: tuple[Constraint, ...],
        argument: str | None = None,
        **options: Unpack[EngineOptions],
    ) -> Engine:
        """See `Engine.under`: the kernel first, unless a solver, an encoding or simplify="none" was named."""
        named = argument is not None or options.get("encoding") is not None or options.get("simplify") == "none"
        if not named and geometry.side <= KERNEL_SIDE:
            from cpsudoku.engines.hybrid import HybridEngine

            check_simplify(options.get("simplify"))
            return HybridEngine(geometry, constraints, "sat", KERNEL_NODES)
        from cpsudoku.engines.sat.constrained import ConstrainedSat

        return ConstrainedSat(geometry, constraints, argument, **options)

    @cached_property
    def _opened(self) -> OpenBoards:
        """How what singles leave open is searched."""
        from cpsudoku.engines.sat.open_boards import OpenBoards

        return OpenBoards(self.geometry, self.solver)

    @property
    def formula(self) -> Formula:
        """The full formula of this engine's encoding (`full_encoding` where none was named)."""
        return _formula(self._encoding, self.geometry)

    def prepare(self) -> bool:
        """See `Engine.prepare`: the full formula, where it is searched."""
        return self.simplify == "none" and self._reduced is None and bool(self.formula)

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`."""
        if self.simplify == "none":
            started = time.perf_counter()
            if self._reduced is not None:
                outcome = self._of_its_own(self._reduced, cells, limit, limits)
            else:
                with self._full() as full:
                    outcome = full.search(cells, limit, limits)
            if outcome.why or not outcome.solutions or outcome.complete:
                return replace(outcome, solutions=tuple(sorted(outcome.solutions)))
            # there are more: which ones a live solver finds depends on the puzzles before, a fresh one's do not
            left = Limits(limits.after(time.perf_counter() - started).seconds)
            afresh = self._by_singles(cells, len(outcome.solutions), left).solutions
            return outcome if len(afresh) < len(outcome.solutions) else replace(outcome, solutions=afresh)
        return self._by_singles(cells, limit, limits)

    def _of_its_own(self, encoding: Encoding, cells: bytes, limit: int, limits: Limits) -> Outcome:
        """By the formula that the puzzle's givens leave of the encoding, in a fresh solver."""
        from cpsudoku.engines.sat.full_formula import FullFormula
        from cpsudoku.engines.sat.pysat_solvers import reason_of, what_is_left
        from cpsudoku.formula.givens import formula_for

        started, wall = time.process_time(), time.perf_counter()
        try:
            with until(limits.deadline(wall)):
                made = formula_for(encoding, self.geometry, cells)
        except BudgetSpent:
            return Outcome((), False, reason_of(limits))
        stats = {"encode_seconds": time.process_time() - started}
        stats |= {"variables": made.variables, "clauses": len(made.clauses) + len(made.atmosts)}
        if [] in made.clauses:
            return Outcome((), True, "", stats)
        if not made.variables:  # every cell is given, and nothing is left to contradict it
            return Outcome((cells,), True, "", stats)
        full = FullFormula(made, self.solver)
        try:
            outcome = full.search(cells, limit, what_is_left(limits, wall, 0))
        finally:
            full.close()
        return replace(outcome, stats={**outcome.stats, **stats})

    def _by_singles(self, cells: bytes, limit: int, limits: Limits) -> Outcome:
        with board_of(self.geometry) as board:
            status = board.load(cells)
            if status == CONTRADICTION:
                return Outcome((), True)
            if status == SOLVED:
                return Outcome((board.values(),), True)
            left = self._opened.left(board)
        return self._opened.search(left, limit, limits, {})

    def verify_block(self, cells: bytes, limits: Limits = NO_LIMITS) -> Answers:
        """See `Engine.verify_block`: singles of all puzzles at once, then SAT for those left open.

        `by` says what decided each: SAT, or what came before it.
        """
        if self.simplify == "none":
            answers = super().verify_block(cells, limits)
            answers.by = bytes([By.SAT]) * len(answers.statuses)
            return answers
        if not self.geometry.is_classic:
            return self._block_by_singles(cells, limits)
        filled, grids = by_singles(cells)
        if 0 not in filled:
            return Answers(filled.translate(_FILLED), grids, by=bytes(len(filled)))
        return self._unfilled(cells, filled, grids, limits)

    def solve_block(self, cells: bytes, limit: int = 1, limits: Limits = NO_LIMITS) -> Found:
        """See `Engine.solve_block`: singles of a classic block at once, then one search for each puzzle left open."""
        if self.simplify == "none" or not self.geometry.is_classic:
            return super().solve_block(cells, limit, limits)
        filled, grids = by_singles(cells)
        if 0 not in filled:
            return Found(array("q", [1]) * len(filled), filled, grids)
        return Found.of(
            Outcome((grids[81 * k : 81 * k + 81],), True)
            if done
            else self._by_singles(grids[81 * k : 81 * k + 81], limit, limits)
            for k, done in enumerate(filled)
        )

    def _unfilled(self, cells: bytes, filled: bytes, grids: bytes, limits: Limits) -> Answers:
        """The answers to a classic block: what vectors *filled* has its grid, the rest is propagated and searched."""
        draft = AnswersBuilder(len(filled), 81)
        draft.statuses[:], draft.grids[:] = filled.translate(_FILLED), grids
        by, merging = bytearray(len(filled)), Merging()
        with board_of(self.geometry) as board:
            for index, done in enumerate(filled):
                if done:
                    continue
                draft.grids[81 * index : 81 * index + 81] = bytes(81)  # as far as vectors came, see `grids`
                status = board.load(grids, 81 * index)
                if status == OPEN:
                    draft.enter(index, self._opened.search(self._opened.left(board), 2, limits, None, merging))
                    by[index] = By.SAT if merging.variables else By.MERGING
                else:
                    solved = (board.values(),) if status == SOLVED else ()
                    draft.enter(index, Outcome(solved, True))
        return draft.answers(bytes(by))

    def _block_by_singles(self, cells: bytes, limits: Limits) -> Answers:
        size = self.geometry.size
        number = len(cells) // size
        draft = AnswersBuilder(number, size)
        by, merging = bytearray(number), Merging()
        loaded = number - 1  # the puzzle that stands on the board
        with board_of(self.geometry) as board:
            board.batch(cells, number, draft.grids, draft.statuses)
            if _DEFECT in draft.statuses:
                wrong = draft.statuses.index(_DEFECT) + 1
                raise EnginesDisagree(f"singles gave a wrong grid for puzzle {wrong} of a block")
            draft.statuses = draft.statuses.translate(_FROM_SINGLES)
            for index, status in enumerate(draft.statuses):
                if status == Status.UNIQUE:
                    continue
                start = index * size
                draft.grids[start : start + size] = bytes(size)  # as far as singles came
                if status == _SEARCH:
                    if index != loaded:
                        board.load(cells, start)
                        loaded = index
                    left = self._opened.left(board)
                    draft.enter(index, self._opened.search(left, 2, limits, None, merging))
                    by[index] = By.SAT if self._opened.large or merging.variables else By.MERGING
        return draft.answers(bytes(by))

    def iterate(self, cells: bytes) -> Iterator[bytes]:
        """All solutions, one after the other, by the route of `simplify="singles"`."""
        with board_of(self.geometry) as board:  # given back before the first solution is handed out
            status = board.load(cells)
            solved = board.values() if status == SOLVED else None
            left = self._opened.left(board) if status == OPEN else None
        if solved is not None:
            yield solved
        elif left is not None:
            for grid in self._opened.grids(left):
                assert grid is not None
                yield grid

    def support(self, cells: bytes, most: int = 1, limits: Limits = NO_LIMITS, jobs: int = 1) -> Support:
        """See `Engine.support`: by one solver for all questions, see `steering`."""
        from cpsudoku.engines.sat.candidate_support import STEERED, steered
        from cpsudoku.engines.sat.pysat_solvers import Incremental, exactly_one
        from cpsudoku.engines.sat.residual import Left
        from cpsudoku.formula.reduced import reduced

        started = time.perf_counter()
        tally = Tally(cells, self.geometry, most)
        with board_of(self.geometry) as board:
            status = board.load(cells)
            if status == SOLVED:
                tally.enter(board.values())
            if status != OPEN:
                tally.close()
                return tally.support()
            left = Left.on(board, stated=not self._opened.large)
        side = self.geometry.side
        fixed = {cell * side + digit - 1 for cell, digit in enumerate(left.fixed) if digit}
        tally.close(tally.open - fixed - set(left.candidates))
        puzzle = Puzzle.trusted(cells, self.geometry)

        def grid_of(model: Sequence[int]) -> bytes:
            grid = placed(left.fixed, list(model), left.candidates, side)
            check_witnesses(puzzle, (grid,))
            return grid

        variable = {candidate: v for v, candidate in enumerate(left.candidates, start=1)}
        name, last = self.solver or STEERED, len(variable)
        if self._opened.large:
            formula = reduced(self.geometry, list(left.candidates))
            clauses, last = array("i"), formula.variables
            formula.feed(lambda clause: clauses.extend((*clause, 0)))
            solver = Incremental(name, clauses)
        else:
            solver = exactly_one(name, lists(left.rows, len(left.rows)))
        return steered(solver, tally, variable, last, grid_of, limits, started)


def _solver_named(name: str) -> str:
    from cpsudoku.engines.sat.pysat_solvers import solver_named

    return solver_named(name)


def _loaded(encoding: str | Path | Encoding | None, geometry: Geometry) -> Encoding:
    from cpsudoku.formula import catalog
    from cpsudoku.formula.clauses import full_encoding

    return catalog.load(encoding or full_encoding(geometry))


def _formula(encoding: str | Path | Encoding | None, geometry: Geometry) -> Formula:
    from cpsudoku.formula.clauses import formula

    return formula(_loaded(encoding, geometry), geometry)


def _full_formula(encoding: str | Path | Encoding | None, geometry: Geometry, solver: str | None) -> FullFormula:
    from cpsudoku.engines.sat.full_formula import FullFormula

    return FullFormula(_formula(encoding, geometry), solver)
