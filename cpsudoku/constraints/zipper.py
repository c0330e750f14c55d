"""Zipper lines: cells as far from the middle add up to the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.equal import equal_sums, same_sums
from cpsudoku.constraints.forms import cells
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Statement
from cpsudoku.constraints.shapes import Line, Shape


@dataclass(frozen=True, repr=False)
class Zipper(Constraint):
    """Cells equally far from the centre of the line have the same sum; a cell in the centre is that sum."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Lines("zipperline"),
        iss.Cells("Zipper"),
        artwork.Drawn(
            "zipper", r"\bzipper|(?=.*\blines?\b)(?=.*(equidistant|equally far|same distance))", "line", "purple"
        ),
    )
    word: ClassVar[str] = "zipper"
    cells: CellList = cells()

    def _groups(self) -> list[tuple[int, ...]]:
        line, n = self.at, len(self.at)
        found: list[tuple[int, ...]] = [(line[k], line[n - 1 - k]) for k in range(n // 2)]
        return [*found, (line[n // 2],)] if n % 2 else found

    def holds(self, values: Values) -> bool:
        return same_sums(values, self._groups(), self.digits)

    def statement(self) -> Statement:
        return equal_sums(self._groups())

    def shapes(self) -> tuple[Shape, ...]:
        return (Line(self.places(), "zipper"),)
