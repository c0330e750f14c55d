"""True candidates with the kernel of rules.

First it looks for solutions that show something new, trying unseen candidates first, until there are none (a unique
puzzle ends here) or too many branches came to nothing. Then open candidates are placed one by one: what propagation
refutes, and what is found, goes quickly. What is left goes to SAT, steered as well, and to the first search begun
again with the weights it has learnt, in turns (see `turns`): each knows the solutions that the other found.
"""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.engines.engine import Limits
from cpsudoku.engines.model import Model, Search
from cpsudoku.engines.sat.constrained import Open
from cpsudoku.engines.sat.steering import Steering
from cpsudoku.engines.support import Support, Tally
from cpsudoku.engines.turns import Spent, longer, patient
from cpsudoku.engines.witnesses import check_witnesses
from cpsudoku.kernels.rules.search import RuleSearch

TRIAL, FAILED = 200, 3
"""Branches for one candidate placed by itself; after so many that needed more, no more of them."""


class KernelCandidates:
    """The search for the true candidates of one puzzle; *nodes* branches without a solution end its first part.

    `seen` and `open` are masks by cell: candidates of solutions, and those that may be; `masks`: what is not refuted.
    """

    def __init__(self, model: Model, puzzle: Puzzle, nodes: int, limits: Limits) -> None:
        self.model, self.puzzle, self.nodes = model, puzzle, nodes
        self.spent = Spent(limits)
        self.seen = [0] * puzzle.geometry.size
        self.masks: list[int] = []
        self.open: list[int] = []
        self._first: Search | None = None

    def support(self) -> Support:
        """The answer."""
        side = self.puzzle.geometry.side
        search = self.model.begin(self.model.clued(self.puzzle.cells), weighted=True)
        if search is None:
            return Support.of_masks(side, self.seen)
        self.masks = self.model.masks()
        self._first = search
        self.open = list(self.masks)
        if not self.model.partial and (self._steered(search, self.nodes) or self._rest()):
            return Support.of_masks(side, self.seen)
        if self.spent.left().spent or not self._in_turns():
            return Support.of_masks(side, self.seen, self.open, self.spent.limits.reached)
        return Support.of_masks(side, self.seen)

    def _resumed(self, search: Search, nodes: int) -> int:
        """One more solution (1), none (0), or -1 where so many branches, or the limits, did not suffice."""
        if self.spent.limits and self.spent.left().spent:
            return -1
        answer = self.spent.resumed(search, nodes)
        if answer == 1:
            self._note(search.grid())
        return answer

    def _note(self, grid: bytes) -> None:
        """Check a solution and note what it shows."""
        check_witnesses(self.puzzle, (grid,))
        bits = [1 << digit >> 1 for digit in grid]
        self.seen = [mask | bit for mask, bit in zip(self.seen, bits)]
        self.open = [mask & ~bit for mask, bit in zip(self.open, bits)]

    def _steered(self, search: Search, nodes: int, known: list[bytes] | None = None) -> bool:
        """Search for solutions that show something new, and add them to *known*; whether that came to its end."""
        search.want(self.open)
        while (answer := self._resumed(search, nodes)) == 1:
            if known is not None:
                known.append(search.grid())
        return answer == 0

    def _in_turns(self) -> bool:
        """SAT and the steered search from the beginning (first where sums are many); whether nothing is open."""
        left = Open(self.puzzle.geometry, self.puzzle.constraints, self.masks)
        search = None if self.model.partial else self.model.begin(self.masks)
        if isinstance(search, RuleSearch) and isinstance(self._first, RuleSearch):
            search.learn(self._first)
        if search is None and not self.model.partial:  # the masks lack what was refuted: nothing else is there
            return True

        def grid_of(model: Sequence[int]) -> bytes:
            grid = left.grid(model)
            self._note(grid)
            return grid

        nodes, conflicts = patient(self.model, self.nodes)
        solver_first = search is None or nodes == self.nodes
        with left.solver:
            tally = Tally.of_masks(self.puzzle.geometry, self.seen, self.open)
            steering = Steering(left.solver, tally, {x - 1: x for x in left.variables}, left.last, grid_of)
            while True:
                if solver_first:
                    before = steering.conflicts() if self.spent.limits else 0
                    done = steering.resume(self.spent.turn(None if search is None else conflicts))
                    if self.spent.limits:
                        self.spent.conflicts += steering.conflicts() - before
                    if done or self.spent.left().spent:
                        return done
                    nodes, conflicts = longer(nodes, conflicts)
                solver_first = True
                assert search is not None
                known: list[bytes] = []
                if self._steered(search, nodes, known):
                    return True
                for grid in known:
                    steering.know(grid)
                if self.spent.left().spent:
                    return False

    def _rest(self) -> bool:
        """What the first search left open, by many small ones, or by the classic board's; whether nothing is left."""
        if not self.model.plain:
            return self._singly()
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
                if failed == FAILED or self.spent.left().spent:
                    return False
        return not any(self.open)
