"""Sums of cells, each with a coefficient; digits may repeat."""

from __future__ import annotations

from cpsudoku.constraints import forms, iss, shapes
from cpsudoku.constraints.families import SumRule
from cpsudoku.constraints.forms import CellList, NumberListOrNone, cells, constraint, number, part
from cpsudoku.errors import ConstraintError


@constraint
class Sum(SumRule):
    """The sum of the digits, each multiplied by its coefficient if there are *coeffs*, is *sum*.

    Digits may repeat, and a cell that is named twice counts twice.
    """

    keys = (iss.Weighted("Sum"),)
    word = "sum"
    figure = shapes.Outline()
    cells: CellList = cells(repeats=True)
    sum: int = number(least=None)
    coeffs: NumberListOrNone = part(forms.Numbers(optional=True, ordered=True, signed=True), default=None)

    def check(self) -> None:
        if self.coeffs is not None and len(self.coeffs) != len(self.at):
            raise ConstraintError(f"{len(self.coeffs)} coefficients for {len(self.at)} cells; it takes one a cell")

    def terms(self) -> list[tuple[int, int]]:
        found: dict[int, int] = {}
        for cell, by in zip(self.at, self.coeffs or [1] * len(self.at)):
            found[cell] = found.get(cell, 0) + by
        return [(cell, by) for cell, by in found.items() if by]

    def total(self) -> int:
        return self.sum
