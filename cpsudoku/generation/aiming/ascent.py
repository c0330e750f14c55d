"""Climbs of method `vicinity` to ratings that samples never reach: what resists trial and error is worth rating.

Nearly every neighbour of a puzzle of ER 9.5 is far easier, and rating the others costs 5 to 300 ms. How much a
puzzle resists trial and error (`kernels.classic.probing`) is found out in 5 us to 2 ms and goes with the rating. So
resistance alone leads up (`climbing`), and only the highest of a pool are rated: resistance does not see what rests on
the solution being unique.

Puzzles that must be tried by nested trials (ER 9.8 and more) lie on islands of a few to some thousand neighbours. Most
climbs from samples find none, and the next island is nearer to the last: a walk of a few trades away, and up from
there (iterated local search; Lourenco, Martin and Stuetzle 2003).
"""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.generation.aiming.climbing import OPEN, POOL, Climb, Climber
from cpsudoku.generation.aiming.search import Draft, Search
from cpsudoku.kernels.classic.probing import resistances

SAMPLES = 4000
"""Puzzles drawn for one ascent."""
START = 350
"""Visits after which a climb from samples that has found nothing to rate is given up."""
LOST = 40
"""The same after a walk."""
STEPS = 3
"""Trades of one walk."""
FIRM = 900
"""Resistance kept on a walk."""
NEAR = 930
"""Least resistance of what may lead from one island to the next."""
HOMES = 6
"""Islands that walks begin from."""
STALE = 25
"""Walks in a row that lead no higher, after which all begins again from samples."""


def ascend(search: Search, begun: Sequence[Draft], groups: Sequence[tuple[int, ...]]) -> None:
    """From samples and the drafts *begun* with to an island, and on while walks lead higher. Raises Enough."""
    climb = Climb(search, groups)
    first = climb.best(sampled(search, begun), START, 0)
    homes = [] if first is None else [first]
    since = 0
    while homes and since < STALE:
        among = len(homes)
        home = homes[min(search.stream.number(among), search.stream.number(among))]
        found = climb.best([walked(climb, home)], LOST, NEAR)
        since = 0 if found is not None and found.height > homes[0].height else since + 1
        if found is not None:
            homes = sorted([*homes, found], key=lambda home: -home.height)[:HOMES]


def sampled(search: Search, begun: Sequence[Draft]) -> list[tuple[Draft, int]]:
    """The samples that resist most, each with its resistance, not nested."""
    drafts = [draft for draft in dict.fromkeys([*begun, *search.drawn(SAMPLES)]) if search.clues_fit(draft)]
    levels = resistances(b"".join(draft.cells for draft in drafts), False)
    return sorted(zip(drafts, levels), key=lambda entry: -entry[1])[:POOL]


def walked(climb: Climb, home: Climber) -> tuple[Draft, int]:
    """Where some random trades lead from *home*, unseen puzzles first, with the resistance there."""
    at, level = home.draft, OPEN
    for _ in range(STEPS):
        found = list(climb.around(at, FIRM).items())
        found = [entry for entry in found if entry[0].cells not in climb.seen] or found
        if not found:
            break
        at, level = found[climb.search.stream.number(len(found))]
    return at, level
