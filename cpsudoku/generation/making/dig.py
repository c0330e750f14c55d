"""Givens and constraints go as long as one solution is left: the order decides what stays, and nothing else.

One kernel model serves all questions of a puzzle (`engines.selectors`). After something was taken away, a rival must
differ where it was: that is all the kernel looks for. What goes is taken in bunches, twice as large after each that
could go and half as large after each that could not. What NODES branches leave open a SAT solver decides, so that the
result is that of asking one by one, with any engine; a draft with a question that is too hard for both is given up.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from typing import NamedTuple

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import BudgetSpent, Limits
from cpsudoku.constraints.base import Constraint
from cpsudoku.engines.selectors import UNDECIDED, SelectorModel
from cpsudoku.subsets.assumption_solver import AssumptionSolver
from cpsudoku.subsets.oracle import Unknown, Unsat

NODES = 5_000
"""Branches of the kernel for one question."""
CONFLICTS = 5_000
"""Conflicts of the SAT solver for one that the kernel leaves open; then the draft is given up."""
FIRST = 16
"""Parts of the first bunch."""


class Part(NamedTuple):
    """What goes together: the givens of these cells, the constraints of these numbers."""

    cells: tuple[Cell, ...]
    rules: tuple[int, ...]


class TooHard(Exception):
    """A question stayed open."""


class Digging:
    """What is left of the givens of a *solution* and of *rules*; *always* stay. Use as a context manager."""

    def __init__(
        self,
        board: Geometry,
        solution: bytes,
        rules: Sequence[Constraint],
        always: Sequence[Constraint],
        limits: Limits,
    ) -> None:
        self.board, self.solution, self.rules, self.always = board, solution, tuple(rules), tuple(always)
        self._conflicts = CONFLICTS if limits.conflicts is None else limits.conflicts
        self.deadline: float | None = None
        self._kernel = SelectorModel(board, self.rules, self.always)
        self._kernel.know(solution)
        self._known = [1 << (digit - 1) for digit in solution]
        self._full = (1 << board.side) - 1
        self._masks = list(self._known)
        self._on = bytearray(b"\1") * len(self.rules)
        self._scopes = [rule.scope for rule in self.rules]
        self._sat: AssumptionSolver | None = None
        self._stack = ExitStack()
        self.skipped = False

    def __enter__(self) -> Digging:
        return self

    def __exit__(self, *exc: object) -> None:
        self._stack.close()

    @property
    def givens(self) -> tuple[Cell, ...]:
        """The cells that still hold one."""
        return tuple(cell for cell, mask in enumerate(self._masks) if mask != self._full)

    @property
    def on(self) -> bytes:
        """A byte a constraint: 1 where it is left."""
        return bytes(self._on)

    @property
    def held(self) -> tuple[Constraint, ...]:
        """The constraints left."""
        return tuple(rule for rule, on in zip(self.rules, self._on) if on)

    @property
    def puzzle(self) -> Puzzle:
        """What is left."""
        cells = bytearray(self.board.size)
        for cell in self.givens:
            cells[cell] = self.solution[cell]
        return Puzzle.trusted(bytes(cells), self.board, (*self.always, *self.held))

    def try_all(self, parts: Sequence[Part]) -> bool:
        """Take all of *parts* away at once; False, and nothing done, where the solution is then not the only one."""
        for part in parts:
            self._set(part, False)
        if self._is_unique(parts):
            return True
        for part in parts:
            self._set(part, True)
        return False

    def dig(self, order: Sequence[Part], fewest: tuple[int, int] = (0, 0)) -> None:
        """Take away, in this order, each part that can go; never below *fewest* givens and constraints."""
        at, size = 0, min(FIRST, max(1, len(order)))
        while at < len(order):
            part = self._within(order[at : at + size], fewest)
            if part is None:
                at, self.skipped = at + 1, True
            elif self.try_all(part):
                at += len(part)
                size *= 2
            elif len(part) == 1:
                at += 1
                size = 1
            else:
                size = len(part) // 2

    def _within(self, parts: Sequence[Part], fewest: tuple[int, int]) -> Sequence[Part] | None:
        """The first of *parts* that leave enough; None where the first does not."""
        givens, rules = len(self.givens) - fewest[0], sum(self._on) - fewest[1]
        for k, part in enumerate(parts):
            givens -= len(part.cells)
            rules -= len(part.rules)
            if (part.cells and givens < 0) or (part.rules and rules < 0):
                return parts[:k] or None
        return parts

    def is_minimal(self) -> bool:
        """Whether no single given and no single constraint that is left can go."""
        singles = [Part((cell,), ()) for cell in self.givens]
        singles += [Part((), (number,)) for number, on in enumerate(self._on) if on]
        for one in singles:
            if self.try_all([one]):
                self._set(one, True)
                return False
        return True

    def _set(self, part: Part, on: bool) -> None:
        for cell in part.cells:
            self._masks[cell] = self._known[cell] if on else self._full
        for number in part.rules:
            self._on[number] = on

    def _is_unique(self, parts: Sequence[Part]) -> bool:
        """Is there no other solution, given that there was none before *parts* went?"""
        if self.deadline is not None and time.perf_counter() >= self.deadline:
            raise BudgetSpent
        focus = {cell for part in parts for cell in part.cells}
        focus.update(cell for part in parts for number in part.rules for cell in self._scopes[number])
        if not self._kernel.partial:
            found = self._kernel.rival(self._masks, self._on, sorted(focus), NODES)
            if found != UNDECIDED:
                return found is None
        sat = self._solver()
        items = [sat.clues[cell] for cell in self.givens]
        rules = sat.rules[len(self.always) :]
        items += [*sat.rules[: len(self.always)], *(item for item, on in zip(rules, self._on) if on)]
        seconds = None if self.deadline is None else max(0.001, self.deadline - time.perf_counter())
        answer = sat.check(items, Limits(seconds, self._conflicts))
        if isinstance(answer, Unknown):
            raise BudgetSpent if self.deadline is not None and time.perf_counter() >= self.deadline else TooHard
        return isinstance(answer, Unsat)

    def _solver(self) -> AssumptionSolver:
        if self._sat is None:
            whole = Puzzle.trusted(self.solution, self.board, (*self.always, *self.rules))
            self._sat = self._stack.enter_context(AssumptionSolver(whole))
            self._sat.forbid(self.solution)
            self._sat.prefer(self.solution)
        return self._sat
