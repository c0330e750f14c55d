"""Givens and constraints go as long as one solution is left: the order decides what stays, and nothing else.

One kernel model serves all questions of a puzzle (`engines.selectors`). A rival must break something of what is known
to force the solution: the kernel looks for it there alone. What NODES branches leave open a SAT solver decides, so that
the result is that of asking one by one, with any engine; a draft with a question that is too hard for both is given up.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from itertools import chain

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits
from cpsudoku.constraints.base import Constraint
from cpsudoku.engines.selectors import UNDECIDED, SelectorModel
from cpsudoku.subsets.assumption_solver import AssumptionSolver
from cpsudoku.subsets.deletion import DeletionLoop, Doubling, Group
from cpsudoku.subsets.mus import without_each
from cpsudoku.subsets.oracle import Answer, Sat, SoftConstraint, Unknown, Unsat, core_of, limits_left

NODES = 5_000
"""Branches of the kernel for one question."""
CONFLICTS = 5_000
"""Conflicts of the SAT solver for one that the kernel leaves open; then the draft is given up."""


class Digging:
    """What is left of the givens of a *solution* and of *rules*; *always* stay. Use as a context manager.

    An `Oracle`: the soft constraint of a given is its cell, those of *rules* follow after all cells.
    """

    def __init__(
        self,
        board: Geometry,
        solution: bytes,
        rules: Sequence[Constraint],
        always: Sequence[Constraint],
        limits: Limits,
        deadline: float | None = None,
    ) -> None:
        self.board, self.solution, self.rules, self.always = board, solution, tuple(rules), tuple(always)
        self._each = Limits(conflicts=CONFLICTS if limits.conflicts is None else limits.conflicts)
        self._deadline = deadline
        self._kernel = SelectorModel(board, self.rules, self.always)
        self._kernel.know(solution)
        self._masks = [1 << (digit - 1) for digit in solution]
        self._on = bytearray(b"\1") * len(self.rules)
        self._scopes = [*((cell,) for cell in range(board.size)), *(rule.scope for rule in rules)]
        self.left: Sequence[SoftConstraint] = range(len(self._scopes))
        self._held = self._forcing = frozenset(self.left)
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
        return tuple(sorted(item for item in self.left if item < self.board.size))

    @property
    def kept_rules(self) -> tuple[int, ...]:
        """The numbers of the constraints left."""
        return tuple(sorted(item - self.board.size for item in self.left if item >= self.board.size))

    @property
    def puzzle(self) -> Puzzle:
        """What is left."""
        cells = bytearray(self.board.size)
        for cell in self.givens:
            cells[cell] = self.solution[cell]
        kept = (self.rules[number] for number in self.kept_rules)
        return Puzzle.trusted(bytes(cells), self.board, (*self.always, *kept))

    def try_all(self, groups: Sequence[Group]) -> bool:
        """Take all of *groups* away at once; False, and nothing done, where the solution is then not the only one.

        Raises BudgetSpent where that stays open, as do `dig` and `is_minimal`.
        """
        going = frozenset(chain.from_iterable(groups))
        rest = [item for item in self.left if item not in going]
        if core_of(self.check(rest)) is None:
            return False
        self.left = rest
        return True

    def dig(self, order: Sequence[Group], fewest: tuple[int, int] = (0, 0)) -> None:
        """Take away, in this order, each group that can go; never below *fewest* givens and constraints."""
        size, tried = self.board.size, frozenset(chain.from_iterable(order))
        there = len(self.givens), len(self.kept_rules)

        def enough(groups: Sequence[Group]) -> bool:
            going = [item < size for item in chain(chain.from_iterable(loop.gone), chain.from_iterable(groups))]
            kinds = {item < size for item in groups[-1]}
            return not (
                (True in kinds and there[0] - sum(going) < fewest[0])
                or (False in kinds and there[1] - len(going) + sum(going) < fewest[1])
            )

        hard = [item for item in self.left if item not in tried]
        loop = DeletionLoop(self, order, hard, schedule=Doubling(), may_go=enough if any(fewest) else None)
        loop.run()
        self.skipped = self.skipped or loop.skipped > 0
        self.left = [*hard, *chain.from_iterable(loop.stay)]

    def is_minimal(self) -> bool:
        """Whether no single given and no single constraint that is left can go."""
        return all(core_of(answer) is None for _, answer in without_each(self, sorted(self.left)))

    def check(self, subset: Sequence[SoftConstraint], limits: Limits = NO_LIMITS) -> Answer:
        """See `subsets.oracle`."""
        try:
            bounds = limits_left(self._deadline, self._each, limits)
        except BudgetSpent as problem:
            return Unknown(str(problem))
        held = frozenset(subset)
        if self._forcing <= held:
            return Unsat(self._forcing)
        self._turn_to(held)
        if not self._kernel.partial:
            focus = sorted({cell for item in self._forcing - held for cell in self._scopes[item]})
            found = self._kernel.rival(self._masks, self._on, focus, NODES)
            if found != UNDECIDED:
                if isinstance(found, bytes):
                    return Sat(found)
                self._forcing = held
                return Unsat(held)
        answer = self._by_sat(held, bounds)
        if isinstance(answer, Unsat):
            self._forcing = held
        return answer

    def _turn_to(self, held: frozenset[SoftConstraint]) -> None:
        """Make masks and selectors those of *held*."""
        size, full = self.board.size, (1 << self.board.side) - 1
        for item in held ^ self._held:
            if item < size:
                self._masks[item] = 1 << (self.solution[item] - 1) if item in held else full
            else:
                self._on[item - size] = item in held
        self._held = held

    def _by_sat(self, held: frozenset[SoftConstraint], limits: Limits) -> Answer:
        if self._sat is None:
            whole = Puzzle.trusted(self.solution, self.board, (*self.always, *self.rules))
            self._sat = self._stack.enter_context(AssumptionSolver(whole))
            self._sat.forbid(self.solution)
            self._sat.prefer(self.solution)
        sat, size, always = self._sat, self.board.size, len(self.always)
        givens = [sat.clues[item] for item in sorted(held) if item < size]
        kept = [sat.rules[always + item - size] for item in sorted(held) if item >= size]
        answer = sat.check([*givens, *sat.rules[:always], *kept], limits)
        return Unsat(held) if isinstance(answer, Unsat) else answer
