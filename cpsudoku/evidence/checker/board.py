"""Boards and grids, from the JSON of a certificate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from . import work
from .errors import Rejected, require, shown
from .kinds import constraints_of, rule_of
from .kinds.base import Place, Rule, groups

DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LARGEST = 255
"""The largest side of a board."""


@dataclass(frozen=True, eq=False)
class Board(Place):
    """A square board with `boxes` (or regions) of as many cells as there are digits; `extra` are more such houses.

    A board of any other shape is `shaped`: its regions may overlap, and rows and columns are houses where `latin`.
    Two boards are equal where they have the same cells, digits, houses, regions (where shaped in their order) and
    constraints, however they are stated; `words` says how.
    """

    shaped: bool = False
    latin: bool = True
    extra: tuple[tuple[int, ...], ...] = ()
    constraints: tuple[Rule, ...] = ()
    words: str = ""

    @property
    def side(self) -> int:
        """Number of digits."""
        return len(self.digits)

    @cached_property
    def houses(self) -> list[tuple[int, ...]]:
        """Rows, columns, boxes, extra houses: cells that all differ."""
        return [*(self.lines()[::2] if self.latin else ()), *self.boxes, *self.extra]

    @cached_property
    def _cells_of_houses(self) -> int:
        return sum(map(len, self.houses))

    def name(self, cell: int) -> str:
        """`r3c7`."""
        return f"r{cell // self.columns + 1}c{cell % self.columns + 1}"

    def broken(self, grid: Sequence[int], constraints: Sequence[Rule] | None = None) -> str:
        """What a filled grid breaks of the houses and these constraints (all of the board's), in words."""
        work.spend(self._cells_of_houses // 4)
        for house in self.houses:
            if len({grid[i] for i in house}) < len(house):
                return f"a digit twice in the house of cells {', '.join(map(self.name, house))}"
        shift = self.digits[0] - 1
        digits = [k + shift for k in grid]
        kept = self.constraints if constraints is None else constraints
        for rule in kept:
            work.spend(rule.cost())
            with work.released():
                if not rule.holds(digits):
                    return f"it breaks the {rule.kind}"
        return ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._meaning == other._meaning

    def __hash__(self) -> int:
        return hash(self._meaning)

    @cached_property
    def _meaning(self) -> tuple[object, ...]:
        """All that the formula and any rule read, so that equal boards have the same formula but for variables' names.

        On a square board each cell is in one region, and the numbers of regions mean nothing. In a layout regions may
        overlap and list their cells in any order, and rules read both orders (`region_sum_line`, `indexing`).
        """
        shape = (self.latin, self.boxes) if self.shaped else (tuple(sorted(self.boxes)), frozenset(self.extra))
        return self.shaped, self.digits, self.rows, self.columns, shape, frozenset(self.constraints)

    def __str__(self) -> str:
        return self.words


SHAPED = {"rows", "columns", "digits", "latin", "regions"}


def board_of(stated: object, version: int = 2) -> Board:
    """The board of a certificate: `{"box": [rows, columns]}` or `{"regions": [number of each cell]}`, the names of
    extra houses under `extras`; from format 2 on also `{"rows": R, "columns": C, "digits": [lowest, highest],
    "latin": true, "regions": [lists of cells]}`, and rules beyond houses under `constraints`."""
    more = {"extras", "constraints"} if version > 1 else {"extras"}
    known = ({"box"}, {"regions"}, SHAPED) if version > 1 else ({"box"}, {"regions"})
    if not isinstance(stated, dict):
        raise Rejected(f"board is {shown(stated)}: no object")
    words = "not one of box, regions" + ("; nor " + ", ".join(sorted(SHAPED)) if version > 1 else "")
    require(set(stated) - more in known, f"board is {shown(stated)}: {words}")
    board = _shaped(stated) if "rows" in stated else _square(stated)
    if "constraints" not in stated:
        return board
    constraints = constraints_of(stated["constraints"], board)
    return replace(board, constraints=constraints, words=", ".join([board.words, *_counted(constraints)]))


def _counted(constraints: Sequence[Rule]) -> list[str]:
    """`cage`, `12 thermo`: the kinds in the order they come first."""
    number = Counter(rule.kind for rule in constraints)
    return [kind if times == 1 else f"{times} {kind}" for kind, times in number.items()]


def _shaped(stated: dict[str, Any]) -> Board:
    rows, columns, latin, digits = (stated[key] for key in ("rows", "columns", "latin", "digits"))
    require("extras" not in stated, "extra houses are of a square board with boxes")
    require(type(rows) is int and type(columns) is int, f"board of {shown(rows)} x {shown(columns)} cells")
    require(0 < rows <= LARGEST and 0 < columns <= LARGEST, f"board of {shown(rows)} x {shown(columns)} cells")
    require(type(latin) is bool, f"latin is {shown(latin)}: neither true nor false")
    require(
        isinstance(digits, list) and len(digits) == 2 and all(type(digit) is int for digit in digits),
        f"digits are {shown(digits)}: not the lowest and the highest",
    )
    low, high = digits
    require(0 <= low < high < low + LARGEST, f"digits are {shown(digits)}: not 2 to {LARGEST} from 0 or more")
    board = Board(rows, columns, range(low, high + 1), (), rule_of, shaped=True, latin=latin)
    regions = groups()(stated["regions"], board, "regions")
    words = [f"{rows}x{columns}", f"digits {low} to {high}", f"{len(regions)} regions"]
    if not latin:
        words.append("rows and columns free")
    return replace(board, boxes=regions, words=", ".join(words))


def _square(stated: dict[str, Any]) -> Board:
    whole: list[int] = stated["box"] if "box" in stated else stated["regions"]
    require(isinstance(whole, list), f"board is {shown(stated)}: no list of numbers")
    require(all(type(x) is int for x in whole), f"board is {shown(stated)}: not whole numbers")
    if "box" in stated:
        require(len(whole) == 2 and min(whole) > 0, f"box is {shown(whole)}: not rows and columns")
        rows, columns = whole
        n = rows * columns
        require(1 < n <= LARGEST, f"box is {shown(whole)}: no board of side 2 to {LARGEST}")
        boxes = [i // n // rows * rows + i % n // columns for i in range(n * n)]
        words = [f"{n}x{n}", f"boxes {rows}x{columns}"]
    else:
        n, boxes, rows, columns = round(len(whole) ** 0.5), whole, 0, 0
        require(1 < n <= LARGEST, f"regions of {len(whole)} cells: no board of side 2 to {LARGEST}")
        sizes = [0] * n
        for region in whole:
            require(0 <= region < n, f"region {shown(region)} of a board of {n} regions")
            sizes[region] += 1
        require(sizes == [n] * n, f"regions are not {n} of {n} cells")
        words = [f"{n}x{n}", "regions " + ("" if n < 10 else ",").join(map(str, whole))]
    names = stated.get("extras", [])
    require(isinstance(names, list), f"extra houses are {shown(names)}")
    extra: list[tuple[int, ...]] = []
    for name in names:
        require(isinstance(name, str) and name in EXTRAS, f"extra houses {shown(name)} are not known here")
        work.spend(n * n, held=40 * n * n)
        houses = [tuple(sorted(house)) for house in EXTRAS[name](n, rows, columns)]
        why = "" if rows else ": no plain boxes"
        require(houses and all(len(house) == n for house in houses), f"no {name} on this board{why}")
        extra += houses
        words.append(name)
    regions: list[list[int]] = [[] for _ in range(n)]
    for cell, box in enumerate(boxes):
        regions[box].append(cell)
    cells = tuple(map(tuple, regions))
    return Board(n, n, range(1, n + 1), cells, rule_of, extra=tuple(extra), words=", ".join(words))


EXTRAS: dict[str, Callable[[int, int, int], Iterable[Iterable[int]]]] = {
    "diagonals": lambda n, rows, columns: [[i * n + i for i in range(n)], [i * n + n - 1 - i for i in range(n)]],
    "windoku": lambda n, rows, columns: [
        [(top + r) * n + left + c for r in range(rows) for c in range(columns)]
        for top in range(1, n - rows + 1, rows + 1)
        for left in range(1, n - columns + 1, columns + 1)
    ],
    "disjoint": lambda n, rows, columns: [
        range_of(n, r, rows, c, columns) for r in range(rows) for c in range(columns)
    ],
    "asterisk": lambda n, rows, columns: [[13, 20, 24, 37, 40, 43, 56, 60, 67]],
    "centre-dot": lambda n, rows, columns: (
        [range_of(n, rows // 2, rows, columns // 2, columns)] if rows % 2 and columns % 2 else []
    ),
}
"""Name -> the extra houses of a board of side n with boxes of *rows* x *columns*."""


def range_of(n: int, top: int, rows: int, left: int, columns: int) -> list[int]:
    """The cell at (*top*, *left*) of each box."""
    return [r * n + c for r in range(top, n, rows) for c in range(left, n, columns)]


def grid_of(text: object, board: Board, filled: bool, constraints: Sequence[Rule] | None = None) -> tuple[int, ...]:
    """The place of each cell's digit among the board's, from 1, 0 for `.`: a character a cell, or, with more than 35
    digits or on a board with a layout, numbers between blanks. *filled*: a valid solution, of these *constraints*."""
    n, size = board.side, board.size
    spaced = board.shaped or n > len(DIGITS)
    symbols: Sequence[str] = () if not isinstance(text, str) else text.split() if spaced else text
    values = {symbol: d for d, symbol in enumerate(map(str, board.digits) if spaced else DIGITS[:n], 1)}
    if not filled:
        values["."] = 0
    words = f"a {board.rows}x{board.columns} board"
    require(len(symbols) == size, f"grid {shown(text)}: {len(symbols)} cells on {words}")
    strange = next((s for s in symbols if s not in values), None)
    require(strange is None, f"grid {shown(text)}: {shown(strange)} on {words}")
    digits = tuple(values[s] for s in symbols)
    if filled:
        broken = board.broken(digits, constraints)
        require(not broken, f"grid {shown(text)}: {broken}")
    return digits


def text_of(digits: Sequence[int], board: Board) -> str:
    """A grid as `grid_of` reads it."""
    if not board.shaped and board.side <= len(DIGITS):
        return "".join(("." + DIGITS)[d] for d in digits)
    return " ".join(str(board.digits[d - 1]) if d else "." for d in digits)


def differing(a: Sequence[int], b: Sequence[int]) -> list[int]:
    """Cells in which two grids differ."""
    return [i for i, (x, y) in enumerate(zip(a, b)) if x != y]
