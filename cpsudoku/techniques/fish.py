# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""X-wing, swordfish and jellyfish.

In k parallel base lines the positions of a digit lie in the same k crossing lines. Each base line needs the digit, and
k lines use up k crossing lines, so the rest of the crossing lines cannot hold it.

The digit must be placed at most 9 - 2k times; each base line has at least two positions. No fins.
Ratings: X-wing 3.2, swordfish 3.8, jellyfish 5.2.
Order: base columns, then base rows; subsets of lines by increasing mask, then digits.
Source: numbers and order of Sudoku Explainer 1.2.1.
"""

from collections.abc import Iterator
from functools import partial

import cython
from cython.cimports.cpsudoku.techniques.core.grid import *
from cython.cimports.cpsudoku.techniques.core.search import Grid, Hint, Search

from cpsudoku.techniques.core.board_grid import COLUMN, ROW, BoardGrid, Deduction, bits, choices
from cpsudoku.techniques.ladder import row
from cpsudoku.techniques.step import Step

SIZES = {"x-wing": 2, "swordfish": 3, "jellyfish": 4}


class Fish(Search):
    """Rung of the fish of one size."""

    def __init__(self, technique: cython.int, size: cython.int) -> None:
        self.technique = technique
        self.size = size

    @cython.locals(digit=cython.int)
    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The first fish with *size* base lines that removes something."""
        size: cython.int = self.size
        todo: cython.uint = FULL if hint.every else grid.dirty_digits[self.rung]
        usable = cython.declare(cython.uint[9])
        if todo == 0:
            return False
        for turn in range(2):
            first: cython.int = 2 * SIDE if turn == 0 else SIDE
            digits: cython.uint = 0
            for digit in range(SIDE):
                if todo >> digit & 1 == 0 or grid.placed[digit] > SIDE - 2 * size:
                    continue
                lines: cython.uint = 0
                for line in range(SIDE):
                    n: cython.int = POPCOUNT[grid.pos[SIDE * (first + line) + digit]]
                    if n > 1 and n <= size:
                        lines |= 1 << line
                if POPCOUNT[lines] >= size:
                    usable[digit] = lines
                    digits |= 1 << digit
            if digits == 0:
                continue
            for k in range(BINOMIAL[(SIDE + 1) * SIDE + size]):
                subset: cython.uint = SUBSET[SUBSET_START[size] + k]
                rest: cython.uint = digits
                while rest:
                    digit = LOWEST[rest]
                    rest &= rest - 1
                    if subset & ~usable[digit]:
                        continue
                    lines = subset
                    positions: cython.uint = 0
                    while lines:
                        positions |= grid.pos[SIDE * (first + LOWEST[lines]) + digit]
                        lines &= lines - 1
                    if POPCOUNT[positions] == size and self.emit(grid, hint, first, subset, positions, digit):
                        return True
        if not hint.every:
            grid.dirty_digits[self.rung] = 0
        return False

    def emit(self, grid, hint, first, lines, positions, digit) -> cython.bint:
        """Hand over the fish of these base lines, unless it removes nothing."""
        rest: cython.uint = positions
        hint.begin(self.technique)
        while rest:
            cover: cython.int = 3 * SIDE - first + LOWEST[rest]
            rest &= rest - 1
            hint.covers(cover)
            victims: cython.uint = grid.pos[SIDE * cover + digit] & ~lines
            while victims:
                hint.drop(grid, HOUSE_CELL[SIDE * cover + LOWEST[victims]], 1 << digit)
                victims &= victims - 1
        if hint.touched_count == 0:
            return False
        while lines:
            hint.house(first + LOWEST[lines])
            lines &= lines - 1
        hint.digits = 1 << digit
        return hint.emit()


def on_board(board: BoardGrid, technique: int, size: int) -> Iterator[Deduction]:
    """The fish of any board, in the order of the search."""
    n = board.side
    for base_kind, cover_kind in ((COLUMN, ROW), (ROW, COLUMN)):
        first, other = base_kind * n, cover_kind * n
        found = []
        for digit in range(n):
            if board.placed[digit] > n - 2 * size:
                continue
            masks = [board.pos[first + k][digit] for k in range(n)]
            for lines, positions in choices(range(n), masks, size, least=2):
                found.append((sum(1 << line for line in lines), digit, positions))
        for lines_mask, digit, positions in sorted(found):
            covers = [other + k for k in bits(positions)]
            victims = [cell for h in covers for cell in board.found_in(h, board.pos[h][digit] & ~lines_mask)]
            if victims:
                yield Deduction(
                    technique,
                    removed=board.losing(victims, 1 << digit),
                    base=tuple(first + k for k in bits(lines_mask)),
                    cover=tuple(covers),
                    digits=1 << digit,
                )


ON_BOARD = {key: partial(on_board, technique=row(key), size=size) for key, size in SIZES.items()}
"""Technique -> the search of its rung on any board."""


def searches(chains: object) -> dict:
    """The searches of this file by technique (of those of one rung, the first)."""
    return {key: Fish(row(key), size) for key, size in SIZES.items()}


def explain(step: Step) -> str:
    """The argument of the step, for people."""
    words = step.words
    digit = words.digits(step.digits)
    return (
        f"in {words.houses(step.houses)} every {digit} is in {words.houses(step.cover)}, "
        f"whose {digit}s are thereby used up"
    )
