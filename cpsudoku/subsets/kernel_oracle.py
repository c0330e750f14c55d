"""The kernel's answer to "does any grid keep these clues and constraints?", within few branches.

One model serves all questions of a puzzle, each constraint on a selector (`engines.model`). Soft constraints that
are known to have no grid together help: what has all of them has none either, and a grid of what has not differs from
the solution in a cell of those that are missing, which is all the kernel looks for. What it leaves open goes to a model
of the constraints in question, and what that leaves open is Unknown.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits, until
from cpsudoku.engines.model import MAX_SIDE, ON, UNDECIDED, Model, SelectorModel
from cpsudoku.engines.witnesses import check_witnesses
from cpsudoku.kernels import compiled
from cpsudoku.subsets.oracle import Answer, Consistent, Inconsistent, SoftConstraint, Unknown

if TYPE_CHECKING:
    from cpsudoku.subsets.assumption_solver import AssumptionSolver

NODES = 300
"""Branches for one question to the model of all."""
MORE = 2_000
"""Branches for one question to a model of its own."""
FEW = 30
"""Branches for the solution, and as many again to rule out another: most puzzles take fewer, the others an engine."""
WIDE = 2
"""Cells of a rule, in sides of the board, up to which the model of all looks for the solution: what rules of more cells
say costs more to state below a selector, and the engine knows some of them as a whole."""
PATIENCE = 3
"""Questions left open one after the other, after which a model is disabled."""
OPEN = Unknown("the kernel's branches were spent")


class KernelOracle:
    """An `Oracle` beside an `AssumptionSolver`, whose forbidden grid (one, or none) is the solution.

    *deadline*: when it answers no more questions with a model that is still to be built. *always*: so many of the first
    constraints hold in every question, and are known to the kernel as such. *nodes*: branches for a question to the
    model of all; where these are named, no other model is built and this one is never disabled.
    """

    def __init__(
        self, solver: AssumptionSolver, deadline: float | None = None, *, always: int = 0, nodes: int | None = None
    ) -> None:
        self._solver, self._deadline, self._always, self._nodes = solver, deadline, always, nodes
        board = solver.puzzle.geometry
        self._side, self._cells = board.side, board.size
        self._first = board.size * board.side + 1
        self._shared: SelectorModel | None = None
        self._own: tuple[bytes, Model] | None = None
        # as plain Python the kernel takes minutes where a solver takes seconds
        self._left = self._own_left = PATIENCE if board.side <= MAX_SIDE and compiled() else 0
        self._own_left = self._own_left if nodes is None else 0
        self._known = bytes(board.size)
        self._unsatisfiable: list[frozenset[SoftConstraint]] = []
        self._scopes: dict[SoftConstraint, tuple[int, ...]] = {}
        # the last question, from which the next mostly differs by one or two soft constraints
        self._held: frozenset[SoftConstraint] = frozenset()
        self._masks = [(1 << board.side) - 1] * board.size
        self._on = bytearray(len(solver.rules) - always)

    def know(self, items: Iterable[SoftConstraint]) -> None:
        """Record that no grid keeps these."""
        self._unsatisfiable[1:] = [frozenset(items)]  # the first, mostly all there are, stays

    def only_solution(self) -> bytes | None:
        """The only solution, where few branches find it and rule out another; it is known from now on."""
        rules = self._solver.puzzle.constraints
        if not self._left or any(len(rule.scope) > WIDE * self._side for rule in rules):
            return None
        model = self._shared or self._built()
        if model is None or model.partial:
            return None
        self._turn_to(frozenset(self._solver.items))
        found = model.rival(self._masks, self._on, (0,), FEW)  # nothing is known: every cell differs
        if not isinstance(found, bytes):
            return None
        check_witnesses(self._solver.puzzle, (found,))
        self._learn(found)
        if model.rival(self._masks, self._on, range(self._cells), FEW) is None:
            return found
        self._learn(bytes(self._cells))
        return None

    def _learn(self, grid: bytes) -> None:
        """Set the grid that is not a rival; zeros for none."""
        self._known = grid
        if self._shared is not None:
            self._shared.know(grid)

    def check(
        self, subset: Sequence[SoftConstraint], limits: Limits = NO_LIMITS, *, after_layers: bool = False
    ) -> Answer:
        """See `Oracle`. *after_layers*: the model of all left the question open already (see `LayeredOracle`)."""
        held = frozenset(subset)
        for known in self._unsatisfiable:
            if known <= held:
                return Inconsistent(known)
        if limits.spent or not (self._left or self._own_left) or len(self._solver.forbidden) > 1:
            return OPEN
        self._turn_to(held)
        found: bytes | int | None = UNDECIDED
        if self._left and not after_layers:
            found = self._rival(held)
            self.answered(found != UNDECIDED)
        if found == UNDECIDED and self._own_left:
            found = self._rival_of_own()
            self._own_left = self._own_left - 1 if found == UNDECIDED else PATIENCE
        if isinstance(found, bytes):
            return Consistent(found)
        if found == UNDECIDED:
            return OPEN
        self.know(held)
        return Inconsistent(held)

    def answered(self, decided: bool) -> None:
        """Whether the model of all constraints decided a question; after PATIENCE open ones in a row it is disabled."""
        self._left = PATIENCE if decided or self._nodes is not None else self._left - 1

    @property
    def model(self) -> SelectorModel | None:
        """The model of all, which knows the solution; None once it is disabled, or where it cannot be made."""
        return None if not self._left or len(self._solver.forbidden) > 1 else self._informed()

    def _informed(self) -> SelectorModel | None:
        model = self._shared or self._built()
        if model is not None and self._solver.forbidden and self._known != self._solver.forbidden[0]:
            self._learn(self._solver.forbidden[0])
        return model

    def _turn_to(self, held: frozenset[SoftConstraint]) -> None:
        """Set masks and selectors to those of *held*."""
        side = self._side
        for item in held ^ self._held:
            if item >= self._first:
                number = item - self._first - self._always
                if number >= 0:
                    self._on[number] ^= 1
                continue
            cell, digit = divmod(item - 1, side)
            if item in held:
                self._masks[cell] &= 1 << digit
            else:
                left = (1 << side) - 1
                for other in range(side):
                    if cell * side + other + 1 in held:
                        left &= 1 << other
                self._masks[cell] = left
        self._held = held

    def _rival(self, held: frozenset[SoftConstraint]) -> bytes | int | None:
        """By the one model of all questions."""
        model = self._informed()
        if model is None:
            return UNDECIDED
        found = model.rival(self._masks, self._on, self._focus(held), NODES if self._nodes is None else self._nodes)
        return UNDECIDED if model.partial and found is not None else found

    def _rival_of_own(self) -> bytes | int | None:
        """By a model of the constraints that are on alone: it states some as a whole and narrows by several."""
        if self.is_late:
            return UNDECIDED
        on = bytes(self._on)
        if self._own is None or self._own[0] != on:
            puzzle = self._solver.puzzle
            self._own = (on, Model(puzzle.geometry, [rule for rule, one in zip(puzzle.constraints, on) if one]))
        model = self._own[1]
        search = model.begin(self._masks)
        while search is not None:
            status = search.resume(MORE - search.branches())
            if status == 0:
                break
            if status < 0 or model.partial:
                return UNDECIDED
            grid: bytes = search.grid()
            if grid not in self._solver.forbidden:
                return grid
        return None

    def _built(self) -> SelectorModel | None:
        """The model of all; None at the deadline."""
        if self.is_late:
            return None
        puzzle = self._solver.puzzle
        try:
            with until(self._deadline):
                rules, always = puzzle.constraints[self._always :], puzzle.constraints[: self._always]
                self._shared = SelectorModel(puzzle.geometry, rules, always)
        except BudgetSpent:
            return None
        return self._shared

    @property
    def is_late(self) -> bool:
        """Whether the deadline has passed."""
        return self._deadline is not None and time.perf_counter() >= self._deadline

    def _focus(self, held: frozenset[SoftConstraint]) -> Sequence[int]:
        """Cells in one of which every rival of *held* differs from the solution."""
        missing = [None, *(known - held for known in self._unsatisfiable)]
        return min(map(self.focus_of, missing), key=len)

    def cells_of(self, items: Iterable[SoftConstraint]) -> Collection[int]:
        """The cells that these are about."""
        known = self._scopes
        found = [known.get(item) or self._scope(item) for item in items]
        return found[0] if len(found) == 1 else set().union(*found)

    def _scope(self, item: SoftConstraint) -> tuple[int, ...]:
        at = item - self._first
        cells = ((item - 1) // self._side,) if at < 0 else self._solver.puzzle.constraints[at].scope
        self._scopes[item] = cells
        return cells

    def part(self, item: SoftConstraint) -> tuple[int, int]:
        """What `SelectorModel.hold` takes for it."""
        if item >= self._first:
            return self._cells + item - self._first, ON
        cell, digit = divmod(item - 1, self._side)
        return cell, 1 << digit

    def focus_of(self, missing: Iterable[SoftConstraint] | None) -> Sequence[int]:
        """Cells in one of which every rival differs from the solution, where no grid keeps *missing*, too."""
        if not self._solver.forbidden:
            return (0,)  # there is no solution that does not count
        if missing is None:
            return range(self._cells)
        cells = self.cells_of(missing)
        return cells if isinstance(cells, tuple) else sorted(cells)


class LayeredOracle:
    """An `Oracle` with `push` and `pop`, on the model of a `KernelOracle`: what many questions have in common is
    propagated once.

        oracle.push(some)
        oracle.push(others)
        oracle.check(missing=missing)  # does any grid keep all that is pushed, where none does with *missing* as well?
        oracle.pop()

    Where the kernel cannot answer (a board too large, a model disabled) every answer is Unknown, and pushing is free.
    """

    def __init__(self, kernel: KernelOracle | None) -> None:
        self._kernel = kernel
        self._model: SelectorModel | None = None if kernel is None else kernel.model
        self._depth = 0
        self._failed = 0  # the layer from which on no grid keeps all that is pushed; 0: none
        if self._model is not None and not self._model.open():
            self._failed = -1

    def push(self, items: Iterable[SoftConstraint]) -> None:
        """Push one more layer."""
        self._depth += 1
        if self._kernel is None or self._model is None or self._failed:
            return
        if not self._model.hold(list(map(self._kernel.part, items))):
            self._failed = self._depth

    def pop(self) -> None:
        """Remove the last layer."""
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

        The core of an Inconsistent is empty where only what is pushed is known to be needed.
        """
        if subset:
            self.push(subset)
            answer = self.check((), limits, missing=missing)
            self.pop()
            return Inconsistent(frozenset(subset)) if isinstance(answer, Inconsistent) else answer
        kernel, model = self._kernel, self._model
        if kernel is None or model is None or kernel.is_late or limits.spent:
            return OPEN
        if self._failed:
            return Inconsistent(frozenset())
        found = model.is_apart(kernel.focus_of(missing), NODES)
        if model.partial and found:
            found = None
        kernel.answered(found is not None)
        if found is None:
            if kernel.model is None:
                self._model = None
            return OPEN
        return Consistent(model.grid) if found else Inconsistent(frozenset())
