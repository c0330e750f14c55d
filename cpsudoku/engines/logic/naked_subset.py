"""Naked pair, triple, quad: k cells of a house with k candidates between them.

The k digits are used up by these cells, so no other cell of the house holds any of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cpsudoku.engines.logic.grid import Grid


def naked_subset(grid: Grid, count: int) -> int:
    """Apply every naked subset of *count* cells found in one pass; the number that removed something."""
    steps = 0
    masks = grid.masks
    for house in grid.geometry.houses:
        grid.tick()
        open_cells = [cell for cell in house.cells if masks[cell]]
        if len(open_cells) <= count:
            continue
        narrow = [cell for cell in open_cells if masks[cell].bit_count() <= count]
        for cells, union in subsets(narrow, masks, count, count):
            rest = [cell for cell in open_cells if cell not in cells]
            if union.bit_count() == count and grid.remove(rest, union):
                steps += 1
                if grid.dead:
                    return steps
    return steps


def subsets(
    members: Sequence[int],
    masks: Mapping[int, int] | Sequence[int],
    left: int,
    most: int,
    first: int = 0,
    union: int = 0,
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Choices of *left* members, from index *first* on, whose masks and *union* have at most *most* bits together.

    Each comes with that joint mask. A branch is left as soon as it is too wide.
    """
    if not left:
        yield (), union
        return
    for index in range(first, len(members) - left + 1):
        wider = union | masks[members[index]]
        if wider.bit_count() <= most:
            for rest, final in subsets(members, masks, left - 1, most, index + 1, wider):
                yield (members[index], *rest), final
