"""Method `vicinity`: from the best samples to their neighbours, {-1+1} to {-3+3}, in a pool that climbs to the target.

Some clues of a puzzle of the pool go, others come (`kernels.vicinity`), and what is nearer the target than the worst
of the pool takes its place; equals do so too, which lets the pool drift over plateaus. When nothing nearer has been
found for long, the search restarts from fresh samples. Puzzles far beyond what random samples ever reach (ER 9.3) are
found this way. Hunters of hard puzzles have used such searches since 2005.
"""

from __future__ import annotations

from cpsudoku.generation.aiming.judge import FAR, Judged
from cpsudoku.generation.aiming.sampling import sample
from cpsudoku.generation.aiming.search import Draft, Search
from cpsudoku.kernels.vicinity import neighbours

NAME = "vicinity"
POOL = 16
DRAWS = 24
"""Neighbours drawn of one puzzle at a time."""
PATIENCE = 400
"""Times a neighbourhood may bring no progress before a restart."""
FIRST = 256
"""Samples a pool starts from."""


def suits(search: Search) -> bool:
    """The kernel knows the classic board, and puzzles without spare groups."""
    return search.geometry.is_classic and search.recipe.minimal is not False


def run(search: Search, begun: list[tuple[Judged, Draft]] | None = None) -> None:
    """Until Enough; the first pool may have *begun* elsewhere."""
    while True:
        climb(search, begun or sample(search, FIRST if search.recipe.pattern is None else 8))
        begun = None


def climb(search: Search, begun: list[tuple[Judged, Draft]]) -> None:
    """One pool, until it makes no more progress. Raises Enough."""
    fixed = search.recipe.pattern is not None
    groups = [(cell,) for cell in sorted(search.recipe.pattern or ())] if fixed else list(search.groups)
    rated = [entry for entry in begun if entry[0].distance < FAR and search.clues_fit(entry[1])]
    pool = sorted(rated, key=lambda entry: entry[0].distance)[:POOL]
    if not pool:
        return
    seen = {draft.cells for _, draft in pool}
    stream = search.stream
    stale = 0
    while stale < PATIENCE:
        # the better half of the pool is drawn from more often
        parent = pool[min(stream.number(len(pool)), stream.number(len(pool)))][1]
        size = 1 + min(stream.number(3), stream.number(3))
        # on a pattern few digits changed mostly leave the puzzle as it is
        size += 3 if fixed else 0
        found = neighbours(stream.word(), parent.cells, groups, size, fixed, DRAWS)
        drafts = []
        for cells, grid in found:
            draft = Draft(cells, grid)
            if cells not in seen and search.clues_fit(draft):
                seen.add(cells)
                drafts.append(draft)
        search.method = NAME
        worst = pool[-1][0].distance if len(pool) == POOL else FAR
        best = pool[0][0].distance
        for judged, draft in zip(search.offer(drafts, worst), drafts):
            if judged.distance < FAR and (len(pool) < POOL or judged.distance <= pool[-1][0].distance):
                pool = sorted([(judged, draft), *pool], key=lambda entry: entry[0].distance)[:POOL]
        stale = 0 if pool[0][0].distance < best else stale + 1
