# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""XY-wing and XYZ-wing.

XY: a pivot {x,y} sees two pincers {x,z} and {y,z}. Whichever digit the pivot takes, one pincer is z, so a cell that
sees both pincers is not z. XYZ: the pivot {x,y,z} may itself be z, so the victims must see the pivot too.

Ratings: XY-wing 4.2, XYZ-wing 4.4.
Order: pivots row by row, then both pincers in peer order; the first pincer lacks exactly one digit of the pivot.
Source: numbers and order of Sudoku Explainer 1.2.1.
"""

from collections.abc import Iterator
from functools import partial

import cython
from cython.cimports.cpsudoku.techniques.core.grid import *
from cython.cimports.cpsudoku.techniques.core.search import Grid, Hint, Search

from cpsudoku.techniques.core.board_grid import BoardGrid, Deduction
from cpsudoku.techniques.ladder import row
from cpsudoku.techniques.step import Step

SIZES = {"xy-wing": 2, "xyz-wing": 3}


class Wings(Search):
    """Rung of the wings whose pivot has *size* candidates."""

    def __init__(self, technique: cython.int, size: cython.int) -> None:
        self.technique = technique
        self.size = size

    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The first wing whose pivot has *size* candidates (2: XY, 3: XYZ) that removes something."""
        size: cython.int = self.size
        todo: cython.uint = ALL_HOUSES if hint.every else grid.dirty[self.rung]
        pincers = cython.declare(cython.uchar[20])
        if todo == 0:
            return False
        for pivot in range(CELLS):
            digits: cython.uint = grid.cand[pivot]
            if POPCOUNT[digits] != size or CELL_HOUSES[pivot] & todo == 0:
                continue
            n: cython.int = 0
            for k in range(PEER_COUNT):
                other: cython.int = PEERS[PEER_COUNT * pivot + k]
                a: cython.uint = grid.cand[other]
                if POPCOUNT[a] == 2 and POPCOUNT[digits & ~a] == 1:
                    pincers[n] = other
                    n += 1
            for j in range(n):
                a = grid.cand[pincers[j]]
                for k in range(n):
                    b: cython.uint = grid.cand[pincers[k]]
                    if POPCOUNT[digits | a | b] != 3 or POPCOUNT[digits & a & b] != size - 2:
                        continue
                    if self.emit(grid, hint, pivot, pincers[j], pincers[k], a & b):
                        return True
        if not hint.every:
            grid.dirty[self.rung] = 0
        return False

    def emit(self, grid, hint, pivot, a, b, common) -> cython.bint:
        """Hand over the wing of this pivot and these pincers, unless it removes nothing."""
        z: cython.uint = common & (0 - common)
        hint.begin(self.technique)
        for k in range(PEER_COUNT):
            cell: cython.int = PEERS[PEER_COUNT * a + k]
            if grid.cand[cell] & z and SEES[CELLS * b + cell] and (self.size == 2 or SEES[CELLS * pivot + cell]):
                hint.drop(grid, cell, z)
        if hint.touched_count == 0:
            return False
        hint.member(pivot)
        hint.member(a)
        hint.member(b)
        hint.digits = grid.cand[pivot]
        hint.extra = z
        return hint.emit()


def on_board(board: BoardGrid, technique: int, size: int) -> Iterator[Deduction]:
    """The wings of any board whose pivot has *size* candidates, in the order of the search."""
    cand, peers = board.cand, board.peers
    for pivot, digits in enumerate(cand):
        if digits.bit_count() != size:
            continue
        pincers = [c for c in peers[pivot] if cand[c].bit_count() == 2 and (digits & ~cand[c]).bit_count() == 1]
        for a in pincers:
            for b in pincers:
                union, common = digits | cand[a] | cand[b], digits & cand[a] & cand[b]
                if union.bit_count() != 3 or common.bit_count() != size - 2:
                    continue
                z = cand[a] & cand[b]
                z &= -z
                seers = [c for c in peers[a] if c in peers[b] and (size == 2 or c in peers[pivot])]
                removed = board.losing(seers, z)
                if removed:
                    yield Deduction(technique, removed=removed, cells=(pivot, a, b), digits=digits, extra=z)


ON_BOARD = {key: partial(on_board, technique=row(key), size=size) for key, size in SIZES.items()}
"""Technique -> the search of its rung on any board."""


def searches(chains: object) -> dict:
    """The searches of this file by technique (of those of one rung, the first)."""
    return {key: Wings(row(key), size) for key, size in SIZES.items()}


def explain(step: Step) -> str:
    """The argument of the step, for people."""
    words = step.words
    pivot, first, second = step.cells
    z = words.digits(step.extra)
    turns = [
        f"if {words.cell(pivot)} is {words.digits(digits)}, {words.cell(pincer)} is {z}"
        for pincer, digits in [(pincer, step.before[pincer] & step.digits & ~step.extra) for pincer in (first, second)]
    ]
    if step.technique == "xyz-wing":
        turns.append(f"else {words.cell(pivot)} is {z} itself")
    sees = words.cells([pivot, first, second] if step.technique == "xyz-wing" else [first, second])
    return f"{', '.join(turns)}, and no cell that sees {sees} can be {z}"
