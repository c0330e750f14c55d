"""Hidden pair, triple, quad: k digits of a house with k places between them.

The k cells are used up by these digits, so they hold no other candidate.
"""

from __future__ import annotations

from cpsudoku.engines.logic.grid import Grid, Removals
from cpsudoku.techniques.core.board_grid import choices


def hidden_subset(grid: Grid, count: int) -> Removals:
    """What the hidden subsets of *count* digits remove, in one pass."""
    for house in range(len(grid.geometry.houses)):
        grid.tick()
        where = grid.positions(house)
        if sum(map(bool, where)) > count:
            for digits, union in choices(range(len(where)), where, count):
                cells = [cell for k, cell in enumerate(grid.geometry.houses[house].cells) if union >> k & 1]
                yield cells, ~sum(1 << digit for digit in digits)
