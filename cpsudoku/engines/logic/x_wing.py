"""X-Wing: a digit whose places in two rows lie in the same two columns.

It stands in both rows, once in each column, so the two columns hold it nowhere else. The same
with rows and columns exchanged.
"""

from __future__ import annotations

from itertools import combinations

from cpsudoku.engines.logic.grid import Grid


def x_wing(grid: Grid) -> int:
    """Apply every X-Wing found in one pass; the number that removed something."""
    steps = 0
    n = grid.geometry.side
    for digit in range(1, n + 1):
        grid.tick()
        for bases, position in ((range(n), grid.geometry.column_of), (range(n, 2 * n), grid.geometry.row_of)):
            pairs: dict[tuple[int, ...], list[int]] = {}
            for house in bases:
                places = grid.places(house, digit)
                if len(places) == 2:
                    pairs.setdefault(tuple(position(cell) for cell in places), []).append(house)
            for covers, houses in pairs.items():
                for two in combinations(houses, 2):
                    corners = {cell for house in two for cell in grid.geometry.houses[house].cells}
                    first = 0 if bases.start else n
                    rest = {cell for cover in covers for cell in grid.geometry.houses[first + cover].cells} - corners
                    if grid.remove(sorted(rest), 1 << digit):
                        steps += 1
                        if grid.dead:
                            return steps
    return steps
