"""One search for one puzzle: what has been tried, the best so far, and when to stop."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import NamedTuple

from cpsudoku.board.symmetry import orbits
from cpsudoku.budget import Limits
from cpsudoku.generation.aiming.judge import FAR, Judge, Judged
from cpsudoku.generation.draws import draws
from cpsudoku.generation.recipe import Recipe
from cpsudoku.kernels.randomness import Stream
from cpsudoku.kernels.search import count_batch


class Draft(NamedTuple):
    """A puzzle and its solution, a byte a cell."""

    cells: bytes
    solution: bytes


@dataclass(frozen=True, slots=True)
class BestDraft:
    """The best puzzle of a search."""

    draft: Draft
    judged: Judged
    method: str
    tries: int


class Enough(Exception):
    """Raised inside a search when it is over: the aim is reached, or the attempts or the time are."""


Watch = Callable[[int, int, float], None]
"""(tries, best distance in tenths, seconds), now and then."""

_watching: ContextVar[Watch | None] = ContextVar("watching", default=None)


def watch(watcher: Watch | None) -> None:
    """Report the searches of this thread (of this context) to *watcher*; None: no reports."""
    _watching.set(watcher)


class Search:
    """Methods draw from `stream`, offer drafts, and go on until `Enough` is raised."""

    def __init__(self, recipe: Recipe, stream: Stream):
        assert recipe.aim is not None
        self.aim = recipe.aim
        self.recipe = recipe
        self.stream = stream
        self.geometry = recipe.geometry
        self.judge = Judge(self.aim, recipe.geometry)
        self.tries = 0
        self.best: BestDraft | None = None
        self.why = ""
        self.method = ""
        limits = Limits(None, recipe.limits.conflicts)
        attempts = min(recipe.attempts or 1000, 1000)
        # on the classic board minimality is checked last (`fits`): that is cheaper than generating minimal puzzles only
        minimal = None if recipe.minimal and recipe.geometry.is_classic else recipe.minimal
        self.base = replace(recipe, aim=None, limits=limits, attempts=attempts, minimal=minimal, confirm="none")
        self.groups = orbits(recipe.geometry, recipe.symmetry)
        self._began = time.perf_counter()

    def drawn(self, count: int) -> list[Draft]:
        """*count* puzzles of the recipe without its aim (fewer where one did not fit)."""
        records = draws(self.base, self.stream.word(), range(count))
        return [
            Draft(r.puzzle.cells, r.solution.cells) for r in records if r.puzzle is not None and r.solution is not None
        ]

    def sample(self, count: int) -> list[tuple[Judged, Draft]]:
        """A batch of the recipe's puzzles, judged.

        Rating stops at a step that is too hard, so easy targets cost little: no chain is ever searched for. Raises
        Enough.
        """
        self.method = "sampling"
        best = FAR if self.best is None else self.best.judged.distance
        # puzzles of other boards and on patterns take milliseconds each: limits are checked in between
        batch = count if self.geometry.is_classic and self.base.pattern is None else 1
        found: list[tuple[Judged, Draft]] = []
        for _ in range(0, count, batch):
            drafts = self.drawn(batch)
            found += zip(self.offer(drafts, best), drafts)
            if not drafts:
                self.tries += batch
        return found

    def offer(self, drafts: Sequence[Draft], within: int = FAR) -> list[Judged]:
        """Judge *drafts*; those more than *within* away need not be. Raises Enough."""
        if self.recipe.attempts:
            drafts = drafts[: self.recipe.attempts - self.tries]
        found = []
        for draft, judged in zip(drafts, self.judge.many([draft.cells for draft in drafts], within)):
            found.append(judged)
            self.tries += 1
            if self._keep(draft, judged):
                raise Enough
        if self.recipe.attempts and self.tries >= self.recipe.attempts:
            self.stop(f"{self.tries:,} tries")
        self.check_time()
        return found

    def stop(self, limit: str) -> None:
        """Raises Enough, with the reason a record states."""
        best = "no puzzle" if self.best is None else f"best is ER {self.best.judged.ratings.er / 10:.1f}"
        self.why = f"not {self.aim} within {limit}; {best}"
        raise Enough

    def check_time(self) -> None:
        """Report to the watcher; raise Enough when the time is over."""
        seconds = time.perf_counter() - self._began
        watcher = _watching.get()
        if watcher is not None:
            watcher(self.tries, FAR if self.best is None else self.best.judged.distance, seconds)
        limit = self.recipe.limits.seconds
        if limit is not None and seconds >= limit:
            self.stop(f"{limit:g} s")

    def _keep(self, draft: Draft, judged: Judged) -> bool:
        """Remember the draft if it is the best; True where it meets the target."""
        if self.best is not None and judged.distance >= self.best.judged.distance:
            return False
        if judged.distance == 0 and not self.fits(draft):
            return False
        self.best = BestDraft(draft, judged, self.method, self.tries)
        return judged.distance == 0

    def fits(self, draft: Draft) -> bool:
        """The recipe's other requirements: the number of clues, and minimality where it is required."""
        if not self.clues_fit(draft):
            return False
        return not self.recipe.wants_cell_minimal or not self.geometry.is_classic or not any(spare(draft.cells))

    def clues_fit(self, draft: Draft) -> bool:
        """The number of clues is in the range."""
        size = self.geometry.size
        fewest, most = self.recipe.clues or (0, size)
        return fewest <= size - draft.cells.count(0) <= most


def without(cells: bytes, groups: Sequence[Sequence[int]]) -> Iterator[bytes]:
    """The puzzle without each of the groups."""
    for group in groups:
        left = bytearray(cells)
        for cell in group:
            left[cell] = 0
        yield bytes(left)


def spare(cells: bytes) -> Iterator[bool]:
    """For each clue of a unique classic puzzle: can it go?"""
    clues = [(cell,) for cell in range(81) if cells[cell]]
    return (count == 1 for count in counts_of(list(without(cells, clues))))


def counts_of(puzzles: Sequence[bytes]) -> array[int]:
    """Solutions of each classic puzzle, counted to two."""
    found: array[int] = count_batch(b"".join(puzzles), 2)  # type: ignore[assignment]
    return found
