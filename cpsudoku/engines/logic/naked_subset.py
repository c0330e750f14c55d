"""Naked pair, triple, quad: k cells of a house with k candidates between them.

The k digits are used up by these cells, so no other cell of the house holds any of them.
"""

from __future__ import annotations

from cpsudoku.engines.logic.grid import Grid, Removals
from cpsudoku.techniques.core.board_grid import choices


def naked_subset(grid: Grid, count: int) -> Removals:
    """What the naked subsets of *count* cells remove, in one pass."""
    for house in grid.geometry.houses:
        grid.tick()
        open_cells = [cell for cell in house.cells if grid.masks[cell]]
        if len(open_cells) > count:
            for cells, digits in choices(open_cells, grid.masks, count):
                yield [cell for cell in open_cells if cell not in cells], digits
