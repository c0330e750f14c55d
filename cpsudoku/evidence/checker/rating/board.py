"""The classic board of a rating: houses, peers, and their names in certificates."""

from __future__ import annotations

from ..errors import Rejected, require, shown

BOXES = [tuple(27 * r + 3 * c + 9 * i + j for i in range(3) for j in range(3)) for r in range(3) for c in range(3)]
ROWS = [tuple(range(9 * r, 9 * r + 9)) for r in range(9)]
COLUMNS = [tuple(range(c, 81, 9)) for c in range(9)]
HOUSES = BOXES + ROWS + COLUMNS
KINDS = ("box", "row", "column")
NUMBER = {f"{KINDS[h // 9]} {h % 9 + 1}": h for h in range(27)}
"""`box 3` -> its number in HOUSES."""
OF = [tuple(h for h in range(27) if cell in HOUSES[h]) for cell in range(81)]
"""Cell -> its box, row and column."""
INSIDE = [frozenset(house) for house in HOUSES]
PEERS = [frozenset(c for h in OF[cell] for c in HOUSES[h]) - {cell} for cell in range(81)]
Candidate = tuple[int, int]
"""(cell, digit)."""


def kind(house: int) -> str:
    """box, row or column."""
    return KINDS[house // 9]


def cell_of(text: object) -> int:
    """`r3c7` -> 24."""
    good = isinstance(text, str) and len(text) == 4 and text[0] == "r" and text[2] == "c"
    require(good and {str(text)[1], str(text)[3]} <= set("123456789"), f"{shown(text)} is no cell")
    return 9 * int(str(text)[1]) + int(str(text)[3]) - 10


def name(cell: int) -> str:
    """24 -> `r3c7`."""
    return f"r{cell // 9 + 1}c{cell % 9 + 1}"


def house_of(text: object) -> int:
    """`box 3` -> its number."""
    if not isinstance(text, str) or text not in NUMBER:
        raise Rejected(f"{shown(text)} is no house of the classic board")
    return NUMBER[text]


def common(cells: list[int]) -> frozenset[int]:
    """The cells that see all of these."""
    return frozenset.intersection(*(PEERS[cell] for cell in cells))
