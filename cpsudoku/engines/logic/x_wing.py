"""X-Wing: a digit whose places in two rows lie in the same two columns.

It stands in both rows, once in each column, so the two columns hold it nowhere else. The same
with rows and columns exchanged.
"""

from __future__ import annotations

from cpsudoku.engines.logic.grid import Grid, Removals
from cpsudoku.techniques.core.board_grid import choices


def x_wing(grid: Grid) -> Removals:
    """What the X-Wings remove, in one pass."""
    n = grid.geometry.side
    houses = [house.cells for house in grid.geometry.houses[: 2 * n]]
    for digit in range(1, n + 1):
        grid.tick()
        for first, crossing, position in ((0, n, grid.geometry.column_of), (n, 0, grid.geometry.row_of)):
            lines = range(first, first + n)
            masks = {line: sum(1 << position(cell) for cell in grid.places(line, digit)) for line in lines}
            for two, covers in choices(lines, masks, 2, least=2):
                corners = {cell for line in two for cell in houses[line]}
                rest = {cell for k in range(n) if covers >> k & 1 for cell in houses[crossing + k]} - corners
                yield sorted(rest), 1 << digit
