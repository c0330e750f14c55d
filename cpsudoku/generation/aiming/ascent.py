"""Climbs of method `vicinity` to ratings that samples never reach: what resists trial and error is worth rating.

Nearly every neighbour of a puzzle of ER 9.5 is far easier, and rating the others costs 5 to 300 ms. How much a
puzzle resists trial and error (`kernels.classic.probing`) is found out in 5 us to 2 ms and goes with the rating. So
resistance alone leads up, and only the highest of a pool are rated: resistance does not see what rests on
the solution being unique.

Puzzles that must be tried by nested trials (ER 9.8 and more) lie on islands of a few to some thousand neighbours. Most
climbs from samples find none, and the next island is nearer to the last: a walk of a few trades away, and up from
there (iterated local search; Lourenco, Martin and Stuetzle 2003).

A puzzle's neighbours are trades of one clue (`kernels.classic.neighbours`), or, with a symmetry, draws of
`kernels.classic.neighbours`. Of a puzzle that must be tried by nested trials only those neighbours are looked for that
must be so too: that costs a fifth. When all of these are known, the pool goes on to the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log2

from cpsudoku.generation.aiming.search import FAR, Draft, Search
from cpsudoku.kernels.classic.neighbours import neighbours, trades
from cpsudoku.kernels.classic.probing import resistances

OPEN = 1000
"""The resistance from which on trials must be nested."""
POOL = 200
DRAWS = 200
"""Draws of a neighbour with a symmetry."""
DOUBLING = 12
"""Tenths of ER that twice the resistance weighs in the height."""
USUAL = 15_000, 100
"""A resistance, and the ER (tenths) that goes with it."""
SLOPE = 7
"""Tenths of ER that go with twice the resistance."""
EASY = 95
"""Below this ER (tenths) what resists nested trials is easy by uniqueness, and leads nowhere."""
VISITS = 2
"""Of a puzzle that must be tried by nested trials; one of the others."""
RATED = 16
"""So many of the highest are rated; below these the height rests on the resistance alone."""
PATIENCE = 60
"""Visits without progress of the TOP highest after which a climb is over."""
TOP = 8
NONE = float("-inf")


@dataclass(slots=True, eq=False)
class Climber:
    """A puzzle of a pool; `height` in tenths of ER, negative where trials need not be nested."""

    draft: Draft
    height: float
    steps: float | None = None
    """Doublings of the usual resistance, where trials are nested."""
    rated: bool = False
    visits: int = 0

    @property
    def turn(self) -> float:
        """Who has the highest is visited next: nested ones, then these once more, then the others."""
        if self.steps is None:
            return self.height - 1
        return self.height / 1000 - 1 if self.visits else self.height


class Climb:
    """Climbs of one search that share what they have `seen`."""

    def __init__(self, search: Search, groups: Sequence[tuple[int, ...]]):
        self.search = search
        self.groups = groups
        self.single = all(len(group) == 1 for group in groups)
        self.most = (search.aim.sought[0] - USUAL[1]) / SLOPE
        self.seen: set[bytes] = set()

    def best(self, first: Sequence[tuple[Draft, int]], start: int, lowest: int) -> Climber | None:
        """The highest puzzle of a pool that begins with *first* (with resistances); None: none worth rating.

        *start*: visits until there is one. Neighbours that resist less than *lowest* are left. Raises Enough.
        """
        self.seen.update(draft.cells for draft, _ in first)
        pool = self.sifted(self.measured(first))
        top, since = NONE, 0
        while since < (PATIENCE if pool and pool[0].height >= 0 else start):
            self.search.check_time()
            worst = pool[-1].height if len(pool) == POOL else NONE
            waiting = [climber for climber in pool if climber.visits < VISITS]
            if not waiting:
                break
            parent = max(waiting, key=lambda climber: climber.turn)
            if parent.turn < 0 <= worst:
                break
            floor = lowest if worst == NONE else max(lowest, round(OPEN + 10 * min(0, worst)))
            found = self.around(parent.draft, OPEN if parent.turn >= 0 else floor)
            parent.visits += 1 if parent.steps is not None else VISITS
            fresh = [entry for entry in found.items() if entry[0].cells not in self.seen]
            self.seen.update(draft.cells for draft, _ in fresh)
            pool = self.sifted([*pool, *self.measured(fresh)])
            reached = sum(climber.height for climber in pool[:TOP] if climber.height >= 0)
            since = 0 if reached > top else since + 1
            top = max(top, reached)
        return pool[0] if pool and pool[0].height >= 0 else None

    def around(self, parent: Draft, floor: int) -> dict[Draft, int]:
        """Neighbours that resist at least *floor*, each with its resistance, not nested."""
        word = self.search.stream.word()
        if self.single:
            found = {Draft(cells, grid): level for cells, grid, level in trades(word, parent.cells, floor)}
        else:
            drafts = [Draft(*found) for found in neighbours(word, parent.cells, self.groups, 1, False, DRAWS)]
            levels = resistances(b"".join(draft.cells for draft in drafts), False)
            found = {draft: level for draft, level in zip(drafts, levels) if level >= floor}
        return {draft: level for draft, level in found.items() if self.search.clues_fit(draft)}

    def measured(self, found: Sequence[tuple[Draft, int]]) -> list[Climber]:
        """Unrated; where trials must be nested, as high as is usual with that resistance."""
        low = [Climber(draft, (level - OPEN) / 10) for draft, level in found if level < OPEN]
        hard = [draft for draft, level in found if level >= OPEN]
        nested = resistances(b"".join(draft.cells for draft in hard))
        worth = [(draft, min(self.most, log2(spent / USUAL[0]))) for draft, spent in zip(hard, nested)]
        return low + [Climber(draft, self.height(USUAL[1] + SLOPE * steps, steps), steps) for draft, steps in worth]

    def height(self, er: float, steps: float) -> float:
        """Of a puzzle of that ER (tenths), or as near to the aim, of *steps* doublings of the usual resistance."""
        return max(0.0, er + DOUBLING * steps)

    def sifted(self, pool: Iterable[Climber]) -> list[Climber]:
        """The highest POOL of them, highest first, the first RATED of these rated, and none easy. Raises Enough."""
        pool = sorted(pool, key=lambda climber: -climber.height)
        while True:
            unrated = [climber for climber in pool[:RATED] if climber.steps is not None and not climber.rated]
            if not unrated:
                return pool[:POOL]
            self.rate(unrated)
            pool = sorted((climber for climber in pool if climber.height > NONE), key=lambda climber: -climber.height)

    def rate(self, climbers: Sequence[Climber]) -> None:
        """Heights by the rating; those of no use get NONE. Raises Enough."""
        self.search.method = "vicinity"
        judged = self.search.offer([climber.draft for climber in climbers])
        for climber, found in zip(climbers, judged):
            climber.rated = True
            useful = found.distance < FAR and found.ratings.er >= EASY
            near = self.search.aim.sought[0] - found.distance
            climber.height = self.height(near, climber.steps or 0) if useful else NONE


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
    drafts = [
        draft
        for draft in dict.fromkeys([*begun, *search.drawn(search.stream.word(), range(SAMPLES))])
        if search.clues_fit(draft)
    ]
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
