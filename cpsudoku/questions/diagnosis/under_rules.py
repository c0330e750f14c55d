"""`diagnose` for puzzles with constraints: a conflict, two solutions, or what could go, by guard literals.

A conflict has no part that conflicts by itself; whether a smaller one lies elsewhere is not asked.
"""

from __future__ import annotations

import time

from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.engines.answer import Unknown
from cpsudoku.engines.engine import Limits
from cpsudoku.questions.diagnosis.answer import Ambiguous, Broken, Conflict, Diagnosis, Sound
from cpsudoku.questions.guarded import Guarded, Item

UNDECIDED = "gave up before it was known how many solutions there are"


def explain(puzzle: Puzzle, limits: Limits) -> Diagnosis | Unknown:
    """The diagnosis under *limits*: seconds for the whole, conflicts for each search."""
    with Guarded(puzzle) as guarded:
        asked = _Asked(guarded, limits)
        first = asked(guarded.items)
        if first is None:
            return Unknown(UNDECIDED)
        if isinstance(first, frozenset):
            return _broken(asked, first)
        guarded.forbid(first)
        second = asked(guarded.items)
        if second is None:
            return Unknown(UNDECIDED)
        solution = Solution.trusted(first, puzzle.geometry)
        if isinstance(second, frozenset):
            return _sound(asked, solution)
        other = Solution.trusted(second, puzzle.geometry)
        differ = solution.difference(other)
        return Ambiguous(puzzle, solution, 2, False, differ, (), None, None, (), other)


class _Asked:
    """`Guarded.ask` with one deadline over all questions; None where a limit came first."""

    def __init__(self, guarded: Guarded, limits: Limits):
        self.guarded, self._conflicts = guarded, limits.conflicts
        self._deadline = None if limits.seconds is None else time.perf_counter() + limits.seconds

    def __call__(self, items: tuple[Item, ...]) -> bytes | frozenset[Item] | None:
        seconds = None if self._deadline is None else self._deadline - time.perf_counter()
        if seconds is not None and seconds <= 0:
            return None
        found = self.guarded.ask(items, Limits(seconds, self._conflicts))
        return None if isinstance(found, Unknown) else found


def _broken(asked: _Asked, core: frozenset[Item]) -> Broken:
    """Each of the conflict is left out once; where that conflicts, too, it stays out."""
    guarded = asked.guarded
    kept = tuple(item for item in guarded.items if item in core)
    partial: tuple[str, ...] = ()
    for item in tuple(kept):
        if item not in kept:  # a core has left it out already
            continue
        found = asked(tuple(other for other in kept if other != item))
        if isinstance(found, frozenset):
            kept = tuple(other for other in kept if other in found)
        elif found is None:
            partial = ("conflict",)
    conflict = Conflict(guarded.cells(kept), (), False, guarded.constraints(kept))
    return Broken(guarded.puzzle, conflict, (), False, (), partial=partial)


def _sound(asked: _Asked, solution: Solution) -> Sound:
    """What could go alone; the solution is forbidden already."""
    guarded = asked.guarded
    spare: list[Item] = []
    partial: tuple[str, ...] = ()
    for item in guarded.items:
        found = asked(tuple(other for other in guarded.items if other != item))
        if isinstance(found, frozenset):
            spare.append(item)
        elif found is None:
            partial = ("redundant",)
    return Sound(guarded.puzzle, solution, guarded.cells(spare), guarded.constraints(spare), partial=partial)
