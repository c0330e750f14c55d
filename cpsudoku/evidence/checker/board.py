"""Boards and grids, from the JSON of a certificate."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from .constraints import Constraint, constraints_of
from .errors import Rejected, require, shown

DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LARGEST = 255
"""The largest side of a board."""


@dataclass(frozen=True, eq=False)
class Board:
    """`boxes` gives the box or region of each cell; `extra` are more sets of `side` cells with different digits.

    Two boards are equal where they have the same houses and constraints, however they are stated; `words` says how.
    """

    side: int
    boxes: tuple[int, ...]
    extra: tuple[tuple[int, ...], ...] = ()
    constraints: tuple[Constraint, ...] = ()
    words: str = ""

    @cached_property
    def houses(self) -> list[tuple[int, ...]]:
        """Rows, columns, boxes, extra houses."""
        n = self.side
        boxes: list[list[int]] = [[] for _ in range(n)]
        for cell, box in enumerate(self.boxes):
            boxes[box].append(cell)
        found = [tuple(range(r * n, r * n + n)) for r in range(n)] + [tuple(range(c, n * n, n)) for c in range(n)]
        return [*found, *map(tuple, boxes), *self.extra]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._meaning == other._meaning

    def __hash__(self) -> int:
        return hash(self._meaning)

    @cached_property
    def _meaning(self) -> tuple[int, frozenset[frozenset[int]], frozenset[Constraint]]:
        return self.side, frozenset(map(frozenset, self.houses)), frozenset(self.constraints)

    def __str__(self) -> str:
        return self.words


def board_of(stated: object, version: int = 2) -> Board:
    """The board of a certificate: `{"box": [rows, columns]}` or `{"regions": [number of each cell]}`, the names of
    extra houses under `extras`, from format 2 on rules beyond houses under `constraints`."""
    more = {"extras", "constraints"} if version > 1 else {"extras"}
    if not isinstance(stated, dict):
        raise Rejected(f"board is {shown(stated)}: no object")
    require(set(stated) - more in ({"box"}, {"regions"}), f"board is {shown(stated)}: not one of box, regions")
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
        houses = [tuple(sorted(house)) for house in EXTRAS[name](n, rows, columns)]
        why = "" if rows else ": no plain boxes"
        require(houses and all(len(house) == n for house in houses), f"no {name} on this board{why}")
        extra += houses
        words.append(name)
    constraints = constraints_of(stated["constraints"], n) if "constraints" in stated else ()
    words += [constraint.kind for constraint in constraints]
    return Board(n, tuple(boxes), tuple(extra), constraints, ", ".join(words))


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


def grid_of(text: object, board: Board, filled: bool) -> tuple[int, ...]:
    """Digits from a character a cell (side above 35: numbers between blanks), 0 for `.`; *filled*: a valid solution."""
    n = board.side
    symbols: Sequence[str] = () if not isinstance(text, str) else text if n <= len(DIGITS) else text.split()
    values = {symbol: d for d, symbol in enumerate(DIGITS[:n] if n <= len(DIGITS) else map(str, range(1, n + 1)), 1)}
    if not filled:
        values["."] = 0
    require(len(symbols) == n * n, f"grid {shown(text)}: {len(symbols)} cells on a {n}x{n} board")
    strange = next((s for s in symbols if s not in values), None)
    require(strange is None, f"grid {shown(text)}: {shown(strange)} on a {n}x{n} board")
    digits = tuple(values[s] for s in symbols)
    if filled:
        for house in board.houses:
            if len({digits[i] for i in house}) < n:
                cells = ", ".join(cell_name(i, n) for i in house)
                raise Rejected(f"grid {shown(text)}: a digit twice in the house of cells {cells}")
        for constraint in board.constraints:
            require(constraint.holds(digits), f"grid {shown(text)} breaks the {constraint.kind}")
    return digits


def text_of(digits: Sequence[int], board: Board) -> str:
    """A grid as `grid_of` reads it."""
    if board.side <= len(DIGITS):
        return "".join(("." + DIGITS)[d] for d in digits)
    return " ".join(str(d or ".") for d in digits)


def differing(a: Sequence[int], b: Sequence[int]) -> list[int]:
    """Cells in which two grids differ."""
    return [i for i, (x, y) in enumerate(zip(a, b)) if x != y]


def cell_name(cell: int, n: int) -> str:
    """`r3c7`."""
    return f"r{cell // n + 1}c{cell % n + 1}"
