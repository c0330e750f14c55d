"""One search for one puzzle: how near each is to the aim, what has been tried, the best so far, and when to stop."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Collection, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.board.symmetry import orbits
from cpsudoku.budget import Limits
from cpsudoku.generation.aiming.targets import ALL_KINDS, TOP, Aim, base_of, rungs_of
from cpsudoku.generation.draws import drawn, draws, is_native
from cpsudoku.generation.recipe import Recipe
from cpsudoku.kernels.randomness import Stream
from cpsudoku.kernels.search import count_batch
from cpsudoku.rating.numbers import SOLVED, in_tenths
from cpsudoku.rating.rater import CHUNK, Rater, describe
from cpsudoku.techniques.ladder import MOST_ROWS, SPECIAL, TECHNIQUES

FAR = 10_000
"""The distance of a puzzle that was not rated to its end, or has no rating."""


COSTLY = 80
"""Aims from this ER (tenths) on are seldom met early, and rating up to them is no cheaper than to the end."""


PART = 16
"""Samples drawn and rated together, at most, before one that meets the aim."""


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
    """Methods draw from `stream`, offer drafts, and go on until `Enough` is raised. One serves many puzzles in turn."""

    def __init__(self, recipe: Recipe, stream: Stream):
        assert recipe.aim is not None
        self.aim = recipe.aim
        self.recipe = recipe
        self.geometry = recipe.geometry
        self.judge = Judge(self.aim, recipe.geometry)
        limits = Limits(None, recipe.limits.conflicts)
        attempts = min(recipe.attempts or 1000, 1000)
        # on the classic board minimality is checked last (`fits`): that is cheaper than generating minimal puzzles only
        minimal = None if recipe.minimal and recipe.geometry.is_classic else recipe.minimal
        self.base = replace(recipe, aim=None, limits=limits, attempts=attempts, minimal=minimal, confirm="none")
        self.groups = orbits(recipe.geometry, recipe.symmetry)
        self.begin(stream)

    def begin(self, stream: Stream) -> None:
        """From now on the search is for another puzzle of the same recipe."""
        self.stream = stream
        self.tries = 0
        self.best: BestDraft | None = None
        self.why = ""
        self.method = ""
        self._began = time.perf_counter()

    def drawn(self, word: int, numbers: Sequence[int]) -> list[Draft]:
        """Puzzles with these numbers of a seed, of the recipe without its aim (fewer where one did not fit)."""
        if is_native(self.base):
            found = drawn(self.base, word, numbers)
            puzzles, grids, ends = found.puzzles, found.grids, range(81, 81 * len(numbers) + 1, 81)
            return [Draft(puzzles[end - 81 : end], grids[end - 81 : end]) for end in ends if grids[end - 1]]
        records = draws(self.base, word, numbers)
        return [
            Draft(r.puzzle.cells, r.solution.cells) for r in records if r.puzzle is not None and r.solution is not None
        ]

    def sample(self, count: int, whole: bool = True) -> list[tuple[Judged, Draft]]:
        """A batch of the recipe's puzzles, judged.

        Rating stops at a step that is too hard, so easy targets cost little: no chain is ever searched for. Where no
        batch was judged before, the ratings of all are known, unless not *whole*: see `completed`. Raises Enough.
        """
        self.method = "sampling"
        best = FAR if self.best is None else self.best.judged.distance
        # puzzles of other boards and on patterns take milliseconds each: limits are checked in between
        batch = count if self.geometry.is_classic and self.base.pattern is None else 1
        early = best == FAR and batch > 1 and self.aim.sought[0] < COSTLY
        found: list[tuple[Judged, Draft]] = []
        for _ in range(0, count, batch):
            word = self.stream.word()
            known = len(found)
            if early:
                drafts, nearest = self.before_hit(word, batch)
                found += zip(self.offer(drafts, best if whole else nearest), drafts)
            else:
                for start in range(0, batch, PART):
                    drafts = self.drawn(word, range(start, min(batch, start + PART)))
                    found += zip(self.offer(drafts, best), drafts)
            if len(found) == known:
                self.tries += batch
        return found

    def completed(self, entries: Sequence[tuple[Judged, Draft]]) -> list[tuple[Judged, Draft]]:
        """The same with the ratings that a sample which was not whole left out."""
        judged = self.judge.many([draft.cells for known, draft in entries if known == UNRATED])
        return [(next(judged) if known == UNRATED else known, draft) for known, draft in entries]

    def before_hit(self, word: int, count: int) -> tuple[list[Draft], int]:
        """*count* puzzles of a seed, none of which meets the aim, and how far the nearest is that is not beyond it.

        The first that meets the aim ends the search. Most aims are met by an early puzzle: only so many are drawn then,
        and none is rated beyond the aim. There are fewer puzzles where the time is over. Raises Enough.
        """
        left = self.recipe.attempts - self.tries if self.recipe.attempts else count
        drafts, start, nearest = list[Draft](), 0, FAR
        while start < count and not (start and self.is_late):
            stop = min(count, 2 * start + 1, start + PART)
            more = self.drawn(word, range(start, stop))
            wanted = more[: max(0, left - len(drafts))]
            for k, judged in enumerate(self.judge.many([draft.cells for draft in wanted], 0)):
                if judged.distance == 0 and self.fits(wanted[k]):
                    self.tries += len(drafts) + k + 1
                    self.best = BestDraft(wanted[k], judged, self.method, self.tries)
                    raise Enough
                nearest = min(nearest, judged.distance or FAR)
            drafts, start = drafts + more, stop
        return drafts, nearest

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
        watcher = _watching.get()
        if watcher is not None:
            seconds = time.perf_counter() - self._began
            watcher(self.tries, FAR if self.best is None else self.best.judged.distance, seconds)
        if self.is_late:
            self.stop(f"{self.recipe.limits.seconds:g} s")

    @property
    def is_late(self) -> bool:
        """The time is over."""
        limit = self.recipe.limits.seconds
        return limit is not None and time.perf_counter() - self._began >= limit

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


class Tenths(NamedTuple):
    """What the rater counts in."""

    er: int
    ep: int
    ed: int


class Judged(NamedTuple):
    """`distance` 0: the puzzle meets the aim. Within the bands, each unmet demand on techniques counts 1."""

    distance: int
    ratings: Tenths


UNRATED = Judged(FAR, Tenths(0, 0, 0))


class Judge:
    """The rater of one search; not for several threads."""

    def __init__(self, aim: Aim, geometry: Geometry):
        self.aim = aim
        self.geometry = geometry
        self._rater = Rater()

    def many(self, puzzles: Sequence[bytes], within: int = FAR) -> Iterator[Judged]:
        """The distance of each puzzle, lazily: a caller that stops early saves the checks of techniques.

        Puzzles known to be more than *within* away are not rated to the end: UNRATED.
        """
        if not self.geometry.is_classic:
            yield from map(self._elsewhere, puzzles)
            return
        most = self.aim.sought[1] + min(within, TOP)
        self._rater.max_er = most / 10 + 0.01
        for k in range(0, len(puzzles), CHUNK):
            part = puzzles[k : k + CHUNK]
            for cells, (er, ep, ed, end, _) in zip(part, self._rater.rate_chunk(b"".join(part))):
                yield self._judged(cells, Tenths(er, ep, ed)) if end == SOLVED else UNRATED

    def _judged(self, cells: bytes, ratings: Tenths) -> Judged:
        distance = self.aim.distance(*ratings)
        if distance == 0:
            distance = self.unmet(cells, ratings.er)
        return Judged(distance, ratings)

    def unmet(self, cells: bytes, er: int) -> int:
        """How many demands on techniques a puzzle of this ER misses."""
        missing = sum(not needed(cells, kinds, er) for kinds in self.aim.needed)
        return missing + sum(not solves(cells, kinds) for kinds in self.aim.enough)

    def _elsewhere(self, cells: bytes) -> Judged:
        """Other boards: by those techniques that carry over, not on the scale."""
        from cpsudoku.rating.answers import Unrated
        from cpsudoku.rating.scale import rate

        rating = rate(Puzzle.trusted(cells, self.geometry))
        if isinstance(rating, Unrated) or not rating.solved:
            return UNRATED
        ratings = Tenths(*map(in_tenths, (rating.er, rating.ep, rating.ed)))
        return Judged(self.aim.distance(*ratings), ratings)


def solves(cells: bytes, kinds: Collection[int], cut: int = TOP) -> bool:
    """True where steps of these *kinds*, rated at most *cut* tenths, fill the classic board from these clues."""
    rater = Rater()
    rungs = rungs_of(kind for kind in kinds if base_of(kind) <= cut)
    rater.start(cells)
    while rater.grid.cells_left:
        rater.rungs = rungs
        while True:
            if not rater.advance():
                return False
            if _may(rater.hint, kinds, cut):
                rater.accept()
                break
            rung = _rung(rater.hint)
            other = next((hint for hint in rater.every(rung) if _may(hint, kinds, cut)), None)
            if other is not None:
                _apply(rater, other)
                break
            rater.rungs &= ~(1 << rung)
    return True


def needed(cells: bytes, kinds: Collection[int], er: int) -> bool:
    """True where the puzzle, rated *er* tenths, stalls without these kinds of steps and without any above *er*."""
    quick = Rater()
    quick.rungs = rungs_of(ALL_KINDS) & ~rungs_of(kinds)
    quick.max_er = er / 10 + 0.01
    ((_, _, _, end, _),) = quick.rate_chunk(cells)
    return end != SOLVED and not solves(cells, ALL_KINDS - frozenset(kinds), er)


def _may(hint: Any, kinds: Collection[int], cut: int) -> bool:
    code = describe(hint)
    kind = code % MOST_ROWS + (SPECIAL if code >= SPECIAL else 0)
    return kind in kinds and int((hint.rating + 0.05) * 10) <= cut


def _rung(hint: Any) -> int:
    technique = TECHNIQUES[hint.technique]
    rung: int = technique.rung
    return rung + (int(hint.variant) if technique.levels > 1 else 0)


def _apply(rater: Any, hint: Any) -> None:
    """A step that is not the one the rater holds."""
    for cell, mask in hint.removals():
        rater.grid.take(cell, mask)
    if hint.cell >= 0:
        rater.grid.put(hint.cell, hint.digit)
    rater.start(rater.grid.values(), rater.grid.candidates())
