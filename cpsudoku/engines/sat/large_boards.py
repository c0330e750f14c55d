"""Large boards: what singles leave open, given to repair and to several SAT solvers in turn.

Where there are many solutions, mending the conflicts of a full board (`Repair`) finds one orders of magnitude sooner
than SAT does; it cannot prove that there is none, or no second one. So the two work in turns, counted and not timed:
the same puzzle takes the same way every time.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Generator, Iterator, Sequence
from random import Random

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import Budget, BudgetSpent, Limits
from cpsudoku.engines.answer import Answer, Unknown
from cpsudoku.engines.sat.pysat_solvers import LARGE_SOLVER, Incremental, enumerated
from cpsudoku.formula.reduced import reduced
from cpsudoku.kernels.general.repairing import Repair, pair_count

LARGE_SIDE = 25
"""From this side on, what singles leave open is stated with shared intersections and served by LARGE_SOLVERS."""
LARGE_SOLVERS = (LARGE_SOLVER, "glucose4", "glucose4", "cadical153")
"""What open large boards are given to in turn: short attempts of quick solvers, then a steady one to the end."""
FIRST_MOVES, HOPEFUL, FEW = 5, 30, 15
"""Moves of repair for each candidate, before anything else. It goes on where at most one pair in conflict for so many
open cells was left at a time, or so few in all; elsewhere the steady solver begins, which knows more where a third of
the candidates are gone."""
SQUARE = 40
"""Then it has the square of the number of candidates, divided by this, before SAT begins: more than most need."""
MOVES = 500_000
"""Moves of repair after the first attempt of a solver; each further turn has twice as many as the last."""
MOVES_A_CONFLICT = 200
"""Moves of repair that count as a conflict where conflicts are limited: they take about as long."""
STEADY = 20_000
"""Conflicts of the steady solver's first turn; each of its turns has twice as many as the last."""
LEAST_SLICE, SLICE_WORK = 2000, 200_000_000
"""Conflicts of a slice of it, the fewer the more candidates: up to some three seconds between checks for Ctrl-C."""
MOST_FOUND = 100
"""Solutions that repair looks for; what is beyond is left to a solver."""
MOST_CANDIDATES, MOST_PAIRS = 200_000, 8_000_000
"""Beyond these, boards are not repaired: 8 million pairs take 70 MB."""


def large_models(
    name: str | None,
    geometry: Geometry,
    candidates: list[int],
    limits: Limits,
    stats: dict[str, float] | None = None,
) -> Iterator[list[int]]:
    """As `models_of` for a formula of a million clauses, handed over one by one instead of as lists of lists.

    Variable v is candidates[v-1]. Search times on these boards are heavy-tailed, so without a named solver
    there are several attempts, and `Repair` between them: fresh solvers with a budget of conflicts, that try "this
    candidate holds" first and narrow cells before wide ones, in another order each time; then CaDiCaL, slower on most
    boards and steady on the rest, in turns with repair. Where repair leaves many conflicts, CaDiCaL in turns with it
    does all. Repair begins anew after each solution, until it finds one
    again; what it found is forbidden to the solvers, which look near it first.

    *stats*, where given, gets what the solvers count, all of them together, and the `moves` of repair.
    """
    search = _Turns(geometry, candidates, limits, {} if stats is None else stats)
    if name is not None:
        return search.by_solver(name)
    return search.models()


class _Turns:
    """One board's turns, and what they have spent of its limits."""

    def __init__(self, geometry: Geometry, candidates: list[int], limits: Limits, stats: dict[str, float]) -> None:
        self._geometry, self._candidates, self._budget, self._stats = geometry, candidates, Budget(limits), stats
        self._counted: dict[str, float] = {}  # by the solvers before
        self._repair: Repair | None = None
        self._moves = MOVES
        self._found: list[list[int]] = []  # by repair: variables

    def models(self) -> Iterator[list[int]]:
        """The models by all of LARGE_SOLVERS and repair. Raises BudgetSpent."""
        self._repair = _repair_of(self._geometry, self._candidates)
        open_ = len(self._candidates)
        yield from self._repaired(FIRST_MOVES * open_)
        if self._repair is not None:
            if not self._found and self._repair.best() > max(FEW, len(self._repair.chosen()) // HOPEFUL):
                yield from self.by_solver(LARGE_SOLVERS[-1])
                return
            yield from self._repaired(open_ * open_ // SQUARE)
        for attempt, name in enumerate(LARGE_SOLVERS[:-1]):
            if (yield from self._attempted(attempt, name)):
                return
            yield from self._repaired()
        yield from self.by_solver(LARGE_SOLVERS[-1], len(LARGE_SOLVERS) - 1)

    def by_solver(self, name: str, attempt: int = 0) -> Iterator[list[int]]:
        """The models by this solver, with no bound but the limits; repair, as long as it goes on, has turns between."""
        order = _shuffled(self._candidates, self._geometry.side, attempt) if attempt else self._candidates
        solver, _ = self._loaded(name, order)
        answer, conflicts, own = None, STEADY, 0
        # each slice begins the solver's phases anew: slices of 0.2 s took more than twice as many conflicts
        solver.slice = max(LEAST_SLICE, min(STEADY, SLICE_WORK // len(order)))
        with solver:
            while self._repair is not None:
                answer = solver.solve((), self._budget.left(conflicts))
                self._count(solver.counters())
                if not isinstance(answer, Unknown):
                    break
                self._budget.spent += conflicts
                own += conflicts
                self._budget.check_left()
                answer, conflicts, known = None, 2 * conflicts, len(self._found)
                yield from self._repaired()
                self._forbid(solver, order, known)
            yield from self._enumerated(solver, order, answer, own)

    def _attempted(self, attempt: int, name: str) -> Generator[list[int], None, bool]:
        """A short attempt; whether all models are found."""
        order = _shuffled(self._candidates, self._geometry.side, attempt) if attempt else self._candidates
        solver, clauses = self._loaded(name, order)
        if not self._found:
            solver.prefer(range(1, len(order) + 1))
        conflicts = min(1000 + clauses // (200 if attempt else 60), self._budget.left().conflicts or sys.maxsize)
        answer = solver.solve((), self._budget.left(conflicts))
        if isinstance(answer, Unknown):
            self._counted = self._count(solver.counters())
            solver.close()
            self._budget.spent += conflicts
            self._budget.check_left()
            return False
        yield from self._enumerated(solver, order, answer)
        return True

    def _enumerated(
        self, solver: Incremental, order: Sequence[int], answer: Answer | None, own: int = 0
    ) -> Iterator[list[int]]:
        """All models from here on by this solver, which counts its *own* conflicts so far itself; it is closed."""
        number = {candidate: v for v, candidate in enumerate(self._candidates, start=1)}
        self._budget.spent -= own
        counted: dict[str, float] = {}
        try:
            for model in enumerated(solver, len(order), self._budget, answer, counted):
                self._count(counted)
                yield [number[order[v - 1]] for v in model[: len(order)] if v > 0]
        finally:
            self._count(counted)

    def _repaired(self, moves: int | None = None) -> Iterator[list[int]]:
        """Repair's turn, unless it has ended: the models it finds."""
        if moves is None:
            moves, self._moves = self._moves, 2 * self._moves
        while self._repair is not None:
            self._budget.check_left()
            repair, left = self._repair, self._budget.left()
            before = repair.made()
            here = moves if left.conflicts is None else min(moves, MOVES_A_CONFLICT * left.conflicts)
            done = repair.run(here, left.seconds or 0.0)
            count = repair.made() - before
            self._budget.spent += count // MOVES_A_CONFLICT
            self._stats["moves"] = self._stats.get("moves", 0) + count
            if done:
                model = [v + 1 for v in repair.chosen()]
                self._repair = None
                if model not in self._found:
                    self._found.append(model)
                    yield model
                    if len(self._found) < MOST_FOUND:
                        self._repair = repair
                        repair.begin(len(self._found))
            elif not self._budget.left().spent:
                return

    def _loaded(self, name: str, order: Sequence[int]) -> tuple[Incremental, int]:
        """A solver with the formula, without what repair found, and how many clauses it has. Raises BudgetSpent."""
        formula = reduced(self._geometry, list(order))
        solver = Incremental(name)
        try:
            with self._budget.preparing():
                formula.feed(solver.adder())
        except BudgetSpent:
            solver.close()
            raise
        self._forbid(solver, order, 0)
        return solver, formula.clauses

    def _forbid(self, solver: Incremental, order: Sequence[int], known: int) -> None:
        """Never again what repair found after the first *known*; what is near the last of them first."""
        if len(self._found) == known:
            return
        number = {candidate: v for v, candidate in enumerate(order, start=1)}
        for model in self._found[known:]:
            held = {number[self._candidates[v - 1]] for v in model}
            solver.add([-v for v in sorted(held)])
        solver.prefer(v if v in held else -v for v in range(1, len(order) + 1))

    def _count(self, counters: dict[str, float]) -> dict[str, float]:
        """Note what a solver has counted, beside those before it; the sums."""
        sums = {name: self._counted.get(name, 0) + count for name, count in counters.items()}
        self._stats.update(sums)
        return sums


def _repair_of(geometry: Geometry, candidates: Sequence[int]) -> Repair | None:
    """A repair of these open candidates; None where it would take too much memory."""
    houses = [house.cells for house in geometry.houses]
    if len(candidates) > MOST_CANDIDATES:
        return None
    rows = array("i", candidates)
    return Repair(rows, geometry.side, houses, 0) if pair_count(rows, geometry.side, houses) <= MOST_PAIRS else None


def _shuffled(candidates: list[int], side: int, seed: int) -> list[int]:
    """The candidates with cells of equal width in another order."""
    cells: dict[int, list[int]] = {}
    for candidate in candidates:
        cells.setdefault(candidate // side, []).append(candidate)
    rng = Random(seed)
    return [x for cell in sorted(cells.values(), key=lambda cell: (len(cell), rng.random())) for x in cell]
