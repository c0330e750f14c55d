"""Clues outside the grid: at the ends of rows, columns and diagonals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import comb, log

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.constraints.outside import NumberedRoom, Sandwich, Skyscraper, XSum
from cpsudoku.constraints.patterns import inward
from cpsudoku.constraints.sums import LittleKiller
from cpsudoku.generation.makers.sketch import Cells, Maker, Sketch


def little_killers(sketch: Sketch) -> None:
    """Sums along random diagonals of 2 cells or more, the clue at a random end."""
    least, most = sketch.sizes(2, 64)
    spots = [
        line if sketch.stream.number(2) else line[::-1]
        for line in _diagonals(sketch.board)
        if least <= len(line) <= most
    ]

    def clue(cells: Cells, digits: list[int]) -> LittleKiller:
        return LittleKiller(cells, sum(digits))

    sketch.every(spots, clue, (16, 24), directed=False)


def _diagonals(board: Geometry) -> list[Cells]:
    """Every diagonal of two cells or more, once."""
    found: dict[tuple[str, int], list[Cell]] = {}
    for cell in range(board.size):
        r, c = divmod(cell, board.columns)
        found.setdefault(("down", r - c), []).append(cell)
        found.setdefault(("up", r + c), []).append(cell)
    return [tuple(line) for line in found.values() if len(line) > 1]


def sandwiches(sketch: Sketch) -> None:
    """The sum between the lowest and the highest digit of every row and column."""

    def clue(cells: Cells, digits: list[int]) -> Sandwich:
        first, last = sorted((digits.index(sketch.board.lo), digits.index(sketch.board.hi)))
        return Sandwich(cells, sum(digits[first + 1 : last]))

    sketch.every(inward(sketch.board)[::2], clue, directed=False)


def skyscrapers(sketch: Sketch) -> None:
    """The number of skyscrapers visible from each end of every row and column."""

    def clue(cells: Cells, digits: list[int]) -> Skyscraper:
        return Skyscraper(cells, _visible(digits))

    sketch.every(inward(sketch.board), clue)


def _visible(digits: Sequence[int]) -> int:
    return sum(d > max(digits[:k], default=0) for k, d in enumerate(digits))


def skyscrapers_open(board: Geometry, grid: bytes) -> float:
    """The logarithm of the number of ways to fill every row and column, each alone, with both its clues."""
    return sum(_log_orders(bytes([grid[cell] for cell in line])) for line in inward(board)[::2])


@lru_cache(maxsize=1 << 16)
def _log_orders(line: bytes) -> float:
    """Orders of the digits of a line in which as many are visible from either end, as a logarithm.

    The lower digits fall into a group for each visible one but the highest, which comes first in it.
    """
    left, right = _visible(line), _visible(line[::-1])
    groups = left + right - 2
    return log(comb(groups, left - 1) * _in_groups(len(line) - 1, groups))


@cache
def _in_groups(number: int, groups: int) -> int:
    """Stirling number of the first kind: orders of *number* digits within as many unordered groups."""
    if not number or not groups:
        return int(number == groups)
    return _in_groups(number - 1, groups - 1) + (number - 1) * _in_groups(number - 1, groups)


def x_sums(sketch: Sketch) -> None:
    """The sum of the first X cells from each end of every row and column; none where X is not a number of cells."""

    def clue(cells: Cells, digits: list[int]) -> XSum | None:
        return XSum(cells, sum(digits[: digits[0]])) if digits[0] <= len(cells) else None

    sketch.every(inward(sketch.board), clue)


def numbered_rooms(sketch: Sketch) -> None:
    """The digit in the cell whose position the first digit names; none where there is no such cell."""

    def clue(cells: Cells, digits: list[int]) -> NumberedRoom | None:
        return NumberedRoom(cells, digits[digits[0] - 1]) if 1 <= digits[0] <= len(cells) else None

    sketch.every(inward(sketch.board), clue)


MAKERS = {
    "little-killer": Maker(
        "sums of diagonals of 2 cells or more, each seen from one of its ends",
        little_killers,
        everywhere=True,
        head_start=0.2,
    ),
    "sandwich": Maker(
        "a sandwich sum for every row and column", sandwiches, everywhere=True, head_start=0.7, keeps="ends"
    ),
    "skyscraper": Maker(
        "a count of visible skyscrapers for every row and column, from both ends",
        skyscrapers,
        everywhere=True,
        head_start=0.6,
        left_open=skyscrapers_open,
    ),
    "x-sum": Maker("an X-sum for every row and column, from both ends", x_sums, everywhere=True, head_start=0.6),
    "numbered-room": Maker("a numbered room for every row and column, from both ends", numbered_rooms, everywhere=True),
}
