"""What is left of a puzzle while clues, and constraints where these may go, are taken away; the rest decides the board.

Where rules are houses alone the clues of the solution are tried in a given order by `dig`, the algorithm that every
engine shares (its loop: `kernels.general.deleting`). Other constraints are soft constraints like the clues: one
incremental solver forbids the solution and assumes them, and engine `hybrid` checks with the kernel first. Unavoidable
sets are not used there: they hold for houses only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from cpsudoku.board.geometry import Cell
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.board.symmetry import Orbit
from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits
from cpsudoku.errors import CannotReduce, Undecided
from cpsudoku.subsets.assumption_solver import AssumptionSolver
from cpsudoku.subsets.budgeted_oracle import BudgetedOracle
from cpsudoku.subsets.clue_oracles import HYBRID, ClueOracle
from cpsudoku.subsets.deletion import DeletionLoop, Group
from cpsudoku.subsets.mus import necessary
from cpsudoku.subsets.oracle import Consistent, SoftConstraint, core_of, limits_left

if TYPE_CHECKING:
    from cpsudoku.kernels.general.deleting import Deleting

SEVERAL = "the puzzle has several solutions; only a unique one can be reduced"
NONE = "the puzzle has no solution"


@dataclass(frozen=True, slots=True)
class Deletion:
    """What is left: `clues`, whether every group in the order was `settled` (kept only because needed).

    `calls`: questions to the engine; `by_witnesses`: those that a kernel's second solution answered before.
    With no question of their own `by_sets` groups stay (each holds the last clue of an unavoidable set), and `by_cores`
    groups go (a core does without them).
    """

    clues: frozenset[Cell]
    settled: bool
    calls: int
    by_witnesses: int = 0
    by_sets: int = 0
    by_cores: int = 0


class _Within:
    """Questions to *oracle* within *limits*. An open one counts as no, and `gave_up` says so."""

    def __init__(self, oracle: ClueOracle, limits: Limits):
        self._oracle, self.limits = oracle, limits
        self._deadline = limits.deadline()
        self.gave_up = False

    def __call__(self, clues: list[Cell]) -> frozenset[Cell] | None:
        try:
            return core_of(self._oracle.check(clues, limits_left(self._deadline, self.limits)))
        except BudgetSpent:
            self.gave_up = True
            return None


def dig(
    oracle: ClueOracle,
    solution: Solution,
    order: Sequence[Sequence[Cell]],
    *,
    clues: Iterable[Cell] | None = None,
    fewest: int = 0,
    thorough: bool = True,
    limits: Limits = NO_LIMITS,
    ledger: bool = True,
) -> Deletion:
    """Removes the groups of *order*, one after the other, where the puzzle stays unique and keeps *fewest* clues.

    *clues* (all cells by default) must determine the solution. Without *thorough* the first group that cannot go ends
    it. *limits*: conflicts a question, seconds in all; a question without an answer keeps its group. *ledger*:
    unavoidable sets spare questions, where the oracle uses any.
    """
    there = set(range(len(solution.cells)) if clues is None else clues)
    deleting, within = _begun(oracle, solution, there, order, limits, ledger)
    deleting.run(fewest, thorough, bold=not limits)
    settled = thorough and not deleting.skipped and not within.gave_up
    counts = deleting.questions, deleting.by_witnesses, deleting.by_sets, deleting.by_cores
    return Deletion(frozenset(deleting.left()), settled, *counts)


def is_minimal(oracle: ClueOracle, solution: Solution, clues: Iterable[Cell], limits: Limits = NO_LIMITS) -> bool:
    """True where every clue of a unique puzzle is proven needed; stops at the first that is not."""
    cells = sorted(clues)
    deleting, within = _begun(oracle, solution, set(cells), [(cell,) for cell in cells], limits)
    return not any(deleting.settle_next() or within.gave_up for _ in cells)


def _begun(
    oracle: ClueOracle,
    solution: Solution,
    clues: set[Cell],
    order: Sequence[Sequence[Cell]],
    limits: Limits,
    ledger: bool = True,
) -> tuple[Deleting, _Within]:
    """A deletion of the groups of *order* from *clues*, and its questions."""
    from cpsudoku.kernels.general.deleting import Deleting
    from cpsudoku.kernels.general.unavoidable import Ledger, tables

    oracle.take(solution)
    within, sets, size = _Within(oracle, limits), None, len(solution.cells)
    if ledger and oracle.uses_sets:
        sets = Ledger(solution.cells, tables(solution.geometry.side, solution.geometry.houses))
        for cell in range(size):
            if cell not in clues:
                sets.remove(cell)
    stay = sorted(clues.difference(*order))
    assuming = None if limits else oracle.assuming()
    return Deleting(size, stay, order, sets, within, assuming, oracle.witnesses()), within


class ClueDigging:
    """The clues of *solution* in *cells*, where rules are houses alone; those of `groups` go together."""

    def __init__(
        self, solution: Solution, oracle: ClueOracle, groups: Sequence[Orbit], cells: Collection[Cell], limits: Limits
    ) -> None:
        self.solution = solution
        self.groups: Sequence[Group] = groups
        self._oracle, self._cells, self._limits = oracle, cells, limits
        self._dug = Deletion(frozenset(cells), False, 0)

    @property
    def settled(self) -> bool:
        """Whether the groups that are left after `dig` are left only because they are needed."""
        return self._dug.settled

    @property
    def puzzle(self) -> Puzzle:
        """What is left."""
        return self.solution.puzzle.only(sorted(self._dug.clues))

    def dig(self, order: Sequence[Group], fewest: int) -> None:
        """Start again, and take away in this order each group that can go; *fewest* clues stay.

        Raises Undecided where the time is up before the first question.
        """
        try:
            self._dug = dig(self._oracle, self.solution, order, clues=self._cells, fewest=fewest, limits=self._limits)
        except BudgetSpent as problem:
            raise Undecided(f"nothing is removed: {problem}") from None

    def each_needed(self) -> bool:
        """Whether nothing that is left, and might go, can go by itself."""
        return is_minimal(self._oracle, self.solution, self._dug.clues, self._limits)

    def counts(self) -> dict[str, Any]:
        """The questions, by the part that answered them; the keys are those of `Reduced`."""
        dug = self._dug
        return {
            "calls": dug.calls,
            "sat_questions": dug.calls if self._oracle.name in ("sat", HYBRID) else 0,
            "by_cores": dug.by_cores,
            "by_witnesses": dug.by_witnesses,
            "by_sets": dug.by_sets,
        }


class SoftDigging:
    """The clues of *orbits*, and *constraints* where these may go, of a puzzle under any rules."""

    def __init__(
        self, soft: AssumptionSolver, orbits: Iterable[Orbit], limits: Limits, deadline: float | None, constraints: bool
    ) -> None:
        self._soft, self._limits = soft, limits
        self._oracle = BudgetedOracle(soft, limits, deadline)
        grid, self._core = only_solution(self._oracle)
        self.solution = Solution.trusted(grid, soft.puzzle.geometry)
        rules = soft.rules if constraints else ()
        self.groups: Sequence[Group] = [
            *(tuple(soft.clues[cell] for cell in orbit) for orbit in orbits),
            *((item,) for item in rules),
        ]
        self._may_go = frozenset(soft.items if constraints else soft.clues.values())
        self._left: Sequence[SoftConstraint] = soft.items
        self._loop: DeletionLoop | None = None

    @property
    def settled(self) -> bool:
        """See `ClueDigging`."""
        return self._loop is not None and not (self._loop.left_open or self._loop.skipped)

    @property
    def puzzle(self) -> Puzzle:
        """See `ClueDigging`."""
        return self._soft.part(self._left)

    def dig(self, order: Sequence[Group], fewest: int) -> None:
        """See `ClueDigging`. An open question keeps its group."""
        if self._loop is not None:
            self._oracle = BudgetedOracle(self._soft, self._limits)
        soft, tried = self._soft, set(chain.from_iterable(order))
        stay = [item for item in soft.items if item not in tried]

        def enough(groups: Sequence[Group]) -> bool:
            going = len(soft.cells(chain.from_iterable(groups)))
            gone = len(soft.cells(chain.from_iterable(loop.gone)))
            return not going or len(soft.clues) - gone - going >= fewest

        loop = self._loop = DeletionLoop(
            self._oracle, order, stay, core=self._core, patient=True, may_go=enough if fewest else None
        )
        loop.run()
        self._left = [*stay, *chain.from_iterable(loop.stay)]

    def each_needed(self) -> bool:
        """See `ClueDigging`."""
        left = self._may_go.intersection(self._left)
        _, spare, complete = necessary(self._oracle, sorted(left), [item for item in self._left if item not in left])
        return complete and not spare

    def counts(self) -> dict[str, Any]:
        """See `ClueDigging`."""
        return counts_of(self._oracle)


def counts_of(oracle: BudgetedOracle) -> dict[str, Any]:
    """The questions to *oracle*, by who answered them."""
    return {
        "calls": oracle.calls - oracle.by_kernel,
        "sat_questions": oracle.sat_questions,
        "by_cores": oracle.by_cores,
        "by_witnesses": oracle.by_kernel,
    }


def only_solution(oracle: BudgetedOracle) -> tuple[bytes, frozenset[SoftConstraint] | None]:
    """The one solution, forbidden from now on; and soft constraints that force it, where SAT alone proved it unique.

    Raises CannotReduce where there is none, or another, Undecided where a limit comes first.
    """
    soft = oracle.soft
    core: frozenset[SoftConstraint] | None = None
    try:
        if soft.alone:
            answer = oracle.solve(soft.items)
            core_of(answer)
            grids = [answer.grid] if isinstance(answer, Consistent) and answer.grid is not None else []
        else:
            grids = [*oracle.solutions(soft.puzzle)]
        if len(grids) == 1:
            soft.forbid(grids[0])
            soft.prefer(grids[0])
            core = core_of(oracle.check(soft.items)) if soft.alone else None
    except BudgetSpent:
        raise Undecided("the puzzle is undecided: a limit came before its second solution was ruled out") from None
    if not grids:
        raise CannotReduce(NONE)
    if len(grids) > 1 or (soft.alone and core is None):
        raise CannotReduce(SEVERAL)
    return grids[0], core
