"""Sums of cells, each with a coefficient; digits may repeat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import iss, primitives
from cpsudoku.constraints.base import Constraint, Values, reachable
from cpsudoku.constraints.forms import Number, Numbers, cells, part
from cpsudoku.constraints.given import CellList, NumberListOrNone
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Statement
from cpsudoku.constraints.shapes import Outline, Shape
from cpsudoku.errors import ConstraintError


@dataclass(frozen=True, repr=False)
class Sum(Constraint):
    """The sum of coefficient x digit (1 for each where none are given) is *sum*; a cell named twice counts twice."""

    keys: ClassVar[tuple[Key, ...]] = (iss.Weighted("Sum"),)
    word: ClassVar[str] = "sum"
    cells: CellList = cells(repeats=True)
    sum: int = part(Number(None))
    coeffs: NumberListOrNone = part(Numbers(optional=True, ordered=True, signed=True), default=None)

    def check(self) -> None:
        if self.coeffs is not None and len(self.coeffs) != len(self.at):
            raise ConstraintError(f"{len(self.coeffs)} coefficients for {len(self.at)} cells; it takes one a cell")

    def _terms(self) -> list[tuple[int, int]]:
        found: dict[int, int] = {}
        for cell, by in zip(self.at, self.coeffs or [1] * len(self.at)):
            found[cell] = found.get(cell, 0) + by
        return [(cell, by) for cell, by in found.items() if by]

    def holds(self, values: Values) -> bool:
        low, high = reachable([(values[cell], by) for cell, by in self._terms()], self.digits)
        return bool(low <= self.sum <= high)

    def statement(self) -> Statement:
        return (primitives.Sum(tuple(self._terms()), (self.sum,)),)

    def shapes(self) -> tuple[Shape, ...]:
        return (Outline(self.places(), "sum", str(self.sum)),)
