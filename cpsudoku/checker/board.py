"""Boards and grids, from the JSON of a certificate."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from .errors import require

DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Board(NamedTuple):
    """`boxes` gives the box or region of each cell; `houses` are sets of `side` cells with different digits."""

    side: int
    boxes: tuple[int, ...]
    extra: tuple[tuple[int, ...], ...]

    @property
    def houses(self) -> list[tuple[int, ...]]:
        n, cells = self.side, range(self.side**2)
        found = [tuple(range(r * n, r * n + n)) for r in range(n)] + [tuple(range(c, n * n, n)) for c in range(n)]
        return found + [tuple(i for i in cells if self.boxes[i] == b) for b in range(n)] + list(self.extra)


@lru_cache(maxsize=16)
def board_of(text: str) -> Board:
    """The board of a certificate, from its JSON: `{"box": [rows, columns]}` or `{"regions": [number of each cell]}`,
    and the names of extra houses under `extras`."""
    stated = json.loads(text)
    require(isinstance(stated, dict) and set(stated) - {"extras"} in ({"box"}, {"regions"}), f"board is {text}")
    whole = [*stated.get("box", []), *stated.get("regions", [])]
    require(all(type(x) is int and x >= 0 for x in whole), f"board is {text}")
    if "box" in stated:
        require(len(whole) == 2 and 1 < whole[0] * whole[1] < 256, f"box is {whole}")
        rows, columns = whole
        n = rows * columns
        boxes = [i // n // rows * rows + i % n // columns for i in range(n * n)]
    else:
        n, boxes, rows, columns = round(len(whole) ** 0.5), whole, 0, 0
        require(n * n == len(whole) and all(boxes.count(b) == n for b in range(n)), "regions are no partition")
    known: dict[str, Callable[[], Iterable[Iterable[int]]]] = {
        "diagonals": lambda: [[i * n + i for i in range(n)], [i * n + n - 1 - i for i in range(n)]],
        "windoku": lambda: [
            [(top + r) * n + left + c for r in range(rows) for c in range(columns)]
            for top in range(1, n - rows + 1, rows + 1)
            for left in range(1, n - columns + 1, columns + 1)
        ],
        "disjoint": lambda: [
            [i for i in range(n * n) if i // n % rows == r and i % n % columns == c]
            for r in range(rows)
            for c in range(columns)
        ],
        "asterisk": lambda: [[13, 20, 24, 37, 40, 43, 56, 60, 67]],
        "centre-dot": lambda: [
            [i for i in range(n * n) if i // n % rows == rows // 2 and i % n % columns == columns // 2]
        ],
    }
    names = stated.get("extras", [])
    require(isinstance(names, list) and all(name in known for name in names), f"extra houses are {names}")
    require(rows or set(names) <= {"diagonals", "asterisk"}, f"no plain boxes for {names}")
    extra = tuple(tuple(sorted(house)) for name in names for house in known[name]())
    require(all(len(house) == n and house[-1] < n * n for house in extra), f"no board for {names}")
    return Board(n, tuple(boxes), extra)


def grid_of(text: object, board: Board, filled: bool) -> tuple[int, ...]:
    """Digits from a character a cell (side above 35: numbers between blanks), 0 for `.`; *filled*: a valid solution."""
    n = board.side
    require(isinstance(text, str), f"grid {text!r}")
    symbols: Sequence[str] = str(text) if n <= len(DIGITS) else str(text).split()
    values = {symbol: d for d, symbol in enumerate(DIGITS[:n] if n <= 35 else map(str, range(1, n + 1)), 1)}
    if not filled:
        values["."] = 0
    require(len(symbols) == n * n and all(s in values for s in symbols), f"grid {text!r} on a {n}x{n} board")
    digits = tuple(values[s] for s in symbols)
    if filled:
        for house in board.houses:
            require(len({digits[i] for i in house}) == n, f"grid {text}: a digit twice in the house of cells {house}")
    return digits


def differing(a: Sequence[int], b: Sequence[int]) -> list[int]:
    """Cells in which two grids differ."""
    return [i for i, (x, y) in enumerate(zip(a, b)) if x != y]


def cell_name(cell: int, n: int) -> str:
    """`r3c7`."""
    return f"r{cell // n + 1}c{cell % n + 1}"
