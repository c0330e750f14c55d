"""`reduce` for puzzles with constraints: clues, and constraints where asked for, go as long as one solution is left.

One live solver knows the solution to be forbidden; clues and constraints are its assumptions (see `guarded`). Nothing
that holds for houses alone (unavoidable sets, kernels) is used.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Sequence
from itertools import count

from cpsudoku.board.geometry import Cell
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.board.symmetry import Orbit
from cpsudoku.engines.answer import Unknown
from cpsudoku.engines.engine import Limits
from cpsudoku.errors import CannotReduce, Undecided, UsageError
from cpsudoku.kernels.randomness import Stream
from cpsudoku.questions.guarded import Guarded, Item
from cpsudoku.questions.reduction.reduced import Reduced

Group = tuple[Item, ...]


def reduced(
    puzzle: Puzzle,
    orbits: Iterable[Orbit],
    stream: Stream,
    *,
    guarded: Guarded,
    keep: Collection[Cell],
    constraints: bool,
    clues: tuple[int, int],
    attempts: int,
    limits: Limits,
    about: dict[str, object],
) -> Reduced:
    """The reduction; *orbits* are the clues that go together. Raises as `reduce` does."""
    solution = _the_solution(guarded, limits)
    groups: list[Group] = [tuple(guarded.clues[cell] for cell in orbit) for orbit in orbits]
    if constraints:
        groups += [(item,) for item in guarded.rules]
    fewest, most = clues
    smallest = len(puzzle.clues)
    for attempt in count(1):
        dug = _Digging(guarded, fewest, limits)
        dug.dig(stream.shuffled(groups))
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
        calls=dug.calls,
        **about,  # type: ignore[arg-type]
    )


def _the_solution(guarded: Guarded, limits: Limits) -> bytes:
    """The one solution, forbidden from now on."""
    first = guarded.ask(guarded.items, limits)
    if isinstance(first, frozenset):
        raise CannotReduce("the puzzle has no solution")
    if isinstance(first, Unknown):
        raise Undecided(f"the puzzle is undecided: {first.why}")
    guarded.forbid(first)
    second = guarded.ask(guarded.items, limits)
    if isinstance(second, Unknown):
        raise Undecided(f"the puzzle is undecided: {second.why}")
    if isinstance(second, bytes):
        raise CannotReduce("the puzzle has several solutions; only a unique one can be reduced")
    return first


class _Digging:
    """What is left, and the last core: while it is left whole, taking others away needs no question."""

    def __init__(self, guarded: Guarded, fewest: int, limits: Limits):
        self._guarded, self._fewest, self._conflicts = guarded, fewest, limits.conflicts
        self._deadline = None if limits.seconds is None else time.perf_counter() + limits.seconds
        self.kept: list[Item] = list(guarded.items)
        self._core: frozenset[Item] = frozenset(self.kept)
        self.calls = 0
        self.gave_up = self.skipped = False

    def dig(self, order: Sequence[Group]) -> None:
        """Take away, in this order, each group that can go."""
        for group in order:
            rest = [item for item in self.kept if item not in group]
            if len(self._guarded.cells(rest)) < self._fewest and self._guarded.cells(group):
                self.skipped = True
            elif self._determined(rest):
                self.kept = rest

    def _determined(self, items: list[Item]) -> bool:
        if self._core.issubset(items):
            return True
        seconds = None if self._deadline is None else self._deadline - time.perf_counter()
        if seconds is not None and seconds <= 0:
            self.gave_up = True
            return False
        self.calls += 1
        answer = self._guarded.ask(items, Limits(seconds, self._conflicts))
        if isinstance(answer, frozenset):
            self._core = answer
            return True
        self.gave_up = self.gave_up or isinstance(answer, Unknown)
        return False

    def each_needed(self, items: Iterable[Item]) -> bool:
        """Is each of these that is left needed by itself?"""
        self.gave_up = False
        left = [item for item in items if item in self.kept]
        return not any(self._determined([other for other in self.kept if other != item]) for item in left) and (
            not self.gave_up
        )


def solver_of(engine: str) -> str:
    """The SAT solver of an engine's name. Raises UsageError for engines that bring no cores."""
    base, _, argument = engine.partition(":")
    if base != "sat":
        raise UsageError(f"reduce: engine {engine!r} cannot serve constraints here; sat and sat:NAME do")
    return argument or "cadical153"
