"""Engine `sat`: two routes to the solutions of a puzzle.

`--simplify singles`: the kernel propagates singles, and what stays open becomes a small formula for a
fresh solver (Minicard with native at-most-one by default: few rows, quick to load; large boards: `large_boards`).
`--simplify none`: the full formula of an encoding in one incremental solver, see `full_formula`. It decides; where it
finds more solutions than are asked for, those shown are found anew by the first route (some 0.3 ms at 9x9), so that
they do not depend on what the solver was asked before.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Unpack

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, Budget, BudgetSpent, Limits
from cpsudoku.engines.block import Answers, AnswersBuilder, DecidedBy, Found, Status
from cpsudoku.engines.engine import Engine, EngineOptions, Outcome, collect
from cpsudoku.engines.sat.propagation import board_of
from cpsudoku.engines.support import Support, Tally
from cpsudoku.engines.witnesses import check_witnesses
from cpsudoku.errors import EnginesDisagree, UsageError
from cpsudoku.kernels.classic.verdicts import by_singles
from cpsudoku.kernels.clauses.clause_template import lists
from cpsudoku.kernels.clauses.literals import placed
from cpsudoku.kernels.clauses.merging import Merging
from cpsudoku.kernels.general.singles import CONTRADICTION, OPEN, SOLVED, Propagator
from cpsudoku.lending import Lender

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint
    from cpsudoku.engines.sat.full_formula import FreshSolvers, FullFormula
    from cpsudoku.engines.sat.residual import OpenBoards
    from cpsudoku.formula.clauses import Formula
    from cpsudoku.formula.definition import Encoding, EncodingLike
    from cpsudoku.formula.primitives.to_clauses import Lowering

KERNEL_SIDE = 64
"""Digits of a board up to which the kernel serves constraints."""
_SEARCH, _DEFECT = 9, 3
_FROM_SINGLES = bytes.maketrans(
    bytes([OPEN, SOLVED, CONTRADICTION]), bytes([_SEARCH, Status.UNIQUE, Status.IMPOSSIBLE])
)

_FILLED = bytes([_SEARCH, Status.UNIQUE]).ljust(256, bytes([_SEARCH]))
"""The status of what vectors filled, and of what they left."""


class SatEngine(Engine):
    """Engine `sat`, or `sat:NAME` for any solver PySAT ships. Threads may share one: each works with boards and
    solvers of its own."""

    name = "sat"
    arguments = None
    target = "cnf"
    serves_constraints = True

    def set_up(self) -> None:
        """See `Engine.set_up`."""
        encoding = self.named_encoding
        if self.simplify == "singles":
            if not self.houses_only:
                raise UsageError(
                    "with constraints a named solver or encoding gets the full formula: leave --simplify out"
                )
            if encoding is not None:
                raise UsageError("an encoding is measured on its full formula: leave --simplify out, or say none")
        full = encoding is not None or not self.houses_only
        self.simplify = self.simplify or ("none" if full else "singles")
        self.solver = _solver_named(self.argument) if self.argument else None
        self._encoding: Encoding | None = None
        if self.simplify == "none" and (self.houses_only or encoding is not None):
            self._encoding = _loaded(encoding, self.geometry)
            self.encoding_name = self._encoding.name

    @classmethod
    def supports(
        cls,
        geometry: Geometry,
        constraints: tuple[Constraint, ...],
        argument: str | None = None,
        **options: Unpack[EngineOptions],
    ) -> bool:
        """See `Engine.supports`: constraints where a solver, an encoding or simplify="none" is named."""
        named = argument is not None or options.get("encoding") is not None or options.get("simplify") == "none"
        return named or geometry.side > KERNEL_SIDE or (not constraints and geometry.layout is None)

    @cached_property
    def _opened(self) -> OpenBoards:
        """How what singles leave open is searched."""
        from cpsudoku.engines.sat.residual import OpenBoards

        return OpenBoards(self.geometry, self.solver)

    @cached_property
    def _incremental(self) -> Lender[FullFormula]:
        """The full formula in a live solver."""
        from cpsudoku.engines.sat.full_formula import FullFormula

        return Lender(lambda: FullFormula(self.formula, self.solver), 1)

    @cached_property
    def _fresh(self) -> FreshSolvers | None:
        """A solver for each puzzle, of constraints or where the encoding has a formula of its own for each puzzle."""
        from cpsudoku.engines.sat.full_formula import FreshSolvers
        from cpsudoku.formula.reduced import formula_for

        encoding = self._encoding
        if not self.houses_only:
            return FreshSolvers(lambda cells: self._lowering, self.solver)
        if encoding is not None and encoding.givens == "reduce":
            return FreshSolvers(lambda cells: formula_for(encoding, self.geometry, cells), self.solver)
        return None

    @cached_property
    def _lowering(self) -> Lowering:
        """Houses and constraints as clauses, clues left out."""
        from cpsudoku.formula.primitives.to_clauses import Lowering

        return Lowering(self.geometry, self._encoding, constraints=self.constraints)

    @property
    def formula(self) -> Formula:
        """The full formula of this engine's encoding (`full_encoding` where none was named)."""
        from cpsudoku.formula.clauses import formula

        return formula(self._encoding or _loaded(None, self.geometry), self.geometry)

    def prepare(self) -> bool:
        """See `Engine.prepare`: the full formula, where it is searched, or the constraints."""
        if not self.houses_only:
            _ = self._lowering
            return False
        return self.simplify == "none" and self._fresh is None and bool(self.formula)

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`."""
        if self.simplify == "singles":
            return self._by_singles(cells, limit, limits)
        budget = Budget(limits)
        if self._fresh is None:
            with self._incremental() as full:
                outcome = full.search(cells, limit, limits)
        else:
            stats: dict[str, float] = {}
            outcome = collect(self._fresh.grids(cells, limits, stats), limit, stats)
        if not self.houses_only:
            return outcome
        if outcome.why or not outcome.solutions or outcome.complete:
            return replace(outcome, solutions=tuple(sorted(outcome.solutions)))
        # there are more: which ones a live solver finds depends on the puzzles before, a fresh one's do not
        left = Limits(budget.left().seconds)
        afresh = self._by_singles(cells, len(outcome.solutions), left).solutions
        return outcome if len(afresh) < len(outcome.solutions) else replace(outcome, solutions=afresh)

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
            return super().verify_block(cells, limits)
        if not self.geometry.is_classic:
            return self.verify_apart(cells, limits)
        filled, grids = by_singles(cells)
        if 0 not in filled:
            return Answers(filled.translate(_FILLED), grids, by=bytes(len(filled)))
        draft = AnswersBuilder(len(filled), 81)
        draft.statuses[:], draft.grids[:] = filled.translate(_FILLED), grids
        with board_of(self.geometry) as board:
            self._search_open(draft, board, grids, limits)
        return draft.answers()

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

    def verify_apart(self, cells: bytes, limits: Limits = NO_LIMITS) -> Answers:
        """As `verify_block` by singles, without the kernels that search 9x9 boards: to confirm what these propose."""
        size = self.geometry.size
        number = len(cells) // size
        draft = AnswersBuilder(number, size)
        with board_of(self.geometry) as board:
            board.batch(cells, number, draft.grids, draft.statuses)
            if _DEFECT in draft.statuses:
                wrong = draft.statuses.index(_DEFECT) + 1
                raise EnginesDisagree(f"singles gave a wrong grid for puzzle {wrong} of a block")
            draft.statuses = draft.statuses.translate(_FROM_SINGLES)
            self._search_open(draft, board, cells, limits, number - 1)
        return draft.answers()

    def _search_open(
        self, draft: AnswersBuilder, board: Propagator, cells: bytes, limits: Limits, loaded: int = -1
    ) -> None:
        """Answer the puzzles of *draft* that are to be searched, one by one; number *loaded* is on the board."""
        draft.by, merging, size = bytearray(len(draft.statuses)), Merging(), self.geometry.size
        for index, status in enumerate(draft.statuses):
            if status == Status.UNIQUE:
                continue
            start = index * size
            draft.grids[start : start + size] = bytes(size)  # as far as singles came
            if status != _SEARCH:
                continue
            found = OPEN if index == loaded else board.load(cells, start)
            loaded = index
            if found == OPEN:
                outcome = self._opened.search(self._opened.left(board), 2, limits, None, merging)
                by_sat = self._opened.large or merging.variables
                draft.enter(index, outcome, DecidedBy.SAT if by_sat else DecidedBy.MERGING)
            else:
                draft.enter(index, Outcome((board.values(),) if found == SOLVED else (), True))

    def decided_by(self, outcome: Outcome) -> DecidedBy | None:
        """See `Engine.decided_by`: of full formulas."""
        return DecidedBy.SAT if self.houses_only else None

    def iterate(
        self, cells: bytes, limits: Limits = NO_LIMITS, stats: dict[str, float] | None = None
    ) -> Iterator[bytes]:
        """See `Engine.iterate`; by the route of `simplify="singles"`, except under constraints."""
        if not self.houses_only:
            assert self._fresh is not None
            yield from self._fresh.grids(cells, limits, stats)
            return
        with board_of(self.geometry) as board:  # given back before the first solution is handed out
            status = board.load(cells)
            solved = board.values() if status == SOLVED else None
            left = self._opened.left(board) if status == OPEN else None
        if solved is not None:
            yield solved
        elif left is not None:
            yield from self._opened.grids(left, limits, stats)

    def support(self, cells: bytes, most: int = 1, limits: Limits = NO_LIMITS, jobs: int = 1) -> Support:
        """See `Engine.support`: by one solver for all questions, see `candidate_support`."""
        from cpsudoku.engines.sat.candidate_support import STEERED, Steering
        from cpsudoku.engines.sat.pysat_solvers import Incremental, exactly_one
        from cpsudoku.engines.sat.residual import Left
        from cpsudoku.formula.reduced import reduced

        budget = Budget(limits)
        tally = Tally(cells, self.geometry, most)
        puzzle = Puzzle.trusted(cells, self.geometry, self.constraints)

        def checked(grid: bytes) -> bytes:
            check_witnesses(puzzle, (grid,))
            return grid

        if not self.houses_only:
            assert self._fresh is not None
            try:
                rules, solver = self._fresh.loaded(cells, budget)
            except BudgetSpent:
                return tally.support(limits.reached)
            variable = {candidate: candidate + 1 for candidate in range(len(tally.counts))}
            last = rules.variables
            return Steering(solver, tally, variable, last, lambda model: checked(rules.decode(model))).support(budget)
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

        def grid_of(model: list[int]) -> bytes:
            return checked(placed(left.fixed, model, left.candidates, side))

        variable = {candidate: v for v, candidate in enumerate(left.candidates, start=1)}
        name, last = self.solver or STEERED, len(variable)
        if self._opened.large:
            formula = reduced(self.geometry, list(left.candidates))
            clauses, last = array("i"), formula.variables
            formula.feed(lambda clause: clauses.extend((*clause, 0)))
            solver = Incremental(name, clauses)
        else:
            solver = exactly_one(name, lists(left.rows, len(left.rows)))
        return Steering(solver, tally, variable, last, grid_of).support(budget)


def _solver_named(name: str) -> str:
    from cpsudoku.engines.sat.pysat_solvers import solver_named

    return solver_named(name)


def _loaded(encoding: EncodingLike | None, geometry: Geometry) -> Encoding:
    from cpsudoku.formula import catalog
    from cpsudoku.formula.clauses import full_encoding

    return catalog.load(encoding or full_encoding(geometry))
