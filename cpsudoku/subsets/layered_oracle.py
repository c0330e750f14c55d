"""Soft constraints pushed layer upon layer in the kernel: what many questions have in common is propagated once.

    oracle.push(some)
    oracle.push(others)
    oracle.check(missing=missing)     # does any grid keep all that is pushed, where none does with *missing* as well?
    oracle.pop()

Where the kernel cannot answer (a board too large, a model disabled) every answer is Unknown, and pushing is free.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.selectors import ON
from cpsudoku.subsets import kernel_oracle
from cpsudoku.subsets.oracle import Answer, Sat, SoftConstraint, Unsat

if TYPE_CHECKING:
    from cpsudoku.engines.selectors import SelectorModel
    from cpsudoku.subsets.assumption_solver import AssumptionSolver
    from cpsudoku.subsets.kernel_oracle import KernelOracle


class LayeredOracle:
    """An `Oracle` with `push` and `pop`, on the model of a `KernelOracle`; the forbidden grid (one, or none) is the
    solution."""

    def __init__(self, solver: AssumptionSolver, kernel: KernelOracle | None, deadline: float | None = None) -> None:
        self._solver, self._kernel, self._deadline = solver, kernel, deadline
        board = solver.puzzle.geometry
        self._side, self._cells, self._first = board.side, board.size, board.size * board.side + 1
        self._model: SelectorModel | None = None if kernel is None else kernel.model
        self._depth = 0
        self._failed = 0  # the layer from which on no grid keeps all that is pushed; 0: none
        if self._model is not None and not self._model.open():
            self._failed = -1

    def push(self, items: Iterable[SoftConstraint]) -> None:
        """One layer more."""
        self._depth += 1
        if self._model is not None and not self._failed and not self._model.hold(list(map(self._part, items))):
            self._failed = self._depth

    def pop(self) -> None:
        """Take the last layer off."""
        if self._model is not None and (not self._failed or self._failed == self._depth):
            self._model.release()
            self._failed = 0
        self._depth -= 1

    def check(
        self,
        subset: Sequence[SoftConstraint] = (),
        limits: Limits = NO_LIMITS,
        *,
        missing: Collection[SoftConstraint] | None = None,
    ) -> Answer:
        """Whether any grid keeps what is pushed, and *subset*. *missing*: with these as well none does, which helps.

        The core of an Unsat is empty where only what is pushed is known to be needed.
        """
        if subset:
            self.push(subset)
            answer = self.check((), limits, missing=missing)
            self.pop()
            return Unsat(frozenset(subset)) if isinstance(answer, Unsat) else answer
        kernel, model = self._kernel, self._model
        late = self._deadline is not None and perf_counter() >= self._deadline
        if kernel is None or model is None or late or limits.spent:
            return kernel_oracle.OPEN
        if self._failed:
            return Unsat(frozenset())
        found = model.is_apart(self._focus(missing), kernel_oracle.NODES)
        if model.partial and found:
            found = None
        kernel.answered(found is not None)
        if found is None:
            if kernel.model is None:
                self._model = None
            return kernel_oracle.OPEN
        return Sat(model.grid) if found else Unsat(frozenset())

    def _part(self, item: SoftConstraint) -> tuple[int, int]:
        if item >= self._first:
            return self._cells + item - self._first, ON
        cell, digit = divmod(item - 1, self._side)
        return cell, 1 << digit

    def _focus(self, missing: Iterable[SoftConstraint] | None) -> Sequence[int]:
        """Cells in one of which every rival differs from the solution."""
        if not self._solver.forbidden:
            return (0,)  # there is no solution that does not count
        if missing is None:
            return range(self._cells)
        assert self._kernel is not None
        cells = self._kernel.cells_of(missing)
        return cells if isinstance(cells, tuple) else sorted(cells)
