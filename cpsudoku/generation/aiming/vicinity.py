"""Method `vicinity`: from the best samples to their neighbours, {-1+1} to {-3+3}, in a pool that climbs to the target.

Some clues of a puzzle of the pool go, others come (`kernels.vicinity`), and what is nearer the target than the worst
of the pool takes its place; equals do so too, and the pool drifts over plateaus. When nothing nearer has been
found for long, the search restarts from fresh samples. Puzzles far beyond what random samples ever reach (ER 9.3) are
found this way; targets from ER 9.5 on have a climb of their own (`ascent`). Hunters of hard puzzles have used such
searches since 2005.
"""

from __future__ import annotations

from cpsudoku.generation.aiming import ascent
from cpsudoku.generation.aiming.search import FAR, Draft, Judged, Search
from cpsudoku.generation.aiming.targets import TOP
from cpsudoku.kernels.classic.neighbours import neighbours

POOL = 16, 32
"""Puzzles in the pool; for hard targets."""
DRAWS = 24, 12
"""Neighbours drawn of one puzzle at a time; for hard targets."""
PATIENCE = 400, 3000
"""Times a neighbourhood may bring no progress before a restart; for hard targets."""
HARD = 85
"""Targets from this ER (tenths) on are hard: there, of puzzles as far away, those with a higher EP lead further."""
STEEP = 95
"""Targets from this ER (tenths) on are left to `ascent`, unless the clues' cells are fixed."""
FIRST = 256
"""Samples a pool starts from."""


def suits(search: Search) -> bool:
    """The kernel knows the classic board, any grid, and puzzles without spare groups."""
    recipe = search.recipe
    kept = recipe.minimal is not False and recipe.dig == "minimal" and recipe.start is None
    return search.geometry.is_classic and kept


def run(search: Search, begun: list[tuple[Judged, Draft]] | None = None) -> None:
    """Until Enough; the first pool may have *begun* elsewhere."""
    while search.aim.sought[0] >= STEEP and search.recipe.pattern is None:
        ascent.ascend(search, [draft for _, draft in begun or ()], search.groups)
        begun = None
    while True:
        climb(search, begun or search.sample(FIRST if search.recipe.pattern is None else 8))
        begun = None


def climb(search: Search, begun: list[tuple[Judged, Draft]]) -> None:
    """One pool, until it makes no more progress. Raises Enough."""
    fixed = search.recipe.pattern is not None
    groups = [(cell,) for cell in sorted(search.recipe.pattern or ())] if fixed else list(search.groups)
    hard = search.aim.sought[0] >= HARD
    most = POOL[hard]

    def rank(entry: tuple[Judged, Draft]) -> int:
        judged = entry[0]
        return 10 * judged.distance + (TOP - judged.ratings.ep if hard else 0)

    rated = [entry for entry in begun if entry[0].distance < FAR and search.clues_fit(entry[1])]
    pool = sorted(rated, key=rank)[:most]
    if not pool:
        return
    seen = {draft.cells for _, draft in pool}
    stream = search.stream
    stale = 0
    while stale < PATIENCE[hard]:
        # the better half of the pool is drawn from more often
        parent = pool[min(stream.number(len(pool)), stream.number(len(pool)))][1]
        size = 1 + min(stream.number(3), stream.number(3))
        # on a pattern few digits changed mostly leave the puzzle as it is
        size += 3 if fixed else 0
        found = neighbours(stream.word(), parent.cells, groups, size, fixed, DRAWS[hard])
        drafts = []
        for cells, grid in found:
            draft = Draft(cells, grid)
            if cells not in seen and search.clues_fit(draft):
                seen.add(cells)
                drafts.append(draft)
        search.method = "vicinity"
        worst = pool[-1][0].distance if len(pool) == most and not hard else FAR
        best = rank(pool[0])
        for judged, draft in zip(search.offer(drafts, worst), drafts):
            entry = judged, draft
            if judged.distance < FAR and (len(pool) < most or rank(entry) <= rank(pool[-1])):
                pool = sorted([entry, *pool], key=rank)[:most]
        stale = 0 if rank(pool[0]) < best else stale + 1
