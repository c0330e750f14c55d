"""`reduce` for puzzles with constraints: clues, and constraints where asked for, go as long as one solution is left.

One incremental solver forbids the solution; clues and constraints are its assumptions (see `guarded`). Engine `sat` is
this solver alone; `hybrid` asks the kernel of rules first (see `asking`). Unavoidable sets are not used: they hold for
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
from cpsudoku.questions.assumption_solver import AssumptionSolver, Item
from cpsudoku.questions.budgeted_oracle import BudgetedOracle
from cpsudoku.questions.deletion_mus import Trials
from cpsudoku.questions.mus import FewestKept, fewest, minimal, needed
from cpsudoku.questions.reduction.reduced import Reduced

Group = tuple[Item, ...]


def reduced(
    puzzle: Puzzle,
    orbits: Iterable[Orbit],
    stream: Stream,
    *,
    guarded: AssumptionSolver,
    keep: Collection[Cell],
    constraints: bool,
    clues: tuple[int, int],
    attempts: int,
    limits: Limits,
    deadline: float | None,
    about: dict[str, object],
) -> Reduced:
    """The reduction; *orbits* are the clues that go together. Raises as `reduce` does."""
    asking = BudgetedOracle(guarded, limits, deadline)
    solution, core = _the_solution(asking)
    groups: list[Group] = [tuple(guarded.clues[cell] for cell in orbit) for orbit in orbits]
    if constraints:
        groups += [(item,) for item in guarded.rules]
    fewest, most = clues
    smallest = len(puzzle.clues)
    for attempt in count(1):
        asking = asking if attempt == 1 else BudgetedOracle(guarded, limits)
        dug = _Digging(guarded, fewest, asking)
        dug.dig(stream.shuffled(groups), core)
        smallest = min(smallest, len(guarded.cells(dug.kept)))
        if smallest <= most or attempt >= attempts:
            break
    if len(guarded.cells(dug.kept)) > most:
        raise CannotReduce(f"no puzzle with at most {most} clues in {attempts} attempts; the smallest had {smallest}")
    settled = not (dug.gave_up or dug.skipped or keep)
    single = all(len(group) == 1 for group in groups)
    asked_for = guarded.items if constraints else tuple(guarded.clues.values())
    minimal = (settled and single) or dug.each_needed(asked_for)
    return Reduced(
        puzzle=guarded.part(dug.kept),
        solution=Solution.trusted(solution, puzzle.geometry),
        minimal=minimal,
        orbit_minimal=settled,
        calls=asking.calls - asking.by_kernel,
        sat_questions=asking.sat_questions,
        by_cores=asking.by_cores,
        by_witnesses=asking.by_kernel,
        **about,  # type: ignore[arg-type]
    )


def fewest_kept(
    puzzle: Puzzle,
    *,
    guarded: AssumptionSolver,
    keep: Collection[Cell],
    constraints: bool,
    limits: Limits,
    deadline: float | None,
    about: dict[str, Any],
) -> Reduced:
    """As few clues (and constraints) as leave one solution, or the best found and a bound. Raises as `reduce` does."""
    asking = BudgetedOracle(guarded, limits, deadline)
    solution, _ = _the_solution(asking)
    optional = [item for cell, item in guarded.clues.items() if cell not in keep]
    optional += guarded.rules if constraints else ()
    always = [item for item in guarded.items if item not in set(optional)]
    must, _, told = needed(asking, optional, frozenset(optional), always)
    kept, sure = minimal(asking, always, optional, frozenset(optional), must) if told else (optional, False)
    found = fewest(asking, always, optional, kept, must) if sure else FewestKept(tuple(kept), len(must))
    return Reduced(
        puzzle=guarded.part([*always, *found.items]),
        solution=Solution.trusted(solution, puzzle.geometry),
        minimal=sure and not keep,
        orbit_minimal=sure and not keep,
        calls=asking.calls - asking.by_kernel,
        sat_questions=asking.sat_questions,
        by_cores=asking.by_cores,
        by_witnesses=asking.by_kernel,
        at_least=found.at_least + len(always) - (0 if constraints else len(guarded.rules)),
        exact=found.proven,
        **about,
    )


def _the_solution(asking: BudgetedOracle) -> tuple[bytes, frozenset[Item] | None]:
    """The one solution, forbidden from now on; and items that force it, where SAT alone showed that it is the only one.

    Raises CannotReduce where there is none, or another.
    """
    guarded = asking.guarded
    core: frozenset[Item] | None = None
    try:
        if guarded.alone:
            found = asking.grid(guarded.items)
            solutions = [found] if isinstance(found, bytes) else []
        else:
            solutions = list(asking.solutions(guarded.puzzle))
        if len(solutions) == 1:
            guarded.forbid(solutions[0])
            guarded.prefer(solutions[0])
            if guarded.alone:
                core = asking.forces(guarded.items)
    except BudgetSpent:
        raise Undecided("the puzzle is undecided: a limit came before its second solution was ruled out") from None
    if not solutions:
        raise CannotReduce("the puzzle has no solution")
    if len(solutions) > 1 or (guarded.alone and core is None):
        raise CannotReduce("the puzzle has several solutions; only a unique one can be reduced")
    return solutions[0], core


class _Digging:
    """What is left of the clues and constraints of a guarded puzzle, with *fewest* clues at least."""

    def __init__(self, guarded: AssumptionSolver, fewest: int, asking: BudgetedOracle):
        self._guarded, self._fewest, self._asking = guarded, fewest, asking
        self.kept: list[Item] = list(guarded.items)
        self._gone: list[Group] = []
        self.gave_up = self.skipped = False

    def dig(self, order: Sequence[Group], core: frozenset[Item] | None) -> None:
        """Take away, in this order, each group that can go; an unanswered question counts as no, and is remembered.

        *core*: items that force, where fewer than all are known to.
        """
        tried = set(chain.from_iterable(order))
        stay = [item for item in self.kept if item not in tried]
        trials = Trials(
            self._asking, stay, order, core=core, patient=True, may_go=self._enough if self._fewest else None
        )
        self._gone = trials.gone
        trials.run()
        self.kept = [*stay, *chain.from_iterable(trials.stay)]
        self.gave_up, self.skipped = trials.left_open > 0, trials.skipped > 0

    def _enough(self, group: Group) -> bool:
        """Whether enough clues are left without this group, and those that went."""
        clues = self._guarded.clues
        going = len(self._guarded.cells(group))
        gone = len(self._guarded.cells(chain.from_iterable(self._gone)))
        return not going or len(clues) - gone - going >= self._fewest

    def each_needed(self, items: Iterable[Item]) -> bool:
        """Is each of these that is left needed by itself?"""
        left = frozenset(items).intersection(self.kept)
        always = [item for item in self.kept if item not in left]
        _, spare, told = needed(self._asking, sorted(left), frozenset(self.kept), always)
        return told and not spare
