# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Hidden and naked singles.

Hidden: a digit has one position left in a house. The house needs the digit, so it goes there. Rating 1.0 where the cell
is the last empty one of the house, 1.2 in a box, 1.5 in a row or column. Order: last cells first; in each pass boxes,
columns, rows, then digits.

Naked: a cell has one candidate left. The cell needs a digit, so it is that one. Rating 2.3. Order: row by row.

Source: the basic techniques of every solver; numbers of Sudoku Explainer 1.2.1.
"""

from collections.abc import Iterator

import cython
from cython.cimports.cpsudoku.techniques.core.grid import *
from cython.cimports.cpsudoku.techniques.core.search import Grid, Hint, Search

from cpsudoku.techniques.core.board_grid import BOX, BoardGrid, Deduction, bits
from cpsudoku.techniques.ladder import row
from cpsudoku.techniques.step import Step

HIDDEN_SINGLE_BOX = cython.declare(cython.int, row("hidden-single-box"))
HIDDEN_SINGLE_LINE = cython.declare(cython.int, row("hidden-single-line"))
LAST_CELL = cython.declare(cython.int, row("last-cell"))
NAKED_SINGLE = cython.declare(cython.int, row("naked-single"))


class HiddenSingles(Search):
    """Rung of the hidden singles."""

    @cython.locals(technique=cython.int)
    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The first hidden single."""
        if grid.hidden_houses == 0:
            return False
        for last in range(2):
            every: cython.uint = grid.hidden_houses & (grid.closing if last == 0 else ~grid.closing)
            if every == 0:
                continue
            for group in range(3):
                first: cython.int = 0 if group == 0 else (2 * SIDE if group == 1 else SIDE)
                houses: cython.uint = every >> first & FULL
                technique = LAST_CELL if last == 0 else (HIDDEN_SINGLE_BOX if group == 0 else HIDDEN_SINGLE_LINE)
                while houses:
                    house: cython.int = first + LOWEST[houses]
                    houses &= houses - 1
                    digits: cython.uint = grid.hidden[house]
                    while digits:
                        digit: cython.int = LOWEST[digits]
                        digits &= digits - 1
                        cell: cython.int = HOUSE_CELL[SIDE * house + LOWEST[grid.pos[SIDE * house + digit]]]
                        hint.put(technique, cell, digit + 1)
                        hint.base[0], hint.base_count = house, 1  # `hint.house`, without a call
                        if hint.emit():
                            return True
        return False


class NakedSingles(Search):
    """Rung of the naked singles."""

    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The first cell with one candidate."""
        for third in range(3):
            cells: cython.uint = grid.naked[third]
            if cells == 0:
                continue
            for k in range(BAND):
                if cells >> k & 1:
                    cell: cython.int = BAND * third + k
                    hint.put(NAKED_SINGLE, cell, LOWEST[grid.cand[cell]] + 1)
                    if hint.emit():
                        return True
        return False


def hidden_on_board(board: BoardGrid) -> Iterator[Deduction]:
    """The hidden singles of any board, in the order of the search; an extra house counts as a line."""
    for last in (True, False):
        for house in board.in_order:
            if (board.open[house] == 1) != last:
                continue
            technique = LAST_CELL if last else HIDDEN_SINGLE_BOX if board.kind[house] == BOX else HIDDEN_SINGLE_LINE
            for digit in range(board.side):
                places = bits(board.pos[house][digit])
                if len(places) == 1:
                    cell = board.houses[house][places[0]]
                    yield Deduction(technique, cell, digit + 1, base=(house,))


def naked_on_board(board: BoardGrid) -> Iterator[Deduction]:
    """The cells of any board with one candidate, row by row."""
    for cell, mask in enumerate(board.cand):
        if mask.bit_count() == 1:
            yield Deduction(NAKED_SINGLE, cell, mask.bit_length())


ON_BOARD = {"last-cell": hidden_on_board, "naked-single": naked_on_board}
"""Technique -> the search of its rung on any board."""


def searches(chains: object) -> dict:
    """The searches of this file by technique (of those of one rung, the first)."""
    return {"last-cell": HiddenSingles(), "naked-single": NakedSingles()}


def explain(step: Step) -> str:
    """The argument of the step, for people."""
    words = step.words
    cell, digit = step.placement
    if step.technique == "naked-single":
        return f"{words.cell(cell)} has no candidate but {digit}"
    house = words.house(step.houses[0])
    if step.technique == "last-cell":
        return f"{words.cell(cell)} is the last empty cell of {house}"
    return f"in {house} only {words.cell(cell)} can hold {digit}"
