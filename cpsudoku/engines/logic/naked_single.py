"""Naked single: a cell with one candidate left holds it."""

from __future__ import annotations

from cpsudoku.engines.logic.grid import Grid


def naked_single(grid: Grid) -> int:
    """Place every naked single in one pass over the cells; the number placed."""
    steps = 0
    for cell in range(len(grid.masks)):
        mask = grid.masks[cell]
        if mask and not mask & (mask - 1):
            grid.place(cell, mask.bit_length() - 1)
            steps += 1
            if grid.dead:
                break
    return steps
