"""Kinds whose digits are positions of other digits."""

from __future__ import annotations

from typing import Literal

from cpsudoku.constraints import artwork, forms, fpuzzles, iss, shapes
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import CellList, cells, constraint, part
from cpsudoku.constraints.primitives import Clause, Implies, Is, Pair, Primitive, Statement, pairs_allowed
from cpsudoku.errors import ConstraintError


@constraint
class Indexing(Constraint):
    """A digit X in column N says that N is in column X of its row; for rows and box positions accordingly.

    *axis* "col": the cell in column c of a row holds v where column v of the row holds c. "row": the same in columns.
    "box": the v-th cell of the same box holds the place of this cell in the box.
    """

    keys = (
        fpuzzles.Marks("rowindexer", many=True, axis="row"),
        fpuzzles.Marks("columnindexer", many=True, axis="col"),
        fpuzzles.Marks("boxindexer", many=True, axis="box"),
        iss.Axis("Indexing"),
        artwork.Drawn("indexing", r"\bindex|\b159\b"),
    )
    cells: CellList = cells()
    axis: Literal["col", "row", "box"] = part(forms.Word("col", "row", "box"))

    def _line(self, cell: int) -> tuple[int, ...]:
        """The cells among which this one points."""
        columns = self.board.columns
        if self.axis == "col":
            first = cell // columns * columns
            return tuple(range(first, first + columns))
        if self.axis == "row":
            return tuple(range(cell % columns, self.board.size, columns))
        for house in self.board.houses:
            if house.kind == "box" and cell in house.cells:
                return house.cells
        raise ConstraintError(f"{self.board.name_of(cell)} lies in no box")

    def check(self) -> None:
        for cell in self.at:
            self._line(cell)

    @property
    def scope(self) -> tuple[int, ...]:
        return tuple(sorted({other for cell in self.at for other in self._line(cell)}))

    def holds(self, values: Values) -> bool:
        for cell in self.at:
            line, digit = self._line(cell), values[cell]
            if digit is None:
                continue
            if not 1 <= digit <= len(line) or values[line[digit - 1]] not in (line.index(cell) + 1, None):
                return False
        return True

    def statement(self) -> Statement:
        found: list[Primitive] = []
        for cell in self.at:
            line = self._line(cell)
            place = line.index(cell) + 1
            for digit in self.digits:
                if not 1 <= digit <= len(line) or place not in self.digits:
                    found.append(Clause((Is(cell, digit, False),)))
                elif line[digit - 1] != cell:
                    found.append(Clause((Is(cell, digit, False), Is(line[digit - 1], place))))
        return tuple(found)

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return (shapes.Shade(self.places(), f"indexing-{self.axis}"),)


@constraint
class ValueIndexing(Constraint):
    """If the second cell contains N, the N-th cell after it contains the digit of the first cell."""

    keys = (iss.Cells("ValueIndexing"),)
    figure = shapes.Line(end="arrow")
    cells: CellList = cells(3)

    def holds(self, values: Values) -> bool:
        first, place, *rest = self.seen(values)
        if place is None:
            return True
        if not 1 <= place <= len(rest):
            return False
        return first is None or rest[place - 1] in (first, None)

    def statement(self) -> Statement:
        first, place, *rest = self.at
        found: list[Primitive] = []
        for digit in self.digits:
            if not 1 <= digit <= len(rest):
                found.append(Clause((Is(place, digit, False),)))
            else:
                same = pairs_allowed(self.digits, lambda x, y: x == y)
                found.append(Implies((Is(place, digit),), (Pair(first, rest[digit - 1], same),)))
        return tuple(found)
