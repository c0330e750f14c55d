"""Givens and constraints go as long as one solution is left: the order decides what stays, and nothing else.

One kernel model serves all questions of a puzzle (`engines.model`). A rival must break something of what is known
to force the solution: the kernel looks for it there alone. What NODES branches leave open a SAT solver decides, so that
the result is that of asking one by one, with any engine; a draft with a question that is too hard for both is given up.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits
from cpsudoku.constraints.base import Constraint
from cpsudoku.subsets.assumption_solver import AssumptionSolver
from cpsudoku.subsets.deletion import DeletionLoop, Doubling, Group
from cpsudoku.subsets.kernel_oracle import KernelOracle
from cpsudoku.subsets.mus import without_each
from cpsudoku.subsets.oracle import Answer, Inconsistent, SoftConstraint, Unknown, core_of, limits_left

NODES = 5_000
"""Branches of the kernel for one question."""
CONFLICTS = 5_000
"""Conflicts of the SAT solver for one that the kernel leaves open; then the draft is given up."""


class Digging:
    """What is left of the givens of a *solution* and of *rules*; *always* stay. Use as a context manager.

    An `Oracle`; `givens` and `rules`: the soft constraints of each cell and of each of *rules*.
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
        self._soft = AssumptionSolver(Puzzle.trusted(solution, board, (*always, *rules)))
        self._soft.forbid(solution)
        self._soft.prefer(solution)
        self._each = Limits(conflicts=CONFLICTS if limits.conflicts is None else limits.conflicts)
        self._deadline = deadline
        self._kernel = KernelOracle(self._soft, deadline, always=len(always), nodes=NODES)
        self._kernel.know(self._soft.items)
        self._always, self.rules = self._soft.rules[: len(always)], self._soft.rules[len(always) :]
        self.givens = self._soft.clues
        self.left: Sequence[SoftConstraint] = [*self.givens.values(), *self.rules]
        self.skipped = False

    def __enter__(self) -> Digging:
        return self

    def __exit__(self, *exc: object) -> None:
        self._soft.close()

    @property
    def clues(self) -> tuple[Cell, ...]:
        """The cells that still hold a given."""
        return self._soft.cells(self.left)

    @property
    def kept_rules(self) -> list[int]:
        """The numbers of the constraints left."""
        left = frozenset(self.left)
        return [number for number, item in enumerate(self.rules) if item in left]

    @property
    def puzzle(self) -> Puzzle:
        """What is left."""
        return self._soft.part([*self._always, *self.left])

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
        tried, givens = frozenset(chain.from_iterable(order)), frozenset(self.givens.values())
        there = len(self.clues), len(self.kept_rules)

        def enough(groups: Sequence[Group]) -> bool:
            going = [item in givens for item in chain(chain.from_iterable(loop.gone), chain.from_iterable(groups))]
            kinds = {item in givens for item in groups[-1]}
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
        held = sorted({*subset, *self._always})
        answer = self._kernel.check(held)
        if isinstance(answer, Unknown):
            answer = self._soft.check(held, bounds)
            if isinstance(answer, Inconsistent):
                self._kernel.know(held)
        return Inconsistent(frozenset(subset)) if isinstance(answer, Inconsistent) else answer
