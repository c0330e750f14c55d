"""A board's cells as Boolean variables: what a grid says of them, and what grid they say."""

from __future__ import annotations

from collections.abc import Iterable

from cpsudoku.board.geometry import Geometry
from cpsudoku.formula.clauses import Formula


class Booleans:
    """The variables of *formula*, or, where there is none, one a cell and digit: cell * side + digit."""

    def __init__(self, geometry: Geometry, formula: Formula | None) -> None:
        self.geometry, self.formula = geometry, formula

    def literals(self, cells: bytes) -> list[int]:
        """Those that together say what the cells hold (a byte a cell, 0 = empty)."""
        if self.formula is not None:
            return self.formula.assumptions(cells)
        n = self.geometry.side
        return [cell * n + digit for cell, digit in enumerate(cells) if digit]

    def grid(self, literals: Iterable[int]) -> bytes:
        """The cells of a model in any order; what it does not mention is false."""
        if self.formula is not None:
            model = [-x for x in range(1, self.formula.cell_variables + 1)]
            for x in literals:
                if 0 < abs(x) <= len(model):
                    model[abs(x) - 1] = x
            return self.formula.decode(model)
        n, grid = self.geometry.side, bytearray(self.geometry.size)
        for x in literals:
            if 0 < x <= len(grid) * n:
                grid[(x - 1) // n] = (x - 1) % n + 1
        return bytes(grid)
