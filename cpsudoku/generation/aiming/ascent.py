"""Climbs of method `vicinity` to ratings that samples never reach: branches of a search say what is worth rating.

Nearly every neighbour of a puzzle of ER 9.5 is far easier, and rating the others costs 5 to 300 ms. How much a search
branches (`kernels.classic.branching`) costs microseconds to find out and goes with the rating: so neighbours that
branch clearly less than the pool are never rated. It also says which of two puzzles as near the target leads further.
It cannot stand alone: searches branch much on some puzzles that one pair of cells solves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log2
from typing import NamedTuple

from cpsudoku.generation.aiming.judge import FAR, Judged
from cpsudoku.generation.aiming.search import Draft, Search
from cpsudoku.kernels.classic.branching import branches
from cpsudoku.kernels.classic.vicinity import neighbours

ISOMORPHS = 8
"""Searches a puzzle is measured by: their mean is then within a fifth of that of many."""
DOUBLING = 5
"""Tenths of ER that twice as many branches weigh: from ER 9.0 to 10.0 the median goes from 8 to 33."""
WORTH = 0.6
"""Neighbours with so many of the branches that are the pool's median are rated."""
POOL = 48
DRAWS = 24
"""Neighbours drawn of one puzzle at a time."""
PATIENCE = 1000
"""Times a neighbourhood may bring no progress before the climb is given up."""


class Climber(NamedTuple):
    """A puzzle of the pool; `branches` in all ISOMORPHS together."""

    judged: Judged
    draft: Draft
    branches: int

    @property
    def height(self) -> float:
        """In tenths of ER, 0 at the target."""
        return DOUBLING * log2(1 + self.branches) - self.judged.distance


def climb(search: Search, begun: Sequence[tuple[Judged, Draft]], groups: Sequence[tuple[int, ...]]) -> None:
    """One pool from the drafts *begun* with, until it makes no more progress. Raises Enough."""
    rated = [entry for entry in begun if entry[0].distance < FAR and search.clues_fit(entry[1])]
    measured = branches(b"".join(draft.cells for _, draft in rated), ISOMORPHS)
    pool = ranked(Climber(judged, draft, spent) for (judged, draft), spent in zip(rated, measured))
    seen = {climber.draft.cells for climber in pool}
    stream = search.stream
    stale = 0
    while pool and stale < PATIENCE:
        best = pool[0].height
        # the better half of the pool is drawn from more often
        parent = pool[min(stream.number(len(pool)), stream.number(len(pool)))].draft
        size = 1 + min(stream.number(3), stream.number(3))
        drafts = [Draft(*found) for found in neighbours(stream.word(), parent.cells, groups, size, False, DRAWS)]
        drafts = [draft for draft in dict.fromkeys(drafts) if draft.cells not in seen and search.clues_fit(draft)]
        seen.update(draft.cells for draft in drafts)
        pool = ranked([*pool, *promising(search, drafts, pool)])
        stale = 0 if pool[0].height > best else stale + 1


def ranked(climbers: Iterable[Climber]) -> list[Climber]:
    """The highest POOL of them, highest first; of those as high the first come first."""
    return sorted(climbers, key=lambda climber: -climber.height)[:POOL]


def promising(search: Search, drafts: Sequence[Draft], pool: Sequence[Climber]) -> list[Climber]:
    """Those of the *drafts* that branch enough, judged. Raises Enough."""
    usual = sorted(climber.branches for climber in pool)[len(pool) // 2]
    floor = round(WORTH * usual)
    measured = branches(b"".join(draft.cells for draft in drafts), ISOMORPHS, floor)
    worth = [(draft, spent) for draft, spent in zip(drafts, measured) if spent >= floor]
    search.method = "vicinity"
    judged = search.offer([draft for draft, _ in worth])
    return [Climber(found, draft, spent) for found, (draft, spent) in zip(judged, worth) if found.distance < FAR]
