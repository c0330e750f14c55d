"""What kernels are given: checked before compiled code trusts it, and laid flat."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate

from cpsudoku.board.geometry import Cell, full_houses

__all__ = ["flattened", "full_grid", "full_houses", "groups_of_cells", "houses_of_cells"]


def full_grid(grid: Sequence[int], side: int) -> None:
    """Raises ValueError unless *grid* has a digit 1 to *side* in each of its side*side cells."""
    if len(grid) != side * side:
        raise ValueError(f"{len(grid)} cells; a grid of side {side} has {side * side}")
    for cell, digit in enumerate(grid):
        if not 1 <= digit <= side:
            raise ValueError(f"cell {cell} holds {digit}; a full grid of side {side} has digits 1 to {side}")


def groups_of_cells(groups: Iterable[Iterable[Cell]], size: int, *, apart: bool = False) -> None:
    """Raises ValueError unless each group has distinct cells of 0 to *size* - 1; *apart*: no cell in two groups."""
    seen: set[Cell] = set()
    for number, group in enumerate(groups):
        cells = list(group)
        if not cells or len(set(cells)) != len(cells) or not all(0 <= cell < size for cell in cells):
            raise ValueError(f"group {number} is {cells}; a group has distinct cells of 0 to {size - 1}")
        if apart and not seen.isdisjoint(cells):
            raise ValueError(f"group {number} is {cells}; one of these cells is in an earlier group")
        seen.update(cells)


def houses_of_cells(size: int, houses: Iterable[Iterable[Cell]]) -> list[list[int]]:
    """The numbers of the houses of each of *size* cells, ascending."""
    found: list[list[int]] = [[] for _ in range(size)]
    for number, house in enumerate(houses):
        for cell in house:
            found[cell].append(number)
    return found


def flattened(rows: Sequence[Sequence[int]]) -> tuple[array[int], array[int]]:
    """(starts, items) of type "i": row k is items[starts[k]:starts[k + 1]]."""
    return array("i", accumulate(map(len, rows), initial=0)), array("i", [item for row in rows for item in row])
