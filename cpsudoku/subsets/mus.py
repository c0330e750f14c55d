"""Which soft constraints are necessary, a minimal unsatisfiable subset (MUS) of them, and a smallest one.

With the solution of a puzzle forbidden, an unsatisfiable subset is one that forces the solution; with nothing forbidden
it is a conflict. Every unsatisfiable subset contains a constraint that a given grid breaks; the set of all constraints
that the grid breaks is a correction set. The smallest unsatisfiable subsets are found by implicit hitting sets.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits
from cpsudoku.subsets.budgeted_oracle import BudgetedOracle, PuzzleOracle
from cpsudoku.subsets.deletion import DeletionLoop, OneByOne, Schedule
from cpsudoku.subsets.oracle import Answer, Consistent, Oracle, SoftConstraint, core_of, limits_left

GROWING = Limits(conflicts=200)
"""Spent on making a correction set smaller by one soft constraint."""
POLISHED = 8
"""Unsatisfiable subsets found on the way to the smallest that are made minimal, in the hope of a better one."""
SECONDS = 60.0
"""Time for a smallest set where no limit is named."""


def without_each(
    oracle: Oracle, soft: Sequence[SoftConstraint], hard: Sequence[SoftConstraint] = (), limits: Limits = NO_LIMITS
) -> Iterator[tuple[SoftConstraint, Answer]]:
    """Each soft constraint with the oracle's answer to all others and *hard*: a Consistent shows that it is necessary.

    *limits*: conflicts a question, seconds in all. Raises BudgetSpent when these are over.
    """
    deadline = limits.deadline()
    for k, item in enumerate(soft):
        yield item, oracle.check([*hard, *soft[:k], *soft[k + 1 :]], limits_left(deadline, limits))


def core_until_stable(oracle: Oracle, soft: Sequence[SoftConstraint]) -> Sequence[SoftConstraint]:
    """A core of *soft*: the oracle's, checked in turn until it is no smaller. The deadline that is set holds.

    Each is checked in the reverse order of the one before: SAT solvers then find smaller ones.

    Raises ValueError where *soft* is satisfiable, BudgetSpent where that stays open.
    """
    while True:
        core = core_of(oracle.check(soft, NO_LIMITS.in_time()))
        if core is None:
            raise ValueError("the puzzle has a solution")
        if len(core) >= len(soft):
            return soft
        soft = [item for item in reversed(soft) if item in core]


def necessary(
    oracle: Oracle,
    soft: Sequence[SoftConstraint],
    hard: Sequence[SoftConstraint] = (),
    *,
    core: frozenset[SoftConstraint] | None = None,
) -> tuple[list[SoftConstraint], list[SoftConstraint], bool]:
    """(soft constraints without which the others are satisfiable, those that could go alone, whether these are all).

    *soft* and *hard* are unsatisfiable together, *core* (by default all of *soft*) with *hard* is.
    """
    layered = isinstance(oracle, BudgetedOracle)  # without layers, nothing is quicker than to ask one by one
    loop = DeletionLoop(
        oracle,
        [(item,) for item in (reversed(soft) if layered else soft)],
        hard,
        schedule=None if layered else OneByOne(),
        restore=True,
        core=core if core is not None or not layered else frozenset(soft),
    )
    complete = True
    try:
        loop.run()
    except BudgetSpent:
        complete = False
    return [*chain(*loop.stay)], [*chain(*loop.gone)], complete


def mus(
    oracle: Oracle,
    soft: Iterable[SoftConstraint],
    hard: Sequence[SoftConstraint] = (),
    *,
    core: frozenset[SoftConstraint] | None = None,
    known: Collection[SoftConstraint] = (),
    schedule: Schedule | None = None,
) -> tuple[list[SoftConstraint], bool]:
    """(a minimal part of *soft* that is unsatisfiable with *hard*; whether it is minimal, or a limit came).

    *core* (by default all of *soft*) is unsatisfiable with *hard*; those of *known* are necessary. The last are left
    out first.
    """
    items = list(soft) if core is None else [item for item in soft if item in core]
    kept = [item for item in known if core is None or item in core]
    loop = DeletionLoop(
        oracle, [(item,) for item in reversed(items) if item not in known], [*hard, *kept], schedule=schedule
    )
    minimal = True
    try:
        loop.run()
    except BudgetSpent:
        minimal = False
    return [*kept, *chain(*loop.stay), *chain(*reversed(loop.waiting))], minimal


@dataclass(frozen=True, slots=True)
class SmallestMus:
    """`items` are unsatisfiable with the hard constraints; no fewer than `at_least` of the soft ones are.

    `minimal`: none of them can be left out by itself.
    """

    items: tuple[SoftConstraint, ...]
    at_least: int
    minimal: bool = True

    @property
    def proven(self) -> bool:
        """No fewer do."""
        return len(self.items) == self.at_least


def smallest_mus(
    oracle: PuzzleOracle,
    soft: Sequence[SoftConstraint],
    hard: Sequence[SoftConstraint] = (),
    *,
    core: frozenset[SoftConstraint] | None = None,
    known: Collection[SoftConstraint] = (),
    lazy: bool = False,
) -> SmallestMus:
    """As few of *soft* as are unsatisfiable with *hard*. Options as `mus`.

    Where a limit ends it: the best found, and a proven lower bound. *lazy*: one correction set a guess, and no attempt
    to improve the best: for oracles that answer at once.
    """
    from cpsudoku.engines.sat.optimise import smallest

    some, minimal = mus(oracle, soft, hard, core=core, known=known)
    if not minimal:
        return SmallestMus(tuple(some), len(known), False)
    search = _SmallestMus(oracle, soft, hard, some, lazy)
    bounds = [len(known)]
    try:
        found = smallest(
            search.unmet,
            [(item,) for item in known],
            deadline=oracle.deadline,
            most=None if lazy else len(some) - 1,
            progress=bounds.append,
            enough=None if lazy else search.enough,
        )
    except BudgetSpent:
        return SmallestMus(tuple(search.best), min(bounds[-1], len(search.best)))
    if found.elements is not None:
        return SmallestMus(found.elements, len(found.elements))
    return SmallestMus(tuple(search.best), min(found.at_least, len(search.best)))


class _SmallestMus:
    """Guesses are tried; correction sets they do not meet are named, and better unsatisfiable subsets are kept."""

    def __init__(
        self,
        oracle: PuzzleOracle,
        soft: Sequence[SoftConstraint],
        hard: Sequence[SoftConstraint],
        best: list[SoftConstraint],
        lazy: bool,
    ):
        self._oracle, self._soft, self._hard, self.best, self._lazy = oracle, soft, hard, best, lazy
        self._growing = NO_LIMITS if lazy else GROWING
        self._polished = 0

    def enough(self, bound: int) -> bool:
        """Whether no set smaller than the best can do."""
        return bound >= len(self.best)

    def unmet(self, guess: Sequence[SoftConstraint]) -> list[tuple[SoftConstraint, ...]]:
        """Disjoint correction sets that the guess does not meet; none where it is unsatisfiable."""
        found: list[tuple[SoftConstraint, ...]] = []
        held = list(guess)
        while True:
            answer = self._oracle.solve([*self._hard, *held])
            core = core_of(answer)
            if core is not None:
                if found:
                    self._polish(held, core)
                return found
            assert isinstance(answer, Consistent)
            assert answer.grid is not None
            left = self._correction(held, answer.grid)
            found.append(tuple(left))
            if self._lazy:
                return found
            held += left

    def _correction(self, held: Sequence[SoftConstraint], grid: bytes) -> list[SoftConstraint]:
        """What a grid breaks of the soft constraints, made fewer: each is added where some grid keeps it as well."""
        kept = self._oracle.soft.kept_by(grid, self._soft)
        waiting = [item for item in self._soft if item not in kept]
        holding = [*held, *(item for item in self._soft if item in kept and item not in held)]
        left: list[SoftConstraint] = []
        while waiting:
            item = waiting.pop()
            again = self._oracle.solve([*self._hard, *holding, item], self._growing)
            if isinstance(again, Consistent) and again.grid is not None:
                more = self._oracle.soft.kept_by(again.grid, waiting)
                holding += [item, *(other for other in waiting if other in more)]
                waiting = [other for other in waiting if other not in more]
            else:
                left.append(item)
        return left

    def _polish(self, held: Sequence[SoftConstraint], core: frozenset[SoftConstraint]) -> None:
        """What was held to find sets is unsatisfiable: a part of it may be better than the best."""
        if self._polished < POLISHED:
            self._polished += 1
            kept, _ = mus(self._oracle, held, self._hard, core=core)
            if len(kept) < len(self.best):
                self.best = kept
