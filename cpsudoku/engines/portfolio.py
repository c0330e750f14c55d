"""A portfolio of the kernel's search and a SAT solver, which take turns on one puzzle.

A puzzle that is hard for one of them is often easy for the other, and this is not known in advance. So the solver gets
some conflicts after some branches of the kernel, then the kernel continues where it was, and so on in longer and longer
turns. The solver is loaded with the candidates that were left before the search, and keeps its learnt clauses; it gets
the parts that the kernel has searched completely, and each of the two knows the solutions that the other found. A
kernel that is about to finish is not interrupted, or not for longer than it seems to need; a large formula, on which a
conflict takes long, gets fewer conflicts. Turns are counted, not timed: the same puzzle is searched in the same way
every time.
"""

from __future__ import annotations

import math
import time
from collections.abc import Generator, Iterator, Sequence

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import Budget
from cpsudoku.constraints.base import Constraint
from cpsudoku.engines.answer import Answer, Sat, Unknown
from cpsudoku.engines.model import Model
from cpsudoku.engines.native_backtrackers import resumed
from cpsudoku.engines.parallel_search import Search
from cpsudoku.engines.sat.pysat_solvers import Incremental
from cpsudoku.formula.primitives.to_clauses import Lowering

SOLVER = "cadical153"
MANY = 10_000
"""Solutions beyond which the kernel goes on alone: a solver would need a blocking clause for each of them."""
SUMS, PATIENCE = 12, 8
"""Cages and other sums from which on the kernel's first turn is longer, and how many times: SAT is slow there."""
CONFLICTS, FEWER = 4000, 4
"""Of the solver's first turn; where sums are many, so many times fewer."""
SHARE = 18
"""Branches of the kernel for one conflict of the solver from its second turn on: three to four times the time."""
LEFT = 0.6
"""A turn of the kernel that left at most this share of the search (`RuleSearch.left`) is made longer by as much; so is
one that seems to need no more branches than it took."""
WORTH = 2
"""Branches that the kernel seems to have left for each conflict of the solver, at least: they take about as long."""
SOME = 500
"""Conflicts that the solver gets whatever the kernel has left."""
LARGE = 12_000
"""Clauses from which on the solver's conflicts take longer: it gets fewer of them at first."""


def longer(nodes: int, conflicts: int) -> tuple[int, int]:
    """The next turns after these: the kernel, which is the faster one on most hard puzzles, gets more of the time."""
    return max(2 * nodes, SHARE * conflicts), 2 * conflicts


def patient(model: Model, nodes: int) -> tuple[int, int]:
    """First turns: *nodes* branches, and CONFLICTS; more and fewer where sums are many."""
    return (PATIENCE * nodes, max(1, CONFLICTS // FEWER)) if model.sums() >= SUMS else (nodes, CONFLICTS)


def fitting(conflicts: int, loaded: OpenFormula, expected: float) -> int:
    """So many conflicts of a formula of ordinary size, fewer of a large one, or where few branches are *expected*."""
    conflicts = int(min(conflicts, max(SOME, expected / WORTH)))
    return max(1, min(conflicts, int(conflicts * LARGE / max(1, loaded.stats["clauses"]))))


class Turn:
    """The kernel's turn: *nodes* branches, and as many again while they leave little of the search (see LEFT).

    The count restarts after a solution. A search that is about to finish is faster than a solver.
    """

    def __init__(self, search: Search, nodes: int) -> None:
        self._search, self._nodes = search, nodes
        self._left = search.left()
        self._since = self._looked = search.branches()
        self.expected = math.inf
        """Branches that the rest of the search takes if it goes on as it did before the last look at what is left."""

    def again(self) -> None:
        """A solution was found."""
        self._since = self._search.branches()

    def more(self) -> int:
        """Branches from now on, 0 where it is over; -1 where *nodes* was: no bound."""
        if self._nodes < 0:
            return -1
        over = self._nodes - (self._search.branches() - self._since)
        left = self._left
        if over <= 0:
            self._left = self._search.left()
            some = self._search.branches() - self._looked
            self.expected = some * self._left / (left - self._left) if self._left < left else math.inf
            self._looked = self._search.branches()
            if self._left > LEFT * left and self.expected > self._search.branches() - self._since:
                return 0
            over += self._nodes
            self._nodes *= 2
        return over


class OpenFormula:
    """What masks (bit d - 1: byte digit d) leave of a board and its constraints, loaded into `solver`.

    `variables`: those of the open candidates, cell * side + digit; `stats`: variables and clauses, and the CPU seconds
    of building and loading them. Building it raises BudgetSpent at a deadline (see `budget.until`).
    """

    def __init__(self, geometry: Geometry, constraints: Sequence[Constraint], masks: Sequence[int]) -> None:
        cpu = time.process_time()
        n = self._side = geometry.side
        formula = Lowering(geometry, masks=masks, constraints=constraints)
        self.last = formula.variables
        self.stats = {
            "variables": formula.variables,
            "clauses": len(formula.clauses),
            "encode_seconds": time.process_time() - cpu,
        }
        cpu = time.process_time()
        self.variables = [
            cell * n + k + 1 for cell, mask in enumerate(masks) if mask & (mask - 1) for k in range(n) if mask >> k & 1
        ]
        self.fixed = bytes(0 if mask & (mask - 1) else mask.bit_length() for mask in masks)
        self._refused: set[tuple[int, ...]] = set()
        self.solver = Incremental(SOLVER, formula.clauses, formula.atmosts)
        self.stats["load_seconds"] = time.process_time() - cpu

    def grid(self, model: Sequence[int]) -> bytes:
        """The cells of a model."""
        n = self._side
        grid = bytearray(self.fixed)
        for x in self.variables:
            if model[x - 1] > 0:
                grid[(x - 1) // n] = (x - 1) % n + 1
        return bytes(grid)

    def block(self, grid: bytes) -> None:
        """Ask for other solutions than this one from now on."""
        n = self._side
        self.solver.add([-(cell * n + digit) for cell, digit in enumerate(grid) if not self.fixed[cell]])

    def refuse(self, sets: Sequence[tuple[int, ...]]) -> None:
        """Ask for no solution that has all open candidates of such a set (cell * side + number of the bit)."""
        for candidates in sets:
            if candidates not in self._refused:
                self._refused.add(candidates)
                self.solver.add([-(x + 1) for x in candidates])

    def solve(self, assumptions: Sequence[int], budget: Budget, conflicts: int | None) -> Answer:
        """The solver's answer within what is left, and so many conflicts; those it takes are counted as spent."""
        before = self.solver.conflicts() if budget.limits else 0
        answer = self.solver.solve(assumptions, budget.left(conflicts))
        if budget.limits:
            budget.spent += self.solver.conflicts() - before
        return answer


def open_formula(model: Model, masks: Sequence[int], budget: Budget) -> OpenFormula:
    """The formula of what *masks* leave open. Raises BudgetSpent where the time is up before it is ready."""
    with budget.preparing():
        return OpenFormula(model.geometry, model.constraints, masks)


class Turns:
    """The solutions within what *search*, just begun, may find of *model*; *stats* see `ConstraintsEngine.search`."""

    def __init__(self, model: Model, search: Search, nodes: int, budget: Budget, stats: dict[str, float]) -> None:
        self._model, self._search, self._nodes, self._budget, self._stats = model, search, nodes, budget, stats
        self._masks = model.masks()
        self._found: list[bytes] = []  # the first MANY
        self._solved: set[bytes] = set()  # those that SAT found
        self._open: OpenFormula | None = None
        self._expected = math.inf  # see `Turn`

    def grids(self) -> Iterator[bytes]:
        """All solutions. Raises BudgetSpent where a limit is reached."""
        partial = self._model.partial
        try:
            nodes, conflicts = patient(self._model, self._nodes)
            if not partial and (yield from self._by_kernel(nodes)):
                return
            while not (yield from self._by_sat(None if partial else conflicts)):
                nodes, conflicts = longer(nodes, conflicts)
                if not partial and (yield from self._by_kernel(nodes)):
                    return
        finally:
            if self._open is not None:
                self._open.solver.close()

    def _by_kernel(self, nodes: int) -> Generator[bytes, None, bool]:
        """The kernel's turn (see `Turn`), so many branches without a solution at first; whether all are found."""
        search = self._search
        turn = Turn(search, nodes)
        while True:
            alone = self._model.plain or len(self._found) >= MANY
            answer = resumed(search, self._budget, -1 if alone else turn.more())
            self._stats["nodes"] = search.branches()
            if self._open is not None:
                self._stats["sat_decided"] = 0
            if answer == 0:
                return True
            if answer < 0:
                self._budget.check_left()
                if turn.more():
                    continue
                self._expected = turn.expected
                return False
            grid = search.grid()
            turn.again()
            if grid in self._solved:
                continue
            if not alone:
                self._found.append(grid)
                if self._open is not None:
                    self._open.block(grid)
            yield grid
            self._budget.check_time()

    def _by_sat(self, conflicts: int | None) -> Generator[bytes, None, bool]:
        """The solver's turn, so many conflicts a solution; whether all are found."""
        if self._open is None:
            self._open = open_formula(self._model, self._masks, self._budget)
            self._stats.update(self._open.stats)
            for grid in self._found:
                self._open.block(grid)
        self._stats["sat_decided"] = 1
        if not self._open.variables and self._found:
            return True
        self._open.refuse(self._search.refused())
        while True:
            bound = None if conflicts is None else fitting(conflicts, self._open, self._expected)
            answer = self._open.solve((), self._budget, bound)
            if isinstance(answer, Unknown):
                self._budget.check_left()
                return False
            if not isinstance(answer, Sat):
                return True
            grid = self._open.grid(answer.model)
            self._solved.add(grid)
            if len(self._found) < MANY:
                self._found.append(grid)
            yield grid
            if not self._open.variables:
                return True
            self._budget.check_time()
            self._open.block(grid)
