"""X-cycle: a loop of alternating strong and weak links of one digit.

Follow the implications from "this cell holds the digit": if they lead to "it does not", it does
not (a loop with two weak links at the cell); if "it does not" leads to "it does", it does (two
strong links). A continuous loop needs no rule of its own: a cell outside that sees both ends of
one of its weak links reaches its own contradiction through the loop.
"""

from __future__ import annotations

from cpsudoku.engines.logic.grid import Grid
from cpsudoku.engines.logic.links import implications


def x_cycle(grid: Grid) -> int:
    """Apply the X-cycles of the first digit that has one; the number of cells decided."""
    import networkx as nx

    for digit in range(1, grid.geometry.side + 1):
        links = implications(grid, digit)
        steps = 0
        for cell in sorted({cell for cell, _ in links}):
            grid.tick()
            if (cell, False) in links and (cell, True) in nx.descendants(links, (cell, False)):
                steps += 1
                grid.place(cell, digit)
            elif (cell, True) in links and (cell, False) in nx.descendants(links, (cell, True)):
                steps += grid.remove([cell], 1 << digit)
            if grid.dead:
                return steps
        if steps:
            return steps
    return 0
