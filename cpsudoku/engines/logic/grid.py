"""The position a logic run works on: digits written so far, and what each empty cell may still hold."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.board.geometry import Cell, Digit, Geometry

Removals = Iterator[tuple[Collection[Cell], int]]
"""Cells and the digits that go there, as a mask; each deduction is applied before the next is found."""


def _no_limit() -> None:
    return None


class Grid:
    """`masks[cell]` has bit d set where digit d is a candidate, and is 0 once the cell is filled.

    Candidates only ever disappear. `dead` turns true when a cell has no candidate left or a clue
    clashes; a dead grid has no solution, and what else it holds means nothing. `tick` is called
    by techniques between houses or digits and may raise to end the run.
    """

    __slots__ = ("cells", "dead", "geometry", "masks", "tick", "unknowns")

    def __init__(self, geometry: Geometry, cells: bytes, tick: Callable[[], None] = _no_limit) -> None:
        self.geometry = geometry
        self.cells = bytearray(len(cells))
        self.masks = [(2 << geometry.side) - 2] * len(cells)
        self.unknowns = len(cells)
        self.dead = False
        self.tick = tick
        for cell, digit in enumerate(cells):
            if digit:
                self.place(cell, digit)

    def copy(self) -> Grid:
        """An independent grid in the same position."""
        copied = object.__new__(Grid)
        copied.geometry, copied.cells, copied.masks = self.geometry, bytearray(self.cells), self.masks.copy()
        copied.unknowns, copied.dead, copied.tick = self.unknowns, self.dead, self.tick
        return copied

    def place(self, cell: Cell, digit: Digit) -> None:
        """Write *digit* and take it from the cell's peers."""
        if not self.masks[cell] >> digit & 1:
            self.dead = True
            return
        self.cells[cell], self.masks[cell] = digit, 0
        self.unknowns -= 1
        bit = 1 << digit
        masks = self.masks
        for peer in self.geometry.peers[cell]:
            if masks[peer] & bit:
                masks[peer] ^= bit
                if not masks[peer]:
                    self.dead = True

    def remove(self, cells: Iterable[Cell], mask: int) -> bool:
        """Take the digits of *mask* from *cells*; True where that took any."""
        changed = False
        for cell in cells:
            if self.masks[cell] & mask:
                self.masks[cell] &= ~mask
                changed = True
                if not self.masks[cell]:
                    self.dead = True
        return changed

    def places(self, house: int, digit: Digit) -> list[Cell]:
        """The empty cells of a house (an index into `geometry.houses`) that may hold *digit*."""
        masks = self.masks
        return [cell for cell in self.geometry.houses[house].cells if masks[cell] >> digit & 1]

    def positions(self, house: int) -> list[int]:
        """Digit -> its places in a house, as a mask of positions there."""
        found = [0] * (self.geometry.side + 1)
        for position, cell in enumerate(self.geometry.houses[house].cells):
            mask = self.masks[cell]
            while mask:
                digit = mask.bit_length() - 1
                mask ^= 1 << digit
                found[digit] |= 1 << position
        return found


def digits_of(mask: int) -> list[Digit]:
    """The digits of a mask, ascending."""
    return [digit for digit in range(1, mask.bit_length()) if mask >> digit & 1]


def matrix(grid: Grid) -> str:
    """A line a row: a filled cell as `=5`, an open one as its candidates, `-` where none is left; bars between boxes.

    Symbols as in one-line puzzles; beyond side 35 numbers set apart by commas.
    """
    board = grid.geometry
    side, step = board.side, board.box_cols if board.regions is None else board.side
    numbers = side > 35

    def shown(cell: int) -> str:
        filled = grid.cells[cell]
        digits = [filled] if filled else digits_of(grid.masks[cell])
        text = ",".join(map(str, digits)) if numbers else DEFAULT.write(bytes(digits), side)
        return f"={text}" if filled else text or "-"

    groups = [shown(cell) for cell in range(board.size)]
    width = max(map(len, groups))
    lines = []
    for row in range(side):
        if row and board.regions is None and row % board.box_rows == 0:
            lines.append("-+-".join(["-" * (step * (width + 1) - 1)] * (side // step)))
        cells = [group.ljust(width) for group in groups[row * side : row * side + side]]
        lines.append(" | ".join(" ".join(cells[first : first + step]) for first in range(0, side, step)).rstrip())
    return "\n".join(lines)
