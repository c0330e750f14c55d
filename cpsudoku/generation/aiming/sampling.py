"""Method `sampling`: puzzles of the recipe, rated, until one meets the target.

Rating stops at a step that is too hard, so easy targets cost little: no chain is ever searched for.
"""

from __future__ import annotations

from cpsudoku.generation.aiming.judge import FAR, Judged
from cpsudoku.generation.aiming.search import Draft, Search

BATCH = 256
NAME = "sampling"


def run(search: Search) -> None:
    """Until Enough."""
    while True:
        sample(search, BATCH)


def sample(search: Search, count: int) -> list[tuple[Judged, Draft]]:
    """A batch of samples, judged. Raises Enough."""
    search.method = NAME
    best = FAR if search.best is None else search.best.judged.distance
    if not search.base.geometry.is_classic or search.base.pattern is not None:
        # each of these takes milliseconds: limits are checked in between
        found = []
        for _ in range(count):
            drafts = search.drawn(1)
            found += list(zip(search.offer(drafts, best), drafts))
            if not drafts:
                search.tries += 1
        return found
    drafts = search.drawn(count)
    if not drafts:
        search.tries += count
    return list(zip(search.offer(drafts, best), drafts))
