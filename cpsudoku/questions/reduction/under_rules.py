"""`reduce` for puzzles with constraints: clues, and constraints where asked for, go as long as one solution is left.

One incremental solver forbids the solution; clues and constraints are its assumptions (see `solver`). Engine `sat` is
this solver alone; `hybrid` asks the kernel of rules first (see `oracle`). Unavoidable sets are not used: they hold for
houses only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain, count
from typing import Any

from cpsudoku.board.geometry import Cell
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.board.symmetry import Orbit
from cpsudoku.budget import BudgetSpent, Limits
from cpsudoku.errors import CannotReduce, Undecided
from cpsudoku.kernels.randomness import Stream
from cpsudoku.questions.reduction.reduced import Reduced
from cpsudoku.subsets.assumption_solver import AssumptionSolver
from cpsudoku.subsets.budgeted_oracle import BudgetedOracle
from cpsudoku.subsets.deletion import DeletionLoop, Group
from cpsudoku.subsets.mus import SmallestMus, necessary, smallest_mus
from cpsudoku.subsets.oracle import Sat, SoftConstraint, core_of


def reduced(
    puzzle: Puzzle,
    orbits: Iterable[Orbit],
    stream: Stream,
    *,
    solver: AssumptionSolver,
    keep: Collection[Cell],
    constraints: bool,
    clues: tuple[int, int],
    attempts: int,
    limits: Limits,
    deadline: float | None,
    about: dict[str, object],
) -> Reduced:
    """The reduction; *orbits* are the clues that go together. Raises as `reduce` does."""
    oracle = BudgetedOracle(solver, limits, deadline)
    solution, core = _the_solution(oracle)
    groups: list[Group] = [tuple(solver.clues[cell] for cell in orbit) for orbit in orbits]
    if constraints:
        groups += [(item,) for item in solver.rules]
    fewest, most = clues
    smallest = len(puzzle.clues)
    for attempt in count(1):
        oracle = oracle if attempt == 1 else BudgetedOracle(solver, limits)
        dug = _Digging(solver, fewest, oracle)
        dug.dig(stream.shuffled(groups), core)
        smallest = min(smallest, len(solver.cells(dug.kept)))
        if smallest <= most or attempt >= attempts:
            break
    if len(solver.cells(dug.kept)) > most:
        raise CannotReduce(f"no puzzle with at most {most} clues in {attempts} attempts; the smallest had {smallest}")
    settled = not (dug.gave_up or dug.skipped or keep)
    single = all(len(group) == 1 for group in groups)
    asked_for = solver.items if constraints else tuple(solver.clues.values())
    minimal = (settled and single) or dug.each_needed(asked_for)
    return Reduced(
        puzzle=solver.part(dug.kept),
        solution=Solution.trusted(solution, puzzle.geometry),
        minimal=minimal,
        orbit_minimal=settled,
        calls=oracle.calls - oracle.by_kernel,
        sat_questions=oracle.sat_questions,
        by_cores=oracle.by_cores,
        by_witnesses=oracle.by_kernel,
        **about,  # type: ignore[arg-type]
    )


def fewest_kept(
    puzzle: Puzzle,
    *,
    solver: AssumptionSolver,
    keep: Collection[Cell],
    constraints: bool,
    limits: Limits,
    deadline: float | None,
    about: dict[str, Any],
) -> Reduced:
    """As few clues (and constraints) as leave one solution, or the best found and a bound. Raises as `reduce` does."""
    oracle = BudgetedOracle(solver, limits, deadline)
    solution, _ = _the_solution(oracle)
    optional = [item for cell, item in solver.clues.items() if cell not in keep]
    optional += solver.rules if constraints else ()
    always = [item for item in solver.items if item not in set(optional)]
    must, _, complete = necessary(oracle, optional, always)
    found = (
        smallest_mus(oracle, optional, always, known=must)
        if complete
        else SmallestMus(tuple(optional), len(must), False)
    )
    return Reduced(
        puzzle=solver.part([*always, *found.items]),
        solution=Solution.trusted(solution, puzzle.geometry),
        minimal=found.minimal and not keep,
        orbit_minimal=found.minimal and not keep,
        calls=oracle.calls - oracle.by_kernel,
        sat_questions=oracle.sat_questions,
        by_cores=oracle.by_cores,
        by_witnesses=oracle.by_kernel,
        at_least=found.at_least + len(always) - (0 if constraints else len(solver.rules)),
        exact=found.proven,
        **about,
    )


def _the_solution(oracle: BudgetedOracle) -> tuple[bytes, frozenset[SoftConstraint] | None]:
    """The one solution, forbidden from now on; and items that force it, where SAT alone showed that it is the only one.

    Raises CannotReduce where there is none, or another.
    """
    solver = oracle.soft
    core: frozenset[SoftConstraint] | None = None
    try:
        if solver.alone:
            found = oracle.solve(solver.items)
            core_of(found)
            solutions = [found.grid] if isinstance(found, Sat) and found.grid is not None else []
        else:
            solutions = list(oracle.solutions(solver.puzzle))
        if len(solutions) == 1:
            solver.forbid(solutions[0])
            solver.prefer(solutions[0])
            if solver.alone:
                core = core_of(oracle.check(solver.items))
    except BudgetSpent:
        raise Undecided("the puzzle is undecided: a limit came before its second solution was ruled out") from None
    if not solutions:
        raise CannotReduce("the puzzle has no solution")
    if len(solutions) > 1 or (solver.alone and core is None):
        raise CannotReduce("the puzzle has several solutions; only a unique one can be reduced")
    return solutions[0], core


class _Digging:
    """What is left of the clues and constraints of a solver puzzle, with *fewest* clues at least."""

    def __init__(self, solver: AssumptionSolver, fewest: int, oracle: BudgetedOracle):
        self._solver, self._fewest, self._oracle = solver, fewest, oracle
        self.kept: list[SoftConstraint] = list(solver.items)
        self._gone: list[Group] = []
        self.gave_up = self.skipped = False

    def dig(self, order: Sequence[Group], core: frozenset[SoftConstraint] | None) -> None:
        """Take away, in this order, each group that can go; an unanswered question counts as no, and is remembered.

        *core*: items that force, where fewer than all are known to.
        """
        tried = set(chain.from_iterable(order))
        stay = [item for item in self.kept if item not in tried]
        loop = DeletionLoop(
            self._oracle, order, stay, core=core, patient=True, may_go=self._enough if self._fewest else None
        )
        self._gone = loop.gone
        loop.run()
        self.kept = [*stay, *chain.from_iterable(loop.stay)]
        self.gave_up, self.skipped = loop.left_open > 0, loop.skipped > 0

    def _enough(self, groups: Sequence[Group]) -> bool:
        """Whether enough clues are left without these groups, and those that went."""
        clues = self._solver.clues
        going = len(self._solver.cells(chain.from_iterable(groups)))
        gone = len(self._solver.cells(chain.from_iterable(self._gone)))
        return not going or len(clues) - gone - going >= self._fewest

    def each_needed(self, items: Iterable[SoftConstraint]) -> bool:
        """Is each of these that is left needed by itself?"""
        left = frozenset(items).intersection(self.kept)
        always = [item for item in self.kept if item not in left]
        _, spare, complete = necessary(self._oracle, sorted(left), always)
        return complete and not spare
