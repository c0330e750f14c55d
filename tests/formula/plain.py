"""A plain backtracker and helpers of these tests; shares nothing with the formulas it judges."""

from __future__ import annotations

from collections.abc import Iterator

from pysat.solvers import Solver

from cpsudoku.board.geometry import Geometry
from cpsudoku.formula.clauses import Formula


def grids(geometry: Geometry, cells: bytes) -> Iterator[bytes]:
    """All solutions, by trying each digit in the first empty cell that has the fewest left."""
    houses = [house.cells for house in geometry.houses]
    peers = [{p for cells in houses if cell in cells for p in cells} - {cell} for cell in range(geometry.size)]
    grid = list(cells)
    if any(grid[cell] and grid[cell] == grid[p] for cell in range(geometry.size) for p in peers[cell]):
        return

    def search() -> Iterator[bytes]:
        empty = [cell for cell, digit in enumerate(grid) if not digit]
        if not empty:
            yield bytes(grid)
            return
        left = {cell: set(range(1, geometry.side + 1)) - {grid[p] for p in peers[cell]} for cell in empty}
        cell = min(empty, key=lambda cell: len(left[cell]))
        for digit in sorted(left[cell]):
            grid[cell] = digit
            yield from search()
        grid[cell] = 0

    yield from search()


def solver_for(formula: Formula) -> Solver:
    """A solver loaded with a formula: minicard where it has native constraints."""
    solver = Solver("minicard" if formula.atmosts else "glucose3", bootstrap_with=formula.clauses)
    for literals, most in formula.atmosts:
        solver.add_atmost(literals, most)
    return solver


def solutions(formula: Formula, cells: bytes, limit: int = 0) -> set[bytes]:
    """Up to *limit* solutions (0 = all) by SAT: clues as units, each model blocked."""
    found: set[bytes] = set()
    with solver_for(formula) as solver:
        for literal in formula.assumptions(cells):
            solver.add_clause([literal])
        while solver.solve() and not (limit and len(found) == limit):
            grid = formula.decode(solver.get_model())
            assert grid not in found
            found.add(grid)
            solver.add_clause(formula.blocking_clause(grid))
    return found
