"""Large boards: what singles leave open, given to several SAT solvers in turn."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from random import Random

from cpsudoku.board.geometry import Geometry
from cpsudoku.deadline import BudgetSpent, until
from cpsudoku.engines.answer import Answer, Unknown
from cpsudoku.engines.engine import Limits
from cpsudoku.engines.sat.pysat_solvers import LARGE_SOLVER, Incremental, enumerated, what_is_left
from cpsudoku.formula.reduced import reduced

LARGE_SIDE = 25
"""From this side on, what singles leave open is stated with shared intersections and served by LARGE_SOLVERS."""
LARGE_SOLVERS = (LARGE_SOLVER, "glucose4", "glucose4", "cadical153")
"""What open large boards are given to in turn: short attempts of quick solvers, then a steady one to the end."""


def large_models(
    name: str | None, geometry: Geometry, candidates: list[int], limits: Limits
) -> Iterator[list[int] | None]:
    """As `_models` for a formula of a million clauses, handed over one by one instead of as lists of lists.

    Variable v is candidates[v-1]. Search times on these boards are heavy-tailed, so without a named solver
    there are several attempts: fresh solvers with a budget of conflicts, told to try "this candidate holds"
    first and narrow cells before wide ones, in another order each time; then CaDiCaL, slower on most
    boards and steady on the rest, without a budget.
    """
    started = time.perf_counter()
    order = candidates
    spent = attempt = 0
    while True:
        formula = reduced(geometry, order)
        solver = Incremental(name or LARGE_SOLVERS[attempt])
        try:
            with until(None if limits.seconds is None else started + limits.seconds):
                formula.feed(solver.adder())
        except BudgetSpent:
            solver.close()
            yield None
            return
        answer: Answer | None = None
        if name is None and attempt < len(LARGE_SOLVERS) - 1:
            solver.prefer(range(1, len(candidates) + 1))
            left = what_is_left(limits, started, spent)
            budget = min(1000 + formula.clauses // (200 if attempt else 60), left.conflicts or sys.maxsize)
            answer = solver.solve((), Limits(left.seconds, budget))
            if isinstance(answer, Unknown):
                solver.close()
                spent += budget
                left = what_is_left(limits, started, spent)
                if left.seconds == 0 or left.conflicts == 0:
                    yield None
                    return
                attempt += 1
                order = _shuffled(candidates, geometry.side, attempt)
                continue
        number = {candidate: v for v, candidate in enumerate(candidates, start=1)}
        for model in enumerated(solver, len(candidates), limits, started, answer):
            yield None if model is None else [number[order[v - 1]] for v in model[: len(order)] if v > 0]
        return


def _shuffled(candidates: list[int], side: int, seed: int) -> list[int]:
    """The candidates with cells of equal width in another order."""
    cells: dict[int, list[int]] = {}
    for candidate in candidates:
        cells.setdefault(candidate // side, []).append(candidate)
    rng = Random(seed)
    return [x for cell in sorted(cells.values(), key=lambda cell: (len(cell), rng.random())) for x in cell]
