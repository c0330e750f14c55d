"""Measuring puzzles against an aim, many at a time.

A technique is needed where the others, none rated above the puzzle, do not solve it. That is tried step by step, so
that techniques that share a rung of the ladder are distinguished.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.generation.aiming.targets import ALL_KINDS, TOP, Aim, base_of, rungs_of
from cpsudoku.rating.numbers import SOLVED, in_tenths
from cpsudoku.rating.rater import CHUNK, Rater, describe
from cpsudoku.techniques.ladder import MOST_ROWS, SPECIAL, TECHNIQUES

FAR = 10_000
"""The distance of a puzzle that was not rated to its end, or has no rating."""


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
