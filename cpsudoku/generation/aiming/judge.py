"""Measuring puzzles against an aim, many at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.generation.aiming.ladder_cut import needed, solves
from cpsudoku.generation.aiming.targets import TOP, Aim
from cpsudoku.rating.ends import SOLVED
from cpsudoku.rating.rater import CHUNK, Rater
from cpsudoku.rating.units import in_tenths

FAR = 10_000
"""The distance of a puzzle that was not rated to its end, or has no rating."""


class Tenths(NamedTuple):
    """What the rater counts in."""

    er: int
    ep: int
    ed: int


class Judged(NamedTuple):
    """`distance` 0: the puzzle is what was asked for. Within the bands, each unmet demand on techniques counts 1."""

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
        """How each puzzle does, lazily: whoever has what he wants stops, and spares the demands on techniques.

        Those known to be more than *within* away need not be rated to the end: UNRATED.
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
