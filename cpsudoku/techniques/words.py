"""The names of cells, houses and digits in steps.

The functions speak of the classic board; `Words(geometry)` has the same names for any other.
"""

from __future__ import annotations

from collections.abc import Iterable

from cpsudoku.board.geometry import CLASSIC, Geometry


class Words:
    """The names on one board. Houses are numbered as in the rater: boxes, rows, columns, extra houses."""

    def __init__(self, geometry: Geometry) -> None:
        self.side = geometry.side
        self.kinds = ("box" if geometry.regions is None else "region", "row", "column")
        self.extras = [house.name for house in geometry.houses[3 * geometry.side :]]

    def cell(self, index: int) -> str:
        """`r3c7`."""
        return f"r{index // self.side + 1}c{index % self.side + 1}"

    def cells(self, indices: Iterable[int]) -> str:
        """`r1c2, r1c3 and r4c3`, in the order given."""
        return listing([self.cell(index) for index in indices])

    def house(self, index: int) -> str:
        """`box 5`, `row 3`, `column 7`."""
        kind, number = divmod(index, self.side)
        return f"{self.kinds[kind]} {number + 1}" if kind < 3 else self.extras[index - 3 * self.side]

    def houses(self, indices: Iterable[int]) -> str:
        """`rows 2 and 7`, or `box 1 and row 2` where kinds differ."""
        found = list(indices)
        kinds = {index // self.side for index in found}
        if len(found) > 1 and len(kinds) == 1 and kinds < {0, 1, 2}:
            kind = self.kinds[found[0] // self.side]
            return f"{kind}{'es' if kind == 'box' else 's'} {listing([str(index % self.side + 1) for index in found])}"
        return listing([self.house(index) for index in found])

    @staticmethod
    def digits_of(mask: int) -> list[int]:
        """The digits of a mask, ascending."""
        return [bit + 1 for bit in range(mask.bit_length()) if mask >> bit & 1]

    @staticmethod
    def digits(mask: int, last: str = "and") -> str:
        """`3, 5 and 8`."""
        return listing([str(digit) for digit in Words.digits_of(mask)], last)


def listing(items: list[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


_CLASSIC = Words(CLASSIC)
cell = _CLASSIC.cell
cells = _CLASSIC.cells
house = _CLASSIC.house
houses = _CLASSIC.houses
digits_of = Words.digits_of
digits = Words.digits
