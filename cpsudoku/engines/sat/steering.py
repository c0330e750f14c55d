"""True candidates by SAT: one live solver, asked again and again for a solution that shows something new.

The solver's phases are steered to candidates not yet seen often enough, and a clause under an assumption asks for one
of them: so each answer clears some, or says that none is left. After Interactive Sudoku Solver's "true candidates",
and backbone computation (Janota, Lynce, Marques-Silva: Algorithms for computing backbones of propositional formulae,
2015).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cpsudoku.engines.answer import Sat, Unknown
from cpsudoku.engines.engine import Limits
from cpsudoku.engines.sat.pysat_solvers import Incremental, what_is_left
from cpsudoku.engines.support import Candidate, Support, Tally

STEERED = "cadical153"
"""The solver of PySAT that follows phases best: 32 questions on the empty 9x9 board, Glucose 232, MiniSat 313."""


def steered(
    solver: Incremental,
    tally: Tally,
    variable: Mapping[Candidate, int],
    last: int,
    grid_of: Callable[[Sequence[int]], bytes],
    limits: Limits,
    started: float,
) -> Support:
    """Fill *tally* from a loaded solver whose variables end with *last*; closes the solver.

    *variable* has a variable for each candidate that some solution lacks or may lack; the rest of `tally.open` is in
    every solution. *grid_of* makes the (checked) grid of a model.
    """
    with solver:
        solver.prefer(sorted(variable[c] for c in tally.open if c in variable))
        wanted: list[int] = []  # the clause's selector, from the second question on
        while tally.open:
            conflicts = solver.counters().get("conflicts", 0) if limits.conflicts is not None else 0
            left = what_is_left(limits, started, int(conflicts))
            if left.spent:
                return tally.support(limits.reached)
            answer = solver.solve(wanted, left)
            if isinstance(answer, Unknown):
                return tally.support(limits.reached)
            if not isinstance(answer, Sat):
                tally.close()
                break
            grid = grid_of(answer.model)
            seen = [variable[c] for c in tally.enter(grid) if c in variable]
            solver.prefer([-v for v in seen])
            if tally.most > 1:  # counted are different solutions
                side = len(tally.counts) // len(grid)
                digits = (variable.get(cell * side + digit - 1) for cell, digit in enumerate(grid))
                clause = [-v for v in digits if v is not None]
                if not clause:  # there was nothing to choose
                    tally.close()
                    break
                solver.add(clause)
            if wanted:
                solver.add([-wanted[0]])
                wanted = []
            if all(c in variable for c in tally.open):  # else any further solution counts
                last += 1
                wanted = [last]
                solver.add([-last, *sorted(variable[c] for c in tally.open)])
        return tally.support()
