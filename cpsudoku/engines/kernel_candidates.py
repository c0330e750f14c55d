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
    """The search for the true candidates of one puzzle; *nodes* branches without a solution end its first part."""

    def __init__(self, model: Model, puzzle: Puzzle, nodes: int, limits: Limits) -> None:
        self.model, self.puzzle, self.nodes, self.limits = model, puzzle, nodes, limits
        self.started, self.spent = time.perf_counter(), 0
        self.tally = Tally(puzzle.cells, puzzle.geometry)
        self.masks: list[int] = []

    def support(self) -> Support:
        """The answer."""
        search = self.model.begin(self.model.clued(self.puzzle.cells))
        if search is None:
            self.tally.close()
            return self.tally.support()
        self.masks = self.model.masks()
        n = self.puzzle.geometry.side
        self.tally.close([c for c in self.tally.open if not self.masks[c // n] >> c % n & 1])
        if not self.model.partial and (self._steered(search) or self._singly()):
            return self.tally.support()
        left = self._left()
        if left.spent:
            return self.tally.support(self.limits.reached)
        return open_support(self.puzzle, self.masks, self.tally, left, self.limits.reached if self.limits else "")

    def _left(self) -> Limits:
        return self.limits.after(time.perf_counter() - self.started, self.spent)

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
            self.tally.enter(grid)
        return answer

    def _steered(self, search: RuleSearch) -> bool:
        """Search for solutions that show something new; whether that came to its end."""
        search.want(self.masks)
        while (answer := self._resumed(search, self.nodes)) == 1:
            pass
        if answer == 0:
            self.tally.close()
        return answer == 0

    def _singly(self) -> bool:
        """Place open candidates one by one; whether none is left."""
        n, failed = self.puzzle.geometry.side, 0
        for candidate in sorted(self.tally.open):
            if candidate not in self.tally.open:
                continue
            cell, k = divmod(candidate, n)
            search = self.model.begin([*self.masks[:cell], 1 << k, *self.masks[cell + 1 :]])
            answer = 0
            if search is not None:
                search.want(self._open_masks())
                answer = self._resumed(search, TRIAL)
            if answer == 0:
                self.tally.close([candidate])
                self.masks[cell] &= ~(1 << k)
            failed += answer < 0
            if failed == FAILED or self._left().spent:
                return False
        return not self.tally.open

    def _open_masks(self) -> list[int]:
        n = self.puzzle.geometry.side
        masks = [0] * self.puzzle.geometry.size
        for candidate in self.tally.open:
            masks[candidate // n] |= 1 << candidate % n
        return masks
