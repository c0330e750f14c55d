"""Boards that are not n x n with n boxes: any rectangle, any range of digits, any regions, latin or not."""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku.errors import GeometryError

MAX_DIGITS = 255
"""A cell's digit is stored in one byte."""


@dataclass(frozen=True)
class Layout:
    """A rectangle of *rows* x *columns* cells that hold digits *lo* .. *hi*.

    `latin`: rows and columns are houses. `regions`: lists of cells (ascending, row by row from 0) that are houses
    too; they need not cover the board. A house of fewer cells than there are digits is all different, nothing more.
    Overlapping grids (samurai) are a board that is not latin, with every house of every grid a region and clues in
    the cells that no grid uses; cells of no house also serve as extra variables.
    Raises GeometryError for a board that cannot exist.
    """

    rows: int
    columns: int
    lo: int
    hi: int
    regions: tuple[tuple[int, ...], ...] = ()
    latin: bool = True

    def __post_init__(self) -> None:
        if self.rows < 1 or self.columns < 1:
            raise GeometryError(f"{self.rows}x{self.columns}: a board has at least one row and one column")
        if self.lo < 0 or not 1 <= self.hi - self.lo < MAX_DIGITS:
            raise GeometryError(
                f"digits {self.lo} to {self.hi}: the lowest is 0 or more, and there are 2 to {MAX_DIGITS}"
            )
        size, digits = self.rows * self.columns, self.hi - self.lo + 1
        for number, region in enumerate(self.regions, start=1):
            if len(set(region)) != len(region) or not all(0 <= cell < size for cell in region):
                raise GeometryError(f"region {number}: its cells are different numbers 0 to {size - 1}")
            if len(region) > digits:
                raise GeometryError(f"region {number} has {len(region)} cells, more than the {digits} digits")
        if self.latin and max(self.rows, self.columns) > digits:
            raise GeometryError(
                f"a {self.rows}x{self.columns} board with {digits} digits: rows and columns have no room to differ"
            )

    def to_dict(self) -> dict[str, object]:
        """How JSON states the board, cells by name."""
        names = [f"r{cell // self.columns + 1}c{cell % self.columns + 1}" for cell in range(self.rows * self.columns)]
        return {
            "rows": self.rows,
            "columns": self.columns,
            "digits": [self.lo, self.hi],
            "latin": self.latin,
            "regions": [[names[cell] for cell in region] for region in self.regions],
        }

    @property
    def box_numbers(self) -> tuple[int, ...] | None:
        """The region of each cell where rows, columns and regions are as on a square board with digits from 1."""
        n = self.rows
        if not (self.latin and n == self.columns and self.lo == 1 and self.hi == n and len(self.regions) == n):
            return None
        found = [-1] * (n * n)
        for number, region in enumerate(self.regions):
            for cell in region:
                found[cell] = number
        return None if -1 in found or any(len(region) != n for region in self.regions) else tuple(found)
