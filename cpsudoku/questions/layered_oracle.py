"""Items held layer upon layer in the kernel: what many questions have in common is propagated once.

    layers = LayeredOracle(asking)
    layers.hold(some)
    layers.hold(others)
    layers.forces(missing)     # do all that is held force, where with *missing* it does?
    layers.release()

Where the kernel is of no use (a board too large, its patience at an end) every answer is None, and holding is free.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from cpsudoku.engines.selectors import ON
from cpsudoku.questions import kernel_oracle as budget

if TYPE_CHECKING:
    from cpsudoku.engines.selectors import SelectorModel
    from cpsudoku.questions.assumption_solver import AssumptionSolver, Item
    from cpsudoku.questions.kernel_oracle import KernelOracle


class LayeredOracle:
    """What is held of a guarded puzzle, whose forbidden grid (one, or none) is the solution."""

    def __init__(self, guarded: AssumptionSolver, quick: KernelOracle | None, deadline: float | None) -> None:
        self._guarded, self._quick, self._deadline = guarded, quick, deadline
        board = guarded.puzzle.geometry
        self._side, self._cells, self._first = board.side, board.size, board.size * board.side + 1
        self._kernel: SelectorModel | None = None if quick is None else quick.kernel(deadline)
        self._depth = 0
        self._failed = 0  # the layer from which on nothing keeps all that is held; 0: none
        if self._kernel is not None and not self._kernel.open():
            self._failed = -1

    def hold(self, items: Iterable[Item]) -> None:
        """One layer more."""
        self._depth += 1
        if self._kernel is not None and not self._failed and not self._kernel.hold(list(map(self._part, items))):
            self._failed = self._depth

    def release(self) -> None:
        """Take the last layer off."""
        if self._kernel is not None and (not self._failed or self._failed == self._depth):
            self._kernel.release()
            self._failed = 0
        self._depth -= 1

    def forces(self, missing: Collection[Item]) -> bool | None:
        """Whether what is held forces, where with *missing* it would; None where that is left open."""
        quick, kernel = self._quick, self._kernel
        if quick is None or kernel is None or (self._deadline is not None and perf_counter() >= self._deadline):
            return None
        if self._failed:
            return True
        found = kernel.is_apart(self._focus(missing), budget.NODES)
        if kernel.partial and found:
            found = None
        quick.heard(found is not None)
        if found is None and quick.kernel(None) is None:
            self._kernel = None
        return None if found is None else not found

    def broken(self, missing: Iterable[Item]) -> frozenset[Item]:
        """After the answer that what is held does not force: those of *missing* that the rival just found breaks."""
        assert self._kernel is not None
        items = frozenset(missing)
        return items - self._guarded.kept_by(self._kernel.grid, items)

    def _part(self, item: Item) -> tuple[int, int]:
        if item >= self._first:
            return self._cells + item - self._first, ON
        cell, digit = divmod(item - 1, self._side)
        return cell, 1 << digit

    def _focus(self, missing: Iterable[Item]) -> Sequence[int]:
        """Cells in one of which every rival differs from the solution."""
        if not self._guarded.forbidden:
            return (0,)  # there is no solution that does not count
        assert self._quick is not None
        cells = self._quick.cells_of(missing)
        return cells if isinstance(cells, tuple) else sorted(cells)
