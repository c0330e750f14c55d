"""Aligned pair and triplet exclusion: all ways to fill the base cells, less those that leave another cell nothing."""

from __future__ import annotations

from itertools import product

from .. import work
from ..errors import require
from .board import PEERS, Candidate, Grid, common
from .claim import Claim, Deduction


def exclusion(claim: Claim, grid: Grid) -> Deduction:
    """What occurs in no possible way goes."""
    degree = 2 if claim.technique == "aligned-pair" else 3
    cells = list(claim.cells)
    require(len(set(cells)) == len(cells) == degree, f"not {degree} base cells")
    return Deduction(62 if degree == 2 else 75, None, excluded(cells, grid))


def excluders(cells: list[int], degree: int, grid: Grid) -> list[int]:
    """The cells that see all of these and have at most *degree* candidates."""
    return [cell for cell in common(cells) if 2 <= len(grid.held[cell]) <= degree]


def excluded(cells: list[int], grid: Grid) -> frozenset[Candidate]:
    """The candidates that occur in no possible way. Raises Rejected where the cells are no base."""
    degree = len(cells)
    for cell in cells:
        require(len(grid.held[cell]) > 1, "a base cell has fewer than two candidates")
        require(all(len(grid.held[peer]) != 1 for peer in PEERS[cell]), "a base cell sees a single")
    if degree == 3:
        third = cells[2]
        near = PEERS[cells[0]] | PEERS[cells[1]]
        require(third in near and len(grid.held[third]) <= 3, "the third cell is no excluder of the others")
    shared = excluders(cells, degree, grid)
    require(len(shared) > 1, "fewer than two common excluders")
    possible: list[set[int]] = [set() for _ in cells]
    clashing = [(i, j) for j in range(degree) for i in range(j) if cells[j] in PEERS[cells[i]]]
    for way in product(*(grid.held[cell] for cell in cells)):
        work.spend(4 + len(shared) // 2)
        used = frozenset(way)
        if any(way[i] == way[j] for i, j in clashing) or any(grid.held[cell] <= used for cell in shared):
            continue
        for digit, found in zip(way, possible):
            found.add(digit)
    return frozenset((cell, d) for cell, found in zip(cells, possible) for d in grid.held[cell] - found)
