"""True candidates with the kernel of rules.

First it looks for solutions that show something new, trying unseen candidates first, until there are none (a unique
puzzle ends here) or too many branches came to nothing. Then open candidates are placed one by one: what propagation
refutes, and what is found, goes quickly. SAT, steered as well, gets what is left.
"""

from __future__ import annotations

import time

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.engines.engine import Limits
from cpsudoku.engines.model import Model
from cpsudoku.engines.sat.constrained import open_support
from cpsudoku.engines.support import Support, Tally
from cpsudoku.engines.witnesses import check_witnesses
from cpsudoku.kernels.rules.search import RuleSearch

TRIAL, FAILED = 200, 3
"""Branches for one candidate placed by itself; after so many that needed more, SAT gets all that are left."""


class KernelCandidates:
    """The search for the true candidates of one puzzle; *nodes* branches without a solution end its first part.

    `seen` and `open` are masks by cell: candidates of solutions, and those that may be; `masks`: what is not refuted.
    """

    def __init__(self, model: Model, puzzle: Puzzle, nodes: int, limits: Limits) -> None:
        self.model, self.puzzle, self.nodes, self.limits = model, puzzle, nodes, limits
        self.started, self.spent = time.perf_counter() if limits else 0.0, 0
        self.seen = [0] * puzzle.geometry.size
        self.masks: list[int] = []
        self.open: list[int] = []

    def support(self) -> Support:
        """The answer."""
        side = self.puzzle.geometry.side
        search = self.model.begin(self.model.clued(self.puzzle.cells))
        if search is None:
            return Support.of_masks(side, self.seen)
        self.masks = self.model.masks()
        self.open = list(self.masks)
        if not self.model.partial and (self._steered(search) or self._singly()):
            return Support.of_masks(side, self.seen)
        left = self._left()
        if left.spent:
            return Support.of_masks(side, self.seen, self.open, self.limits.reached)
        tally = Tally.of_masks(self.puzzle.geometry, self.seen, self.open)
        return open_support(self.puzzle, self.masks, tally, left, self.limits.reached if self.limits else "")

    def _left(self) -> Limits:
        return self.limits.after(time.perf_counter() - self.started, self.spent) if self.limits else self.limits

    def _resumed(self, search: RuleSearch, nodes: int) -> int:
        """One more solution (1), none (0), or -1 where so many branches, or the limits, did not suffice."""
        if not self.limits:
            answer: int = search.resume(nodes)
        else:
            left = self._left()
            if left.spent:
                return -1
            before = search.branches()
            nodes = nodes if left.conflicts is None else min(nodes, left.conflicts)
            answer = search.resume(nodes, left.seconds or 0.0)
            self.spent += search.branches() - before
        if answer == 1:
            grid = search.grid()
            check_witnesses(self.puzzle, (grid,))
            bits = [1 << digit >> 1 for digit in grid]
            self.seen = [mask | bit for mask, bit in zip(self.seen, bits)]
            self.open = [mask & ~bit for mask, bit in zip(self.open, bits)]
        return answer

    def _steered(self, search: RuleSearch) -> bool:
        """Search for solutions that show something new; whether that came to its end."""
        search.want(self.masks)
        while (answer := self._resumed(search, self.nodes)) == 1:
            pass
        return answer == 0

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
                if failed == FAILED or self._left().spent:
                    return False
        return not any(self.open)
