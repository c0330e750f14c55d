"""The board: its side, its houses, and which cells see each other.

Cells are numbered 0 .. n*n-1 row by row, digits 1 .. n. A house is a set of n cells that
hold n different digits: rows, columns, boxes (or jigsaw regions), and any extra houses.
Boards of any other shape or range of digits have a `Layout`; there `side` is the number of digits, a house
may have fewer cells than that, and a cell's byte is its digit - lo + 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from functools import cached_property, lru_cache
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from cpsudoku.board.mixins import CopiedState
from cpsudoku.errors import GeometryError, brief, check_known
from cpsudoku.numerals import number_of

if TYPE_CHECKING:
    import networkx as nx


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


Cell = int
"""0 .. n*n-1, row by row."""
Digit = int
"""1 .. n."""

MAX_SIDE = 255
"""A cell's digit is stored in one byte."""


class House(NamedTuple):
    """`kind` is a word of the encodings' vocabulary, `name` is for people ("row 3"), `cells` ascend."""

    kind: str
    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Geometry(CopiedState):
    """A board with boxes of *box_rows* x *box_cols* cells, or with jigsaw *regions*, and *extras*.

    `regions` gives the region number (0 .. n-1) of each cell, or None for plain boxes; make
    jigsaw boards with `Geometry.jigsaw`. `extras` are names from `EXTRAS`, sorted.
    Raises GeometryError for a board that cannot exist. Houses and peers are derived once.
    """

    box_rows: int = 3
    box_cols: int = 3
    regions: tuple[int, ...] | None = None
    extras: tuple[str, ...] = ()
    layout: Layout | None = None

    def __post_init__(self) -> None:
        if not all(hasattr(number, "__index__") for number in (self.box_rows, self.box_cols)):
            raise GeometryError(f"box {self.box_rows!r} x {self.box_cols!r}: its rows and columns are whole numbers")
        if self.box_rows < 1 or self.box_cols < 1 or not 2 <= self.side <= MAX_SIDE:
            raise GeometryError(
                f"box {self.box_rows}x{self.box_cols}: a box has at least 1 row and 1 column and 2 to {MAX_SIDE} cells"
            )
        if self.regions is not None:
            object.__setattr__(self, "regions", tuple(self.regions))
            _check_regions(self.regions, self.side)
        for name in self.extras:
            check_known("extra house", name, EXTRAS, GeometryError)
        object.__setattr__(self, "extras", tuple(sorted(set(self.extras))))
        for name in self.extras:
            # raises where this board has no such house
            full_houses(self.side, [house.cells for house in EXTRAS[name](self)])

    @classmethod
    def jigsaw(cls, regions: Iterable[object], extras: Iterable[str] = ()) -> Geometry:
        """A board from a region map: n*n symbols row by row, each of n symbols exactly n times.

        Regions are numbered in the order of their first cells.
        """
        symbols = list(regions)
        side = isqrt(len(symbols))
        if side * side != len(symbols) or side < 2:
            raise GeometryError(f"a region map has n*n symbols for some n >= 2; got {len(symbols)}")
        number: dict[object, int] = {}
        for symbol in symbols:
            number.setdefault(symbol, len(number))
        return cls(1, side, tuple(number[symbol] for symbol in symbols), tuple(extras))

    @classmethod
    def shaped(
        cls,
        rows: int,
        columns: int,
        lo: int = 1,
        hi: int | None = None,
        regions: Iterable[Iterable[Cell]] = (),
        latin: bool = True,
    ) -> Geometry:
        """A board of any shape, digits *lo* .. *hi* (`Layout`); square ones with n regions of n cells come out plain.

        Without *hi* there are as many digits as cells in the longer of row and column.
        """
        hi = lo + max(rows, columns) - 1 if hi is None else hi
        layout = Layout(rows, columns, lo, hi, tuple(tuple(sorted(region)) for region in regions), latin)
        numbers = layout.box_numbers
        if numbers is None:
            return cls(1, layout.hi - layout.lo + 1, layout=layout)
        for box_rows in range(1, rows + 1):
            if rows % box_rows == 0:
                plain = boxes(box_rows, rows // box_rows)
                if {house.cells for house in plain.houses[2 * rows :]} == set(layout.regions):
                    return plain
        return cls.jigsaw(numbers)

    @cached_property
    def side(self) -> int:
        """n: cells in a house, and digits (with a layout: digits)."""
        return self.box_rows * self.box_cols

    @cached_property
    def size(self) -> int:
        """Number of cells, n*n."""
        return self.side**2 if self.layout is None else self.rows * self.columns

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self.side if self.layout is None else self.layout.rows

    @property
    def columns(self) -> int:
        """Number of columns."""
        return self.side if self.layout is None else self.layout.columns

    @property
    def lo(self) -> int:
        """The lowest digit; a cell's byte is its digit - lo + 1."""
        return 1 if self.layout is None else self.layout.lo

    @property
    def hi(self) -> int:
        """The highest digit."""
        return self.lo + self.side - 1

    @property
    def is_classic(self) -> bool:
        """True for the plain 9x9 board, which the SE rater and the vector kernel require."""
        return self is CLASSIC or self == CLASSIC

    def __hash__(self) -> int:
        # boards are keys of every cache, so the hash must be quick: boxes suffice for plain boards
        return hash((self.box_rows, self.box_cols, self.regions or self.layout or 0))

    @cached_property
    def houses(self) -> tuple[House, ...]:
        """Rows, columns, boxes (regions), then extra houses."""
        layout, rows, columns, size = self.layout, self.rows, self.columns, self.size
        found: list[House] = []
        if layout is None or layout.latin:
            found += [House("row", f"row {r + 1}", tuple(range(r * columns, (r + 1) * columns))) for r in range(rows)]
            found += [House("column", f"column {c + 1}", tuple(range(c, size, columns))) for c in range(columns)]
        word = "box" if self.regions is None and layout is None else "region"
        found += [House("box", f"{word} {number}", tuple(cells)) for number, cells in enumerate(self._boxes(), 1)]
        if layout is None:
            for name in self.extras:
                found += EXTRAS[name](self)
            full_houses(self.side, [house.cells for house in found])
        return tuple(found)

    def _boxes(self) -> Iterable[Iterable[Cell]]:
        """The cells of each box or region, by number."""
        n = self.side
        if self.layout is not None:
            return self.layout.regions
        if self.regions is not None:
            in_box: list[list[Cell]] = [[] for _ in range(n)]
            for cell, region in enumerate(self.regions):
                in_box[region].append(cell)
            return in_box
        return (
            [start + k for start in range(left, left + self.box_rows * n, n) for k in range(self.box_cols)]
            for first in range(0, n, self.box_rows)
            for left in range(first * n, first * n + n, self.box_cols)
        )

    @cached_property
    def houses_of(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the indices into `houses` of the houses that hold it."""
        found: list[list[int]] = [[] for _ in range(self.size)]
        for index, house in enumerate(self.houses):
            for cell in house.cells:
                found[cell].append(index)
        return tuple(map(tuple, found))

    @cached_property
    def peers(self) -> tuple[tuple[Cell, ...], ...]:
        """For each cell the other cells that share a house with it, ascending."""
        cells = [house.cells for house in self.houses]
        seen = (set().union(*(cells[house] for house in houses)) for houses in self.houses_of)
        return tuple(tuple(sorted(others - {cell})) for cell, others in enumerate(seen))

    def adjacent(self) -> Iterator[tuple[Cell, Cell]]:
        """Every two cells that share a side."""
        for cell in range(self.size):
            if (cell + 1) % self.columns:
                yield cell, cell + 1
            if cell + self.columns < self.size:
                yield cell, cell + self.columns

    def open_digits(self, cells: Sequence[int]) -> list[int]:
        """For each cell, filled or not, the digits that are in none of its houses: bit d - 1 for digit d.

        *cells*: a digit a cell, 0 for empty. Linear in cells and houses, where `peers` grow with the third power.
        """
        bits = [0, *(1 << digit for digit in range(self.side))]
        full = (1 << self.side) - 1
        shown = []
        for house in self.houses:
            mask = 0
            for cell in house.cells:
                mask |= bits[cells[cell]]
            shown.append(mask)
        open_ = []
        for numbers in self.houses_of:
            mask = 0
            for number in numbers:
                mask |= shown[number]
            open_.append(full & ~mask)
        return open_

    def row_of(self, cell: Cell) -> int:
        """0 .. n-1."""
        return cell // self.columns

    def column_of(self, cell: Cell) -> int:
        """0 .. n-1."""
        return cell % self.columns

    def box_of(self, cell: Cell) -> int:
        """0 .. n-1: the box or region. Raises GeometryError where the board has a layout: see its regions."""
        if self.layout is not None:
            raise GeometryError(f"{self}: cells need not lie in one region each")
        if self.regions is not None:
            return self.regions[cell]
        row, column = divmod(cell, self.side)
        return row // self.box_rows * self.box_rows + column // self.box_cols

    def name_of(self, cell: Cell) -> str:
        """`r3c7`, rows and columns from 1."""
        return f"r{self.row_of(cell) + 1}c{self.column_of(cell) + 1}"

    @cached_property
    def _named(self) -> dict[str, Cell]:
        return {self.name_of(cell): cell for cell in range(self.size)}

    def cell_named(self, name: str) -> Cell:
        """The cell of an `r3c7`. Raises GeometryError for any other text."""
        known = self._named.get(name)
        if known is not None:
            return known
        row, _, column = name.lower().removeprefix("r").partition("c")
        if not (name[:1] in "rR" and row.isascii() and row.isdigit() and column.isascii() and column.isdigit()):
            raise GeometryError(f"{brief(name)} names no cell; a cell is written r3c7")
        r, c = number_of(row), number_of(column)
        if not (1 <= r <= self.rows and 1 <= c <= self.columns):
            raise GeometryError(f"{brief(name)} is outside a {self.rows}x{self.columns} board")
        return (r - 1) * self.columns + c - 1

    def peer_graph(self) -> nx.Graph[int]:
        """The cells as nodes, an edge where two cells share a house: a Sudoku colours it with n colours."""
        import networkx as nx

        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(range(self.size))
        graph.add_edges_from((a, b) for a in range(self.size) for b in self.peers[a] if a < b)
        return graph

    def scattered_regions(self) -> tuple[int, ...]:
        """Numbers of the jigsaw regions that are not contiguous (allowed, but unusual)."""
        import networkx as nx

        if self.regions is None:
            return ()
        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(range(self.size))
        graph.add_edges_from((a, b) for a, b in self.adjacent() if self.regions[a] == self.regions[b])
        pieces = [0] * self.side
        for component in nx.connected_components(graph):
            pieces[self.regions[next(iter(component))]] += 1
        return tuple(region for region, count in enumerate(pieces) if count > 1)

    def __repr__(self) -> str:
        if self.layout is not None:
            return f"Geometry.shaped({', '.join(map(repr, astuple(self.layout)))})"
        extras = f", extras={self.extras!r}" if self.extras else ""
        if self.regions is not None:
            return f"Geometry.jigsaw({self.regions!r}{extras})"
        return f"Geometry({self.box_rows}, {self.box_cols}{extras})"

    def __str__(self) -> str:
        if self.layout is not None:
            return f"{self.rows}x{self.columns} with digits {self.lo} to {self.hi}"
        shape = f"{self.side}x{self.side}"
        if self.regions is not None:
            shape += " jigsaw"
        elif self.box_rows != self.box_cols or self.side != self.box_rows**2:
            shape += f" (boxes {self.box_rows}x{self.box_cols})"
        return " + ".join([shape, *self.extras])


@lru_cache(maxsize=64)
def boxes(box_rows: int, box_cols: int) -> Geometry:
    """The plain board with these boxes, one shared object a shape."""
    return Geometry(box_rows, box_cols)


def square(side: int) -> Geometry:
    """The plain board of this side with the customary box: the squarest, rows <= columns (6 -> 2x3, 8 -> 2x4).

    Raises GeometryError where the side is prime: such a board needs a stated box shape or regions.
    """
    for box_rows in range(isqrt(side), 1, -1):
        if side % box_rows == 0:
            return boxes(box_rows, side // box_rows)
    raise GeometryError(f"a {side}x{side} board has no customary box; state the box shape, or a region map")


def parse_size(text: str) -> tuple[int, int]:
    """`2x3` -> (2, 3): box rows, box columns. Raises GeometryError for anything else."""
    rows, cross, columns = text.lower().replace("×", "x").partition("x")
    if not (cross and rows.strip().isdecimal() and columns.strip().isdecimal()):
        raise GeometryError(f"size {brief(text)}: a size is box rows x box columns, such as 3x3 or 2x3")
    return number_of(rows.strip()), number_of(columns.strip())


def full_houses(side: int, houses: Iterable[Iterable[Cell]]) -> list[tuple[Cell, ...]]:
    """The cells of each house, as tuples. Raises GeometryError unless each has *side* distinct cells of the board.

    Called before anything that relies on full houses, such as kernels without bounds checks.
    """
    found = []
    for number, house in enumerate(houses, 1):
        cells = tuple(house)
        if set(map(type, cells)) != {int} or min(cells) < 0 or max(cells) >= side * side:
            for cell in cells:
                if not isinstance(cell, int) or not 0 <= cell < side * side:
                    raise GeometryError(
                        f"house {number} has cell {cell!r}; this board has cells 0 to {side * side - 1}"
                    )
        if len(set(cells)) != len(cells):
            twice = next(cell for cell in cells if cells.count(cell) > 1)
            raise GeometryError(f"house {number} has cell {twice} twice")
        if len(cells) != side:
            raise GeometryError(
                f"house {number} has {len(cells)} cells; here every house holds all {side} digits, so it has {side}"
            )
        found.append(cells)
    return found


def _check_regions(regions: Sequence[int], side: int) -> None:
    if len(regions) != side * side:
        raise GeometryError(f"a {side}x{side} board has {side * side} cells; the region map has {len(regions)}")
    for region in regions:
        if not isinstance(region, int) or not 0 <= region < side:
            raise GeometryError(f"region {region!r}: regions are numbered 0 to {side - 1}")
    for number in range(side):
        count = regions.count(number)
        if count != side:
            raise GeometryError(f"region {number + 1} has {count} cells; each of {side} regions has {side}")


def _diagonals(board: Geometry) -> list[House]:
    n = board.side
    return [
        House("extra", "main diagonal", tuple(range(0, n * n, n + 1))),
        House("extra", "anti-diagonal", tuple(range(n - 1, n * n - 1, n - 1))),
    ]


def _windoku(board: Geometry) -> list[House]:
    rows, cols, n = board.box_rows, board.box_cols, board.side
    if board.regions is not None or rows < 2 or cols < 2:
        raise GeometryError("windoku windows need plain boxes of at least 2x2")
    tops = [r for r in range(1, n, rows + 1) if r + rows <= n]
    lefts = [c for c in range(1, n, cols + 1) if c + cols <= n]
    corners = [(top, left) for top in tops for left in lefts]
    return [
        House("extra", f"window {k + 1}", tuple((top + r) * n + left + c for r in range(rows) for c in range(cols)))
        for k, (top, left) in enumerate(corners)
    ]


def _disjoint(board: Geometry) -> list[House]:
    rows, cols, n = board.box_rows, board.box_cols, board.side
    if board.regions is not None:
        raise GeometryError("disjoint groups need plain boxes")
    return [
        House(
            "extra",
            f"disjoint group {r * cols + c + 1}",
            tuple(i for i in range(n * n) if i // n % rows == r and i % n % cols == c),
        )
        for r in range(rows)
        for c in range(cols)
    ]


def _asterisk(board: Geometry) -> list[House]:
    if board.side != 9:
        raise GeometryError("the asterisk is a house of the 9x9 board")
    cells = ((1, 4), (2, 2), (2, 6), (4, 1), (4, 4), (4, 7), (6, 2), (6, 6), (7, 4))
    return [House("extra", "asterisk", tuple(9 * r + c for r, c in cells))]


def _centre_dot(board: Geometry) -> list[House]:
    if board.regions is not None or board.box_rows % 2 == 0 or board.box_cols % 2 == 0:
        raise GeometryError("the centre dot needs plain boxes with an odd number of rows and of columns")
    return [House("extra", "centre dot", _disjoint(board)[board.side // 2].cells)]


EXTRAS: dict[str, Callable[[Geometry], list[House]]] = {
    "asterisk": _asterisk,
    "centre-dot": _centre_dot,
    "diagonals": _diagonals,
    "disjoint": _disjoint,
    "windoku": _windoku,
}
"""Extra houses by name; adding one is a function and a line here."""

CLASSIC = boxes(3, 3)
