"""Hidden pair, triple, quad: k digits of a house with k places between them.

The k cells are used up by these digits, so they hold no other candidate.
"""

from __future__ import annotations

from cpsudoku.engines.logic.grid import Grid
from cpsudoku.engines.logic.naked_subset import subsets


def hidden_subset(grid: Grid, count: int) -> int:
    """Apply every hidden subset of *count* digits found in one pass; the number that removed something."""
    steps = 0
    for house in grid.geometry.houses:
        grid.tick()
        where: dict[int, int] = {}
        for position, cell in enumerate(house.cells):
            mask = grid.masks[cell]
            while mask:
                digit = mask.bit_length() - 1
                mask ^= 1 << digit
                where[digit] = where.get(digit, 0) | 1 << position
        if len(where) <= count:
            continue
        rare = sorted(digit for digit in where if where[digit].bit_count() <= count)
        for digits, union in subsets(rare, where, count, count):
            if union.bit_count() != count:
                continue
            cells = [cell for position, cell in enumerate(house.cells) if union >> position & 1]
            others = ~sum(1 << digit for digit in digits)
            if grid.remove(cells, others):
                steps += 1
                if grid.dead:
                    return steps
    return steps
