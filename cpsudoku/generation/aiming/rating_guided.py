"""Method `steering`: while a grid is dug, the rating decides which clue goes next.

Of the clues (or orbits) that can go, a few are drawn; the removal goes first whose puzzle is nearest the target. A
removal that makes the puzzle harder than the target is never made, so digging ends where every further clue is needed
to stay below: the way to easy puzzles with few clues. It ends earlier where the target is reached and the puzzle
need not be minimal.
"""

from __future__ import annotations

from cpsudoku.board.symmetry import Orbit
from cpsudoku.generation.aiming.search import FAR, Draft, Search, counts_of, without
from cpsudoku.generation.digging import goal
from cpsudoku.generation.filling import fill

WIDTH = 12
"""Removals compared at each step."""
BLIND = 45
"""Down to this many clues removals are not compared: ratings hardly differ there."""


def suits(search: Search) -> bool:
    """Steering digs grids of the fill, on the classic board, wherever the clues are."""
    recipe = search.recipe
    return search.geometry.is_classic and recipe.pattern is None and recipe.start is None


def run(search: Search) -> None:
    """Until Enough."""
    while True:
        dig(search)


def dig(search: Search) -> None:
    """One grid. Raises Enough."""
    search.method = "steering"
    solution = fill(search.recipe.fill, search.geometry, search.stream)
    fewest = goal(search.base, search.stream)
    if search.recipe.clues is not None:
        fewest = max(fewest, search.recipe.clues[0])
    cells = solution
    waiting = search.stream.shuffled(search.groups)
    judged_last = FAR
    while waiting:
        width = 1 if 81 - cells.count(0) > BLIND else WIDTH
        tried, waiting = waiting[:width], waiting[width:]
        ways = [(group, left) for group, left in zip(tried, without(cells, tried)) if 81 - left.count(0) >= fewest]
        counts = counts_of([left for _, left in ways])
        ways = [way for way, count in zip(ways, counts) if count == 1]
        ranked: list[tuple[int, int, Orbit, bytes]] = []
        for (group, left), judged in zip(ways, search.judge.many([left for _, left in ways], 0)):
            if judged.distance < FAR:
                ranked.append((judged.distance, len(ranked), group, left))
        if not ranked:
            continue
        distance, at, group, cells = min(ranked)
        # the others stay possible; those that lost uniqueness or were too hard never come back
        waiting += [other for _, k, other, _ in ranked if k != at]
        judged_last = distance
        if distance == 0 and search.recipe.minimal is False and search.clues_fit(Draft(cells, solution)):
            break
    if judged_last < FAR:
        search.offer([Draft(cells, solution)])
    else:
        search.tries += 1
        search.check_time()
