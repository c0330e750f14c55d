"""True candidates by SAT: one live solver, queried repeatedly for a solution that shows something new.

The solver's phases are steered to candidates not yet seen often enough, and a clause under an assumption asks for one
of them: so each answer clears some, or shows that none is left. After Interactive Sudoku Solver's "true candidates",
and backbone computation (Janota, Lynce, Marques-Silva: Algorithms for computing backbones of propositional formulae,
2015).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from cpsudoku.budget import Budget, Limits
from cpsudoku.engines.answer import Sat, Unknown
from cpsudoku.engines.sat.pysat_solvers import Incremental
from cpsudoku.engines.support import Candidate, Support, Tally

STEERED = "cadical153"
"""The solver of PySAT that follows phases best: 32 questions on the empty 9x9 board, Glucose 232, MiniSat 313."""


@dataclass
class Steering:
    """A loaded solver and a tally that it fills; `resume` it, close the solver yourself.

    The solver's variables end with *last*. *variable* has a variable for each candidate that some solution lacks or may
    lack; the rest of `tally.open` is in every solution. *grid_of* makes the (checked) grid of a model.
    """

    solver: Incremental
    tally: Tally
    variable: Mapping[Candidate, int]
    last: int
    grid_of: Callable[[list[int]], bytes]

    def __post_init__(self) -> None:
        self._wanted: list[int] = []  # the selector of the clause that asks for something new
        self.solver.prefer(sorted(self.variable[c] for c in self.tally.open if c in self.variable))

    def support(self, budget: Budget) -> Support:
        """Fill the tally within what is left of *budget*; closes the solver."""
        with self.solver:
            done = self.resume(budget.left())
            return self.tally.support("" if done else budget.limits.reached)

    def know(self, grids: Iterable[bytes]) -> None:
        """(Checked) solutions from elsewhere."""
        for grid in grids:
            self._enter(grid)
        self._ask()

    def resume(self, limits: Limits) -> bool:
        """Ask on until nothing is open (True), or *limits*, counted from now, are reached."""
        budget, before = Budget(limits), self.solver.conflicts() if limits.conflicts is not None else 0
        while self.tally.open:
            if limits.conflicts is not None:
                budget.spent = self.solver.conflicts() - before
            left = budget.left()
            if left.spent:
                return False
            answer = self.solver.solve(self._wanted, left)
            if isinstance(answer, Unknown):
                return False
            if not isinstance(answer, Sat):
                self.tally.close()
                break
            grid = self.grid_of(answer.model)
            self._enter(grid)
            if self.tally.most > 1:  # counted are different solutions
                side = len(self.tally.counts) // len(grid)
                digits = (self.variable.get(cell * side + digit - 1) for cell, digit in enumerate(grid))
                clause = [-v for v in digits if v is not None]
                if not clause:  # there was nothing to choose
                    self.tally.close()
                    break
                self.solver.add(clause)
            self._ask()
        return True

    def _enter(self, grid: bytes) -> None:
        seen = [self.variable[c] for c in self.tally.enter(grid) if c in self.variable]
        self.solver.prefer([-v for v in seen])

    def _ask(self) -> None:
        """From now on for one of the candidates that are open."""
        if self._wanted:
            self.solver.add([-self._wanted[0]])
            self._wanted = []
        if all(c in self.variable for c in self.tally.open):  # else any further solution counts
            self.last += 1
            self._wanted = [self.last]
            self.solver.add([-self.last, *sorted(self.variable[c] for c in self.tally.open)])
