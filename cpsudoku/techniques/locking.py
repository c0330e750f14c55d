# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Locked candidates: pointing and claiming, and their direct forms.

All positions of a digit in a base house also lie in a cover house. The base house needs the digit there, so the rest
of the cover house cannot hold it. With a box as base this is pointing, with a row or column claiming.

The direct form looks one step further: if the removals leave another house of the base's kind, crossing the cover,
with one position for the digit, that digit is placed; the removals themselves are not made.

Ratings: direct pointing 1.7, direct claiming 1.9, pointing 2.6, claiming 2.8.
Order: box-column, box-row, column-box, row-box; base, cover, digit (direct: then the other house).
Source: numbers and order of Sudoku Explainer 1.2.1.
"""

from collections.abc import Iterator
from functools import partial

import cython
from cython.cimports.cpsudoku.techniques.core.grid import *
from cython.cimports.cpsudoku.techniques.core.search import Grid, Hint, Search

from cpsudoku.techniques.core.board_grid import BOX, COLUMN, EXTRA, ROW, BoardGrid, Deduction, bits
from cpsudoku.techniques.ladder import row
from cpsudoku.techniques.step import Step

CLAIMING = cython.declare(cython.int, row("claiming"))
DIRECT_CLAIMING = cython.declare(cython.int, row("direct-claiming"))
DIRECT_POINTING = cython.declare(cython.int, row("direct-pointing"))
POINTING = cython.declare(cython.int, row("pointing"))


def _covers() -> list[list[int]]:
    """For each of the four ways and each base of that way the houses it crosses, ascending."""
    kinds = (0, 2), (0, 1), (2, 0), (1, 0)
    found = []
    for kind, other in kinds:
        for base in range(kind * SIDE, kind * SIDE + SIDE):
            crossed = [h for h in range(other * SIDE, other * SIDE + SIDE) if CROSSING[3 * SIDE * base + h]]
            found.append(crossed)
    return found


def _shapes() -> list[list[int]]:
    """For each way and base the positions it shares with each house it crosses, as masks."""
    found = []
    for number, crossed in enumerate(_covers()):
        base = (0, 0, 2 * SIDE, SIDE)[number // SIDE] + number % SIDE
        found.append([CROSSING[3 * SIDE * base + cover] for cover in crossed])
    return found


def _part(shape: list[int], mask: int) -> int:
    """The part of the shape that holds all positions of the mask; SIDE where none does, or there are less than two."""
    if mask & (mask - 1) == 0:
        return SIDE
    return next((part for part, shared in enumerate(shape) if mask & ~shared == 0), SIDE)


COVER = cython.declare(cython.uchar[324])
"""(way * SIDE + base number) * SIDE + part -> the part-th house crossed; COVER_COUNT says how many there are."""
COVER_COUNT = cython.declare(cython.uchar[36])
SHAPE = cython.declare(cython.uchar[36])
"""way * SIDE + base number -> how the houses crossed cut the base: on the classic board one of two."""
PART = cython.declare(cython.uchar[1024])
"""shape * (FULL + 1) + mask of at least two positions -> the part that holds them all; SIDE where none does."""
COVER = [house for crossed in _covers() for house in crossed + [0] * (SIDE - len(crossed))]
COVER_COUNT = [len(crossed) for crossed in _covers()]
_DISTINCT = [shape for number, shape in enumerate(_shapes()) if shape not in _shapes()[:number]]
SHAPE = [_DISTINCT.index(shape) for shape in _shapes()]
PART = [_part(shape, mask) for shape in _DISTINCT for mask in range(FULL + 1)]


class Locking(Search):
    """Rung of locked candidates, or of their direct form."""

    def __init__(self, direct: cython.bint) -> None:
        self.direct = direct

    @cython.locals(part=cython.int, digit=cython.int)
    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The first locked digit that removes something (direct: that places the digit in another house)."""
        direct: cython.bint = self.direct
        todo: cython.uint = ALL_HOUSES if hint.every else grid.dirty[self.rung]
        locked = cython.declare(cython.uint[9])
        if todo == 0:
            return False
        if direct:
            todo = ALL_HOUSES
        for way in range(4):
            first: cython.int = 0 if way < 2 else (2 * SIDE if way == 2 else SIDE)
            for line in range(SIDE):
                base: cython.int = first + line
                if todo >> base & 1 == 0:
                    continue
                for part in range(COVER_COUNT[way * SIDE + line]):
                    locked[part] = 0
                some: cython.bint = False
                for digit in range(SIDE):
                    part = PART[SHAPE[way * SIDE + line] * (FULL + 1) + grid.pos[SIDE * base + digit]]
                    if part < SIDE:
                        locked[part] |= 1 << digit
                        some = True
                if not some:
                    continue
                for part in range(COVER_COUNT[way * SIDE + line]):
                    digits: cython.uint = locked[part]
                    while digits:
                        digit = LOWEST[digits]
                        digits &= digits - 1
                        cover: cython.int = COVER[(way * SIDE + line) * SIDE + part]
                        if direct:
                            if emit_direct(grid, hint, way, base, cover, digit):
                                return True
                        elif emit_plain(grid, hint, way, base, cover, digit):
                            return True
        if not hint.every:
            grid.dirty[self.rung] = 0
        return False


def emit_plain(grid, hint, way, base, cover, digit) -> cython.bint:
    victims: cython.uint = grid.pos[SIDE * cover + digit] & ~CROSSING[3 * SIDE * cover + base]
    if victims == 0:
        return False
    hint.begin(POINTING if way < 2 else CLAIMING)
    hint.house(base)
    hint.covers(cover)
    hint.digits = 1 << digit
    while victims:
        hint.drop(grid, HOUSE_CELL[SIDE * cover + LOWEST[victims]], 1 << digit)
        victims &= victims - 1
    return hint.emit()


def emit_direct(grid, hint, way, base, cover, digit) -> cython.bint:
    first: cython.int = 0 if way < 2 else (2 * SIDE if way == 2 else SIDE)
    for other in range(first, first + SIDE):
        if other == base or CROSSING[3 * SIDE * other + cover] == 0:
            continue
        positions: cython.uint = grid.pos[SIDE * other + digit]
        outside: cython.uint = positions & ~CROSSING[3 * SIDE * other + cover]
        if outside == 0 or outside & (outside - 1) or positions == outside:
            continue
        hint.put(DIRECT_POINTING if way < 2 else DIRECT_CLAIMING, HOUSE_CELL[SIDE * other + LOWEST[outside]], digit + 1)
        hint.house(base)
        hint.house(other)
        hint.covers(cover)
        hint.digits = 1 << digit
        if hint.emit():
            return True
    return False


WAYS = (
    *((BOX, COLUMN), (BOX, ROW), (COLUMN, BOX), (ROW, BOX)),
    *((BOX, EXTRA), (COLUMN, EXTRA), (ROW, EXTRA), (EXTRA, BOX), (EXTRA, COLUMN), (EXTRA, ROW), (EXTRA, EXTRA)),
)
"""Kinds of base and cover, in the order of the search; the classic board has the first four."""


def on_board(board: BoardGrid, direct: bool) -> Iterator[Deduction]:
    """The locked candidates of any board, in the order of the search."""
    for base_kind, cover_kind in WAYS:
        bases = [h for h, kind in enumerate(board.kind) if kind == base_kind]
        covers = [h for h, kind in enumerate(board.kind) if kind == cover_kind]
        for base in bases:
            for cover in covers:
                shared = board.shared[base][cover]
                if base == cover or shared & (shared - 1) == 0:
                    continue
                for digit in range(board.side):
                    places = board.pos[base][digit]
                    if places & (places - 1) == 0 or places & ~shared:
                        continue
                    if direct:
                        yield from _direct_on_board(board, bases, base, cover, digit)
                        continue
                    victims = board.found_in(cover, board.pos[cover][digit] & ~board.shared[cover][base])
                    if victims:
                        technique = POINTING if base_kind == BOX else CLAIMING
                        removed = board.losing(victims, 1 << digit)
                        yield Deduction(technique, removed=removed, base=(base,), cover=(cover,), digits=1 << digit)


def _direct_on_board(board: BoardGrid, bases: list[int], base: int, cover: int, digit: int) -> Iterator[Deduction]:
    technique = DIRECT_POINTING if board.kind[base] == BOX else DIRECT_CLAIMING
    for other in bases:
        crossing = board.shared[other][cover] & ~board.shared[other][base]  # extra houses may overlap
        outside = bits(board.pos[other][digit] & ~crossing)
        if other != base and len(outside) == 1 and board.pos[other][digit] & crossing:
            cell = board.houses[other][outside[0]]
            yield Deduction(technique, cell, digit + 1, base=(base, other), cover=(cover,), digits=1 << digit)


ON_BOARD = {"direct-pointing": partial(on_board, direct=True), "pointing": partial(on_board, direct=False)}
"""Technique -> the search of its rung on any board."""


def searches(chains: object) -> dict:
    """The searches of this file by technique (of those of one rung, the first)."""
    return {"direct-pointing": Locking(True), "pointing": Locking(False)}


def explain(step: Step) -> str:
    """The argument of the step, for people."""
    words = step.words
    base, cover = words.house(step.houses[0]), words.house(step.cover[0])
    digit = words.digits(step.digits)
    reason = f"in {base} the {digit} must be in {cover}, which leaves no {digit} elsewhere in {cover}"
    if step.placement:
        reason += f", and in {words.house(step.houses[1])} only {words.cell(step.placement[0])} can hold it"
    return reason
