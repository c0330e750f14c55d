"""Hidden single: a digit with one place left in a house goes there."""

from __future__ import annotations

from cpsudoku.engines.logic.grid import Grid


def hidden_single(grid: Grid) -> int:
    """Place every hidden single in one pass over the houses; the number placed.

    A house in which a digit has neither a place nor a filled cell makes the grid dead.
    """
    steps = 0
    masks = grid.masks
    everything = (2 << grid.geometry.side) - 2
    for house in grid.geometry.houses:
        grid.tick()
        once = twice = done = 0
        for cell in house.cells:
            mask = masks[cell]
            twice |= once & mask
            once |= mask
            done |= 1 << grid.cells[cell]
        if (once | done) & everything != everything:
            grid.dead = True
            return steps
        single = once & ~twice
        if single:
            for cell in house.cells:
                hit = masks[cell] & single
                if hit:
                    grid.place(cell, hit.bit_length() - 1)
                    steps += 1
                    if grid.dead:
                        return steps
    return steps
