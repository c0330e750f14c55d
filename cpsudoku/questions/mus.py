"""Which of some clues and constraints force the answer: those needed, a minimal set, a fewest set.

An `AssumptionSolver` is asked (see `budgeted_oracle`), its solution forbidden where the question is about staying
unique: items *force* when no other grid keeps them. What a set of items leaves out of a grid that is possible (a
correction set) must be met by every set that forces: the fewest are found by implicit hitting sets.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from cpsudoku.budget import BudgetSpent
from cpsudoku.questions.assumption_solver import Item
from cpsudoku.questions.budgeted_oracle import BudgetedOracle
from cpsudoku.questions.deletion_mus import Trials

GROWING = 200
"""Conflicts spent on making a correction set smaller by one item."""
POLISHED = 8
"""Sets found on the way to the fewest that are made minimal, in the hope of a better one."""
SECONDS = 60.0
"""Where the fewest are asked for and no time limit was named."""


def needed(
    asking: BudgetedOracle, items: Sequence[Item], core: frozenset[Item], always: Sequence[Item] = ()
) -> tuple[list[Item], list[Item], bool]:
    """(items without which the others do not force, items that could go alone, whether all are told).

    *items* force with *always*, and those of *core* do. Whatever a core is without could go.
    """
    trials = Trials(asking, always, [(item,) for item in reversed(items)], back=True, core=core)
    told = True
    try:
        trials.run()
    except BudgetSpent:
        told = False
    return [*chain(*trials.stay)], [*chain(*trials.gone)], told


def minimal(
    asking: BudgetedOracle,
    always: Sequence[Item],
    optional: Iterable[Item],
    core: frozenset[Item],
    must: Collection[Item] = (),
) -> tuple[list[Item], bool]:
    """(a part of *optional* that forces with *always*, none of it needless; whether none is, or a limit came).

    All of them force, by *core*; those of *must* are known to be needed.
    """
    kept = [item for item in must if item in core]
    groups = [(item,) for item in optional if item in core and item not in must]
    trials = Trials(asking, [*always, *kept], groups[::-1])
    try:
        trials.run()
    except BudgetSpent:
        left = groups[: len(groups) - len(trials.stay) - len(trials.gone)]
        return [*kept, *chain(*trials.stay), *chain(*left)], False
    return [*kept, *chain(*trials.stay)], True


@dataclass(frozen=True, slots=True)
class FewestKept:
    """`items` force together with what always holds; no fewer than `at_least` of the optional ones do."""

    items: tuple[Item, ...]
    at_least: int

    @property
    def proven(self) -> bool:
        """No fewer do."""
        return len(self.items) == self.at_least


def fewest(
    asking: BudgetedOracle,
    always: Sequence[Item],
    optional: Sequence[Item],
    best: Sequence[Item],
    must: Iterable[Item] = (),
) -> FewestKept:
    """As few of *optional* as force with *always*; *best* do already, and those of *must* are in every such set.

    Where a limit ends it: the best found, and a proven lower bound.
    """
    from cpsudoku.engines.sat.optimise import smallest

    state = _Fewest(asking, always, optional, list(best))
    known = [(item,) for item in must]
    told = [len(known)]
    try:
        found = smallest(
            state.missed,
            known,
            deadline=asking.deadline,
            most=len(state.best) - 1,
            told=told.append,
            enough=state.enough,
        )
    except BudgetSpent:
        return FewestKept(tuple(state.best), min(told[-1], len(state.best)))
    if found.elements is not None:
        return FewestKept(found.elements, len(found.elements))
    return FewestKept(tuple(state.best), min(found.at_least, len(state.best)))


class _Fewest:
    """Guesses are tried; what they miss is named, and sets found to force are kept where they are better."""

    def __init__(self, asking: BudgetedOracle, always: Sequence[Item], optional: Sequence[Item], best: list[Item]):
        self.asking, self.always, self.optional, self.best = asking, always, optional, best
        self._polished = 0

    def enough(self, bound: int) -> bool:
        """No set smaller than the best can do."""
        return bound >= len(self.best)

    def missed(self, guess: Sequence[Item]) -> list[tuple[Item, ...]]:
        """Correction sets, nothing in common, that the guess does not meet; none where it forces."""
        found: list[tuple[Item, ...]] = []
        held = list(guess)
        while True:
            answer = self.asking.grid([*self.always, *held])
            if not isinstance(answer, bytes):
                if found:
                    self._better(held, answer)
                return found
            left = self._grown(held, answer)
            found.append(tuple(left))
            held += left

    def _grown(self, held: Sequence[Item], grid: bytes) -> list[Item]:
        """What a grid misses of the optional items, made fewer: each is tried to hold besides."""
        kept = self.asking.guarded.kept_by(grid, self.optional)
        waiting = [item for item in self.optional if item not in kept]
        holding = [*held, *(item for item in self.optional if item in kept and item not in held)]
        left: list[Item] = []
        while waiting:
            item = waiting.pop()
            try:
                again = self.asking.grid([*self.always, *holding, item], GROWING)
            except BudgetSpent:
                left.append(item)
                continue
            if isinstance(again, bytes):
                more = self.asking.guarded.kept_by(again, waiting)
                holding += [item, *(other for other in waiting if other in more)]
                waiting = [other for other in waiting if other not in more]
            else:
                left.append(item)
        return left

    def _better(self, held: Sequence[Item], core: frozenset[Item]) -> None:
        """What was held to find sets forces: a part of it may be better than the best."""
        if self._polished < POLISHED:
            self._polished += 1
            kept, _ = minimal(self.asking, self.always, [item for item in held if item in core], core)
            if len(kept) < len(self.best):
                self.best = kept
