"""Climbs of method `vicinity` to ratings that samples never reach: what resists trial and error is worth rating.

Nearly every neighbour of a puzzle of ER 9.5 is far easier, and rating the others costs 5 to 300 ms. How much a
puzzle resists trial and error (`kernels.classic.probing`) takes 50 us to find out and goes with the rating. So a climb
goes up by resistance alone at first, unrated, until trials must be nested (ER 9.8 and more); from there on it rates
what may get into the pool, and rating and resistance together make the height. Resistance cannot stand alone: it does
not see what rests on the solution being unique.

The neighbours are trades of a clue for one or two others (`kernels.classic.trading`), all of the former once, then
draws of the latter; with a symmetry, those that `kernels.classic.vicinity` draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log2
from typing import NamedTuple

from cpsudoku.generation.aiming.judge import FAR
from cpsudoku.generation.aiming.search import Draft, Search
from cpsudoku.kernels.classic.probing import resistances
from cpsudoku.kernels.classic.trading import trades
from cpsudoku.kernels.classic.vicinity import neighbours

OPEN = 1000
"""The resistance from which on trials must be nested."""
SAMPLES = 4000
"""Puzzles drawn for one climb."""
POOL = 200
PAIRS = 10
"""Draws of two clues for one, for each clue of a puzzle."""
DRAWS = 200
"""Draws of a neighbour with a symmetry."""
VISITS = 6
"""Times that the neighbours of a puzzle are looked at."""
VISIT = 4
"""Tenths of ER by which each such time counts less than the one before."""
DOUBLING = 12
"""Tenths of ER that twice the resistance weighs in the height."""
USUAL = 15_000, 100
"""A resistance, and the ER (tenths) that goes with it."""
SLOPE = 7
"""Tenths of ER that go with twice the resistance."""
LUCK = 3
"""Tenths of ER above the usual that a puzzle is given the chance of when it is asked whether it be rated."""
EASY = 95
"""Below this ER (tenths) what resists nested trials is easy by uniqueness, and leads nowhere."""
START = 300
"""Visits after which a climb that has found nothing to rate is given up."""
PATIENCE = 200
"""Visits without progress of the TOP highest after which a climb is given up."""
TOP = 8


class Climber(NamedTuple):
    """A puzzle of the pool; `height` in tenths of ER, negative where it is not rated."""

    height: float
    draft: Draft


def climb(search: Search, begun: Sequence[Draft], groups: Sequence[tuple[int, ...]]) -> None:
    """One pool from samples and the drafts *begun* with, until it makes no more progress. Raises Enough."""
    drafts = [*begun, *search.drawn(SAMPLES)]
    drafts = [draft for draft in dict.fromkeys(drafts) if search.clues_fit(draft)]
    levels = resistances(b"".join(draft.cells for draft in drafts), False)
    pool = highest(climbers(search, zip(drafts, levels), float("-inf")))
    seen = {draft.cells for draft in drafts}
    visits: Counter[bytes] = Counter()
    top, since = float("-inf"), 0
    while since < (PATIENCE if pool and pool[0].height >= 0 else START):
        search.check_time()
        open_ones = [climber for climber in pool if visits[climber.draft.cells] < VISITS]
        if not open_ones:
            return
        parent = max(open_ones, key=lambda climber: climber.height - VISIT * visits[climber.draft.cells]).draft
        worst = pool[-1].height if len(pool) == POOL else float("-inf")
        found = around(search, parent, groups, visits[parent.cells], worst)
        visits[parent.cells] += 1
        fresh = [
            (draft, level) for draft, level in found.items() if draft.cells not in seen and search.clues_fit(draft)
        ]
        seen.update(draft.cells for draft, _ in fresh)
        pool = highest([*pool, *climbers(search, fresh, worst)])
        reached = sum(climber.height for climber in pool[:TOP] if climber.height >= 0)
        since = 0 if reached > top else since + 1
        top = max(top, reached)


def highest(found: Iterable[Climber]) -> list[Climber]:
    """The highest POOL of them, highest first; of those as high the first come first."""
    return sorted(found, key=lambda climber: -climber.height)[:POOL]


def around(
    search: Search, parent: Draft, groups: Sequence[tuple[int, ...]], visits: int, worst: float
) -> dict[Draft, int]:
    """Neighbours of *parent* with their resistance, not nested, that may be higher than *worst*."""
    floor = max(0, min(OPEN, round(OPEN + 10 * worst))) if worst > -OPEN / 10 else 0
    word = search.stream.word()
    if any(len(group) > 1 for group in groups):
        drafts = [Draft(*found) for found in neighbours(word, parent.cells, groups, 1, False, DRAWS)]
        levels = resistances(b"".join(draft.cells for draft in drafts), False)
        return {draft: level for draft, level in zip(drafts, levels) if level >= floor}
    found = trades(word, parent.cells, visits == 0, PAIRS if visits else 0, floor)
    return {Draft(cells, grid): level for cells, grid, level in found}


def climbers(search: Search, found: Iterable[tuple[Draft, int]], worst: float) -> list[Climber]:
    """Those of the drafts, each with its resistance, that are higher than *worst*. Raises Enough."""
    low = []
    hard = []
    for draft, level in found:
        if level >= OPEN:
            hard.append(draft)
        elif (level - OPEN) / 10 > worst:
            low.append(Climber((level - OPEN) / 10, draft))
    nested = resistances(b"".join(draft.cells for draft in hard))
    most = (search.aim.sought[0] - USUAL[1]) / SLOPE
    worth = [(draft, min(most, log2(spent / USUAL[0]))) for draft, spent in zip(hard, nested)]
    worth = [(draft, steps) for draft, steps in worth if hoped(search, steps) > worst]
    search.method = "vicinity"
    judged = search.offer([draft for draft, _ in worth])
    rated = [
        Climber(max(0.0, search.aim.sought[0] - found.distance + DOUBLING * steps), draft)
        for (draft, steps), found in zip(worth, judged)
        if found.distance < FAR and found.ratings.er >= EASY
    ]
    return low + [climber for climber in rated if climber.height > worst]


def hoped(search: Search, steps: float) -> float:
    """The height of a puzzle with some luck, of *steps* doublings of the usual resistance."""
    reached = USUAL[1] + SLOPE * steps + LUCK
    return min(reached, search.aim.sought[0]) + DOUBLING * steps
