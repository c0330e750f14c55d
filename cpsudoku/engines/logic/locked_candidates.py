"""Locked candidates: a digit confined to the crossing of two houses.

All places of a digit in one house lie in a second house as well. One of them holds the digit,
so the second house has it there, and its other cells do not. With a box and a line this is
pointing (box first) or claiming (line first); extra houses take part alike.
"""

from __future__ import annotations

from cpsudoku.engines.logic.grid import Grid, Removals


def locked_candidates(grid: Grid) -> Removals:
    """What locked candidates remove, in one pass."""
    geometry = grid.geometry
    for house in range(len(geometry.houses)):
        grid.tick()
        for digit in range(1, geometry.side + 1):
            places = grid.places(house, digit)
            if len(places) < 2:
                continue
            common = set(geometry.houses_of[places[0]]).intersection(*(geometry.houses_of[cell] for cell in places[1:]))
            for other in sorted(common - {house}):
                rest = set(geometry.houses[other].cells).difference(places)
                yield rest, 1 << digit
