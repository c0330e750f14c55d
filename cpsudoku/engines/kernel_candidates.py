"""True candidates with the kernel of rules.

First the kernel looks for solutions with unseen candidates, trying these first, until there are none (a unique puzzle
ends here) or too many branches found nothing. Then, where there was a solution, open candidates are placed one by one,
which settles those that propagation refutes or a short search finds. The rest is searched by SAT and the kernel in
turns (see `portfolio`): each knows the solutions that the other found, and SAT what the search has refuted. The first
search continues where it was, or, where candidates were placed meanwhile, begins again with the weights it has learnt.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import Budget, BudgetSpent, Limits
from cpsudoku.engines.model import Model
from cpsudoku.engines.native_backtrackers import resumed
from cpsudoku.engines.parallel_search import Search, SharedSearch, first_of
from cpsudoku.engines.portfolio import Turn, fitting, longer, open_formula, patient
from cpsudoku.engines.sat.candidate_support import Steering
from cpsudoku.engines.support import Support, Tally
from cpsudoku.engines.witnesses import check_witnesses
from cpsudoku.kernels.rules.search import RuleSearch

TRIAL, FAILED = 200, 3
"""Branches for one candidate placed by itself; after so many that needed more, no more of them."""
PLAIN = 10
"""How many times fewer branches before the classic board's search takes over, where that can."""


class KernelCandidates:
    """The search for the true candidates of one puzzle; *nodes* branches without a solution end its first part.

    *jobs* threads share the kernel's search where it is long.
    `seen` and `open` are masks by cell: candidates of solutions, and those that may be; `masks`: what is not refuted.
    """

    def __init__(self, model: Model, puzzle: Puzzle, nodes: int, limits: Limits, jobs: int) -> None:
        self.model, self.puzzle, self.nodes, self.jobs = model, puzzle, nodes, jobs
        self.budget = Budget(limits)
        self.seen = [0] * puzzle.geometry.size
        self.masks: list[int] = []
        self.open: list[int] = []
        self._first: Search | None = None  # that of the kernel so far
        self._expected = math.inf  # see `Turn`

    def support(self) -> Support:
        """The answer."""
        side = self.puzzle.geometry.side
        search = self._begun(self.model.clued(self.puzzle.cells), weighted=True)
        if search is None:
            return Support.of_masks(side, self.seen)
        self.masks = self.model.masks()
        self.open = list(self.masks)
        if not self.model.partial and self._by_kernel(search):
            return Support.of_masks(side, self.seen)
        if self.budget.left().spent or not self._in_turns():
            return Support.of_masks(side, self.seen, self.open, self.budget.limits.reached)
        return Support.of_masks(side, self.seen)

    def _begun(self, masks: Sequence[int], weighted: bool = False) -> Search | None:
        """As `Model.begin`; the search is shared where there are threads."""
        search = self.model.begin(masks, weighted)
        return SharedSearch(search, self.jobs) if self.jobs > 1 and isinstance(search, RuleSearch) else search

    def _resumed(self, search: Search, nodes: int) -> int:
        """One more solution (1), none (0), or -1 where so many branches, or the limits, did not suffice."""
        if self.budget.limits and self.budget.left().spent:
            return -1
        answer = resumed(search, self.budget, nodes)
        if answer == 1:
            self._note(search.grid())
        return answer

    def _note(self, grid: bytes) -> None:
        """Check a solution and note what it shows."""
        check_witnesses(self.puzzle, (grid,))
        bits = [1 << digit >> 1 for digit in grid]
        self.seen = [mask | bit for mask, bit in zip(self.seen, bits)]
        self.open = [mask & ~bit for mask, bit in zip(self.open, bits)]

    def _by_kernel(self, search: Search) -> bool:
        """The part before SAT; whether nothing is open. Nothing is placed one by one where no solution was found."""
        self._first = search
        if self.model.plain:
            return self._steered(search, self.nodes // PLAIN) or self._plainly()
        if self._steered(search, self.nodes):
            return True
        nodes, _ = patient(self.model, self.nodes)
        if not any(self.seen) and nodes > self.nodes and self._steered(search, nodes - self.nodes):
            return True
        return any(self.seen) and self._singly()

    def _steered(self, search: Search, nodes: int, known: list[bytes] | None = None) -> bool:
        """Search for solutions that show something new, and add them to *known*; whether that came to its end."""
        search.want(self.open)
        turn = Turn(search, nodes)
        while True:
            answer = self._resumed(search, turn.more())
            if answer == 0:
                return True
            if answer < 0:
                if self.budget.left().spent or not turn.more():
                    self._expected = turn.expected
                    return False
                continue
            turn.again()
            if known is not None:
                known.append(search.grid())

    def _begun_again(self) -> Search | None:
        """A search of what is left, that knows the weights of the first one."""
        search = self._begun(self.masks)
        fresh, known = first_of(search), first_of(self._first)
        assert fresh is not None  # there is a solution
        assert known is not None  # the model is not plain
        fresh.learn(known)
        return search

    def _in_turns(self) -> bool:
        """SAT and the steered search, the latter first where sums are many and it began again; whether all is known."""
        try:
            left = open_formula(self.model, self.masks, self.budget)
        except BudgetSpent:
            return False
        goes_on = not any(self.seen)
        search = self._first if goes_on else self._begun_again()  # None where the model is partial

        def grid_of(model: Sequence[int]) -> bytes:
            grid = left.grid(model)
            self._note(grid)
            return grid

        nodes, conflicts = patient(self.model, self.nodes)
        solver_first = goes_on or nodes == self.nodes
        with left.solver:
            tally = Tally.of_masks(self.puzzle.geometry, self.seen, self.open)
            steering = Steering(left.solver, tally, {x - 1: x for x in left.variables}, left.last, grid_of)
            while True:
                if solver_first:
                    if goes_on and search is not None:
                        left.refuse(search.refused())
                    turn = self.budget.left(None if search is None else fitting(conflicts, left, self._expected))
                    before = left.solver.conflicts()
                    done = steering.resume(turn)
                    self.budget.spent += left.solver.conflicts() - before
                    if done or self.budget.left().spent:
                        return done
                    nodes, conflicts = longer(nodes, conflicts)
                solver_first = goes_on = True
                assert search is not None
                known: list[bytes] = []
                if self._steered(search, nodes, known):
                    return True
                steering.know(known)
                if self.budget.left().spent:
                    return False

    def _plainly(self) -> bool:
        """What the first search left open, by the classic board's; whether nothing is left."""
        search = self.model.begin(self.masks)
        return search is None or self._steered(search, -1)

    def _singly(self) -> bool:
        """Place open candidates one by one; whether none is left."""
        failed = 0
        for cell in range(len(self.open)):
            for k in range(self.open[cell].bit_length()):
                bit = 1 << k
                if not self.open[cell] & bit:
                    continue
                search = self.model.begin([*self.masks[:cell], bit, *self.masks[cell + 1 :]])
                answer = 0
                if search is not None:
                    search.want(self.open)
                    answer = self._resumed(search, TRIAL)
                if answer == 0:
                    self.open[cell] &= ~bit
                    self.masks[cell] &= ~bit
                failed += answer < 0
                if failed == FAILED or self.budget.left().spent:
                    return False
        return not any(self.open)
