"""Formulas for "these cells meet every set": a chosen few of the cells, at least one of each set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def hitting_clauses(sets: Iterable[Sequence[int]], cells: int, most: int) -> tuple[int, list[list[int]]]:
    """(variables, clauses): at most *most* of the cells 0 .. cells - 1 are chosen, one of each set at least.

    Variable cell + 1 says the cell is chosen; cells + cell * most + j says that at least j of the cells up to this
    one are. Source: Sinz, CP 2005 (sequential counter).
    """
    clauses = [[cell + 1 for cell in members] for members in sets]
    if not most:
        return cells, clauses + [[-(cell + 1)] for cell in range(cells)]
    for cell in range(cells):
        chosen, row, above = cell + 1, cells + cell * most, cells + (cell - 1) * most
        clauses.append([-chosen, row + 1])
        if cell:
            clauses += [[-(above + j), row + j] for j in range(1, most + 1)]
            clauses += [[-chosen, -(above + j - 1), row + j] for j in range(2, most + 1)]
            clauses.append([-chosen, -(above + most)])
    return cells + cells * most, clauses
