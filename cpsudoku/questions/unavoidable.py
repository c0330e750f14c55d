"""Unavoidable sets: cells of a solution that can be filled otherwise while the rest stays.

Every puzzle with that one solution has a clue in each. The cells in which two solutions differ are one, and fall into
parts that are unavoidable each for itself: a house holds the same digits in the part before and after.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from cpsudoku.board.geometry import Cell, Geometry


def parts(solution: bytes, rival: bytes, geometry: Geometry) -> list[tuple[Cell, ...]]:
    """The parts of the cells in which two grids differ, each unavoidable in the first, smallest first."""
    differ = [cell for cell in range(len(solution)) if solution[cell] != rival[cell]]
    owner = {cell: cell for cell in differ}

    def root(cell: Cell) -> Cell:
        while owner[cell] != cell:
            owner[cell] = cell = owner[owner[cell]]
        return cell

    held: dict[tuple[int, int], Cell] = {}
    for cell in differ:
        for house in geometry.houses_of[cell]:
            held[house, solution[cell]] = cell
    for cell in differ:
        for house in geometry.houses_of[cell]:
            owner[root(held[house, rival[cell]])] = root(cell)
    found: dict[Cell, list[Cell]] = {}
    for cell in differ:
        found.setdefault(root(cell), []).append(cell)
    return sorted(map(tuple, found.values()), key=lambda part: (len(part), part))


def missed_by(
    cells: Collection[Cell], solution: bytes, rivals: Iterable[bytes], geometry: Geometry
) -> list[tuple[Cell, ...]]:
    """The least unavoidable sets of *solution* that its *rivals* show and that have none of *cells*."""
    every = (part for rival in rivals for part in parts(solution, rival, geometry))
    return least(part for part in every if not set(part) & set(cells))


def least(sets: Iterable[tuple[Cell, ...]]) -> list[tuple[Cell, ...]]:
    """Those that hold no other, smallest first, each once."""
    kept: list[tuple[Cell, ...]] = []
    members: list[frozenset[Cell]] = []
    for candidate in sorted(set(sets), key=lambda part: (len(part), part)):
        if not any(smaller.issubset(candidate) for smaller in members):
            kept.append(candidate)
            members.append(frozenset(candidate))
    return kept
