"""The kernel's answer to "do these clues and constraints force the solution?", within few branches.

One model serves all questions of a puzzle, each constraint on a switch (`engines.selectors`). Items that are known to
force help: what has all of them forces too, and a rival of what has not differs from the solution in a cell of those
that are missing, which is all the kernel looks for. What it leaves open goes to a model of the constraints in question,
and what that leaves open is for others.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cpsudoku.budget import BudgetSpent, until
from cpsudoku.engines.model import MAX_SIDE, Model
from cpsudoku.engines.selectors import UNDECIDED, SelectorModel
from cpsudoku.engines.witnesses import check_witnesses

if TYPE_CHECKING:
    from cpsudoku.questions.assumption_solver import AssumptionSolver, Item

NODES = 300
"""Branches for one question to the model of all."""
MORE = 2_000
"""Branches for one question to a model of its own."""
FEW = 30
"""Branches for the solution, and as many again to rule out another: most puzzles take fewer, the others an engine."""
WIDE = 2
"""Cells of a rule, in sides of the board, up to which it is the model of all that is asked first for the solution: what
rules of more cells say costs more to state below a switch, and the engine knows some of them as a whole."""
PATIENCE = 3
"""Questions left open one after the other, after which a model is asked no more."""


class Answer(NamedTuple):
    """Whether items force; where they do, items among them that do."""

    forces: bool
    by: frozenset[Item]


class KernelOracle:
    """The kernel beside a guarded puzzle, whose forbidden grid (one, or none) is the solution."""

    def __init__(self, guarded: AssumptionSolver) -> None:
        self._guarded = guarded
        board = guarded.puzzle.geometry
        self._side, self._cells = board.side, board.size
        self._first = board.size * board.side + 1
        self._kernel: SelectorModel | None = None
        self._model: tuple[bytes, Model] | None = None
        self._left = self._again = PATIENCE if board.side <= MAX_SIDE else 0
        self._known = bytes(board.size)
        self._forcing: list[frozenset[Item]] = []
        self._scopes: dict[Item, tuple[int, ...]] = {}
        # the last question, from which the next mostly differs by an item or two
        self._held: frozenset[Item] = frozenset()
        self._masks = [(1 << board.side) - 1] * board.size
        self._on = bytearray(len(guarded.rules))

    def know(self, items: Iterable[Item]) -> None:
        """These force."""
        self._forcing[1:] = [frozenset(items)]  # the first, mostly all there are, stays

    def only(self, deadline: float | None) -> bytes | None:
        """The one solution, where few branches find it and show that there is no other; it is known from now on."""
        rules = self._guarded.puzzle.constraints
        if not self._left or any(len(rule.scope) > WIDE * self._side for rule in rules):
            return None
        kernel = self._kernel or self._made(deadline)
        if kernel is None or kernel.partial:
            return None
        self._turn_to(frozenset(self._guarded.items))
        found = kernel.rival(self._masks, self._on, (0,), FEW)  # nothing is known: every cell differs
        if not isinstance(found, bytes):
            return None
        check_witnesses(self._guarded.puzzle, (found,))
        self._learn(found)
        if kernel.rival(self._masks, self._on, range(self._cells), FEW) is None:
            return found
        self._learn(bytes(self._cells))
        return None

    def _learn(self, grid: bytes) -> None:
        """The grid that is no rival; zeros: none."""
        self._known = grid
        if self._kernel is not None:
            self._kernel.know(grid)

    def forces(self, items: Sequence[Item], deadline: float | None, *, anew: bool = False) -> Answer | None:
        """Whether *items* force, and which of them are known to; None where that is left open.

        *anew*: the model of all has been asked already (see `layers`).
        """
        held = frozenset(items)
        for known in self._forcing:
            if known <= held:
                return Answer(True, known)
        if not (self._left or self._again) or len(self._guarded.forbidden) > 1:
            return None
        self._turn_to(held)
        found: bytes | int | None = UNDECIDED
        if self._left and not anew:
            found = self._rival(held, deadline)
            self.heard(found != UNDECIDED)
        if found == UNDECIDED and self._again:
            found = self._rival_anew(deadline)
            self._again = self._again - 1 if found == UNDECIDED else PATIENCE
        if found == UNDECIDED:
            return None
        if found is None:
            self.know(held)
        return Answer(found is None, held)

    def heard(self, told: bool) -> None:
        """Whether the model of all gave an answer: one that gives none time and again is asked no more."""
        self._left = PATIENCE if told else self._left - 1

    def kernel(self, deadline: float | None) -> SelectorModel | None:
        """The model of all, while it is asked."""
        if not self._left or len(self._guarded.forbidden) > 1:
            return None
        return self._asked(deadline)

    def _asked(self, deadline: float | None) -> SelectorModel | None:
        """The kernel, told of the solution."""
        kernel = self._kernel or self._made(deadline)
        if kernel is not None and self._guarded.forbidden and self._known != self._guarded.forbidden[0]:
            self._learn(self._guarded.forbidden[0])
        return kernel

    def _turn_to(self, held: frozenset[Item]) -> None:
        """Make masks and switches those of *held*."""
        side = self._side
        for item in held ^ self._held:
            if item >= self._first:
                self._on[item - self._first] ^= 1
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

    def _rival(self, held: frozenset[Item], deadline: float | None) -> bytes | int | None:
        """By the one model of all questions."""
        kernel = self._asked(deadline)
        if kernel is None:
            return UNDECIDED
        found = kernel.rival(self._masks, self._on, self._focus(held), NODES)
        return UNDECIDED if kernel.partial and found is not None else found

    def _rival_anew(self, deadline: float | None) -> bytes | int | None:
        """By a model of the constraints that are on alone, which sees more: what they say together, some as a whole."""
        if deadline is not None and time.perf_counter() >= deadline:
            return UNDECIDED
        on = bytes(self._on)
        if self._model is None or self._model[0] != on:
            puzzle = self._guarded.puzzle
            self._model = (on, Model(puzzle.geometry, [rule for rule, one in zip(puzzle.constraints, on) if one]))
        model = self._model[1]
        search = model.begin(self._masks)
        while search is not None:
            answer = search.resume(MORE - search.branches())
            if answer == 0:
                break
            if answer < 0 or model.partial:
                return UNDECIDED
            grid: bytes = search.grid()
            if grid not in self._guarded.forbidden:
                return grid
        return None

    def _made(self, deadline: float | None) -> SelectorModel | None:
        """The kernel; None where the time is over, or nothing can keep all there is always."""
        guarded = self._guarded
        if deadline is not None and time.perf_counter() >= deadline:
            return None
        try:
            with until(deadline):
                self._kernel = SelectorModel(guarded.puzzle.geometry, guarded.puzzle.constraints)
        except BudgetSpent:
            return None
        return self._kernel

    def _focus(self, held: frozenset[Item]) -> Sequence[int]:
        """Cells in one of which every rival of *held* differs from the solution."""
        if not self._guarded.forbidden:
            return (0,)  # there is no solution that does not count
        best: Collection[int] = range(self._cells)
        for known in self._forcing:
            cells = self.cells_of(known - held)
            if len(cells) < len(best):
                best = cells
        return best if isinstance(best, Sequence) else sorted(best)

    def cells_of(self, items: Iterable[Item]) -> Collection[int]:
        """The cells that these are about."""
        known = self._scopes
        found = [known.get(item) or self._scope(item) for item in items]
        return found[0] if len(found) == 1 else set().union(*found)

    def _scope(self, item: Item) -> tuple[int, ...]:
        at = item - self._first
        cells = ((item - 1) // self._side,) if at < 0 else self._guarded.puzzle.constraints[at].scope
        self._scopes[item] = cells
        return cells
