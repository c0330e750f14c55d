"""Which of some clues and constraints force the answer: those needed, a minimal set, a fewest set.

A `Guarded` puzzle is asked, its solution forbidden where the question is about staying unique: items *force* when no
other grid keeps them; the kernel is asked first (see `quick`). What a set of items leaves out of a grid that is
possible (a correction set) must be met by every set that forces: the fewest are found by implicit hitting sets.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.deadline import BudgetSpent, until
from cpsudoku.engines.answer import Unknown
from cpsudoku.engines.engine import Engine, Limits
from cpsudoku.questions.guarded import Guarded, Item
from cpsudoku.questions.quick import Quick

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

T = TypeVar("T")
EASY = 300
"""Conflicts of the live solver, after which a fresh engine with all its propagation takes the question."""
GROWING = 200
"""Conflicts spent on making a correction set smaller by one item."""
POLISHED = 8
"""Sets found on the way to the fewest that are made minimal, in the hope of a better one."""
SECONDS = 60.0
"""Where the fewest are asked for and no time limit was named."""


class Spent(Exception):
    """A limit was reached before the answer."""


def end_of(limits: Limits) -> float | None:
    """When the seconds of *limits* are over, from now on."""
    return None if limits.seconds is None else time.perf_counter() + limits.seconds


class Asking:
    """Questions to one guarded puzzle under *limits*: seconds over all of them, conflicts for each.

    *deadline*: when the seconds end, where they began before.
    """

    def __init__(self, guarded: Guarded, limits: Limits, deadline: float | None = None):
        self.guarded, self._conflicts = guarded, limits.conflicts
        self.deadline = end_of(limits) if deadline is None else deadline
        self.calls = 0
        self._engine: tuple[tuple[Constraint, ...], Engine] | None = None
        bounded = limits.conflicts is not None and limits.conflicts < EASY
        self._quick = Quick(guarded) if guarded.is_plain and not bounded else None

    def grid(self, items: Sequence[Item], most: int | None = None) -> bytes | frozenset[Item]:
        """A grid that keeps *items*, or those that force. Raises Spent; after *most* conflicts at once, if named."""
        limits = self._easy(most)
        found = self._solved(self.guarded.ask, items, limits)
        if not isinstance(found, Unknown):
            return found
        if most is not None:
            raise Spent
        return self._by_engine(items)

    def forces(self, items: Sequence[Item]) -> frozenset[Item] | None:
        """Those of *items* that force; None where they do not. Raises Spent."""
        if self._quick is not None:
            answer = self._quick.forces(items, self.deadline)
            if answer is not None:
                self.calls += 1
                return answer.by if answer.forces else None
        found = self._solved(self.guarded.core, items, self._easy(None))
        if isinstance(found, Unknown):
            other = self._by_engine(items)
            found = None if isinstance(other, bytes) else other
        if self._quick is not None and found is not None:
            self._quick.know(found)
        return found

    def _solved(self, ask: Callable[[Sequence[Item], Limits], T], items: Sequence[Item], limits: Limits) -> T:
        """What the live solver says; its formula is built where this is the first question."""
        try:
            with until(self.deadline):
                return ask(items, limits)
        except BudgetSpent:
            raise Spent from None

    def solutions(self, puzzle: Puzzle) -> Sequence[bytes]:
        """Up to two solutions of *puzzle*, by an engine. Raises Spent."""
        outcome = self._engine_of(puzzle).search(puzzle.cells, 2, Limits(self._left(), self._conflicts))
        if outcome.why:
            raise Spent
        if self._quick is not None and puzzle is self.guarded.puzzle and len(outcome.solutions) < 2:
            self._quick.know(self.guarded.items)
        return outcome.solutions

    def counted(self, puzzle: Puzzle, most: int, effort: int) -> tuple[Sequence[bytes], bool]:
        """(up to *most* solutions of *puzzle*, whether these are all), within *effort* branches and conflicts."""
        bounds = [bound for bound in (self._conflicts, effort) if bound is not None]
        outcome = self._engine_of(puzzle).search(puzzle.cells, most, Limits(self._left(), min(bounds)))
        return outcome.solutions, outcome.complete

    def _engine_of(self, puzzle: Puzzle) -> Engine:
        """The engine for its rules; the last one is kept, for many questions differ in clues alone."""
        from cpsudoku.engines.registry import engine_for

        if self._engine is None or self._engine[0] != puzzle.constraints:
            self._engine = (puzzle.constraints, engine_for(puzzle, "sat"))
        return self._engine[1]

    def _easy(self, most: int | None) -> Limits:
        self.calls += 1
        bounds = [bound for bound in (self._conflicts, most or EASY) if bound is not None]
        return Limits(self._left(), min(bounds))

    def _left(self) -> float | None:
        seconds = None if self.deadline is None else self.deadline - time.perf_counter()
        if seconds is not None and seconds <= 0:
            raise Spent
        return seconds

    def _by_engine(self, items: Sequence[Item]) -> bytes | frozenset[Item]:
        if self._conflicts is not None and self._conflicts <= EASY:
            raise Spent
        part, forbidden = self.guarded.part(items), self.guarded.forbidden
        outcome = self._engine_of(part).search(part.cells, len(forbidden) + 1, Limits(self._left(), self._conflicts))
        others = [grid for grid in outcome.solutions if grid not in forbidden]
        if others:
            return others[0]
        if not outcome.complete:
            raise Spent
        return frozenset(items)


def needed(
    asking: Asking, items: Sequence[Item], core: frozenset[Item], always: Sequence[Item] = ()
) -> tuple[list[Item], list[Item], bool]:
    """(items without which the others do not force, items that could go alone, whether all are told).

    *items* force with *always*, and those of *core* do. Whatever a core is without could go.
    """
    must: list[Item] = []
    open_ = [item for item in items if item in core]
    spare = [item for item in items if item not in core]
    bunch = Bunch()
    try:
        while open_:
            size = min(bunch.size, len(open_))
            # assumptions come one by one: what is settled first, so that cores do without what is open
            found = asking.forces([*always, *must, *spare, *open_[:-size]])
            bunch.went(found is not None)
            if found is None:
                if size == 1:
                    must.append(open_.pop())
            else:
                spare += [other for other in open_ if other not in found]
                open_ = [other for other in open_ if other in found]
    except Spent:
        pass
    return must, spare, not open_


class Bunch:
    """How many to leave out at once: all of them could go if they can together. More after each two that could."""

    def __init__(self) -> None:
        self._row = 0

    @property
    def size(self) -> int:
        """Of the next bunch."""
        return 1 << self._row // 2

    def went(self, well: bool) -> None:
        """Whether the last bunch could go."""
        self._row = self._row + 1 if well else 0


def minimal(
    asking: Asking,
    always: Sequence[Item],
    optional: Iterable[Item],
    core: frozenset[Item],
    must: Collection[Item] = (),
) -> tuple[list[Item], bool]:
    """(a part of *optional* that forces with *always*, none of it needless; whether none is, or a limit came).

    All of them force, by *core*; those of *must* are known to be needed.
    """
    kept = [item for item in must if item in core]
    waiting = [item for item in optional if item in core and item not in must]
    while waiting:
        item = waiting.pop()
        try:
            found = asking.forces([*always, *kept, *waiting])
        except Spent:
            return [*kept, item, *waiting], False
        if found is None:
            kept.append(item)
        else:
            waiting = [other for other in waiting if other in found]
    return kept, True


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
    asking: Asking,
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
    except Spent:
        return FewestKept(tuple(state.best), min(told[-1], len(state.best)))
    if found.elements is not None:
        return FewestKept(found.elements, len(found.elements))
    return FewestKept(tuple(state.best), min(found.at_least, len(state.best)))


class _Fewest:
    """Guesses are tried; what they miss is named, and sets found to force are kept where they are better."""

    def __init__(self, asking: Asking, always: Sequence[Item], optional: Sequence[Item], best: list[Item]):
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
            except Spent:
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
