# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Locked candidates: pointing and claiming, and their direct forms.

All positions of a digit in a base house also lie in a cover house. The base house needs the digit there, so the rest
of the cover house cannot hold it. With a box as base this is pointing, with a row or column claiming.

The direct form looks one step further: if the removals leave another house of the base's kind, crossing the cover,
with one position for the digit, that digit is placed; the removals themselves are not made.

Ratings: direct pointing 1.7, direct claiming 1.9, pointing 2.6, claiming 2.8.
Order: box-column, box-row, column-box, row-box; base, cover, digit (direct: then the other house).
Source: numbers and order of Sudoku Explainer 1.2.1.
"""

import cython

from cpsudoku.rating import words
from cpsudoku.rating.step import Step

if cython.compiled:
    from cython.cimports.cpsudoku.rating.grid import CROSSING, HOUSE_CELL, LOWEST, Grid
    from cython.cimports.cpsudoku.rating.hint import Hint
    from cython.cimports.cpsudoku.rating.ladder import CLAIMING, DIRECT_CLAIMING, DIRECT_POINTING, POINTING, RATING
else:
    from cpsudoku.rating.grid import CROSSING, HOUSE_CELL, LOWEST, Grid
    from cpsudoku.rating.hint import Hint
    from cpsudoku.rating.ladder import CLAIMING, DIRECT_CLAIMING, DIRECT_POINTING, POINTING, RATING

SLOT_DIRECT = cython.declare(cython.int, 0)
SLOT = cython.declare(cython.int, 1)


def _segments(stride: int) -> list[int]:
    triples = [sum(1 << k for k in range(9) if (k % 3 if stride == 3 else k // 3) == part) for part in range(3)]
    within = [[part for part in range(3) if mask.bit_count() > 1 and mask & ~triples[part] == 0] for mask in range(512)]
    return [parts[0] if parts else 3 for parts in within]


WITHIN = cython.declare(cython.uchar[512])
"""Mask of at least two positions, all in one block of three (0-2, 3-5, 6-8) -> which; 3 otherwise."""
ACROSS = cython.declare(cython.uchar[512])
"""The same for positions equal modulo 3: the columns of a box."""
WITHIN = _segments(1)
ACROSS = _segments(3)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_locking(grid: Grid, hint: Hint) -> cython.bint:
    """The first locked digit that removes something."""
    return search(grid, hint, False)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_direct_locking(grid: Grid, hint: Hint) -> cython.bint:
    """The first locked digit that places the digit in another house."""
    return search(grid, hint, True)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def cover_of(way: cython.int, base: cython.int, part: cython.int) -> cython.int:
    """The *part*-th house (0, 1, 2) that crosses the base in this way of looking."""
    if way == 0:
        return 18 + 3 * (base % 3) + part
    if way == 1:
        return 9 + 3 * (base // 3) + part
    if way == 2:
        return 3 * part + (base - 18) // 3
    return 3 * ((base - 9) // 3) + part


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def search(grid: Grid, hint: Hint, direct: cython.bint) -> cython.bint:
    way: cython.int
    first: cython.int
    base: cython.int
    part: cython.int
    digit: cython.int
    slot: cython.int = SLOT_DIRECT if direct else SLOT
    todo: cython.uint = 0x7FFFFFF if hint.every else grid.dirty[slot]
    digits: cython.uint
    locked: cython.uint[3]
    if not cython.compiled:
        locked = [0] * 3
    if direct and todo:
        todo = 0x7FFFFFF
    for way in range(4):
        first = 0 if way < 2 else (18 if way == 2 else 9)
        for base in range(first, first + 9):
            if todo >> base & 1 == 0:
                continue
            locked[0] = 0
            locked[1] = 0
            locked[2] = 0
            digits = 0
            for digit in range(9):
                part = ACROSS[grid.pos[9 * base + digit]] if way == 0 else WITHIN[grid.pos[9 * base + digit]]
                if part < 3:
                    locked[part] |= 1 << digit
                    digits = 1
            if digits == 0:
                continue
            for part in range(3):
                digits = locked[part]
                while digits:
                    digit = LOWEST[digits]
                    digits &= digits - 1
                    if direct:
                        if emit_direct(grid, hint, way, base, cover_of(way, base, part), digit):
                            return True
                    elif emit_plain(grid, hint, way, base, cover_of(way, base, part), digit):
                        return True
    if not hint.every:
        grid.dirty[slot] = 0
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def emit_plain(
    grid: Grid, hint: Hint, way: cython.int, base: cython.int, cover: cython.int, digit: cython.int
) -> cython.bint:
    victims: cython.uint = grid.pos[9 * cover + digit] & ~CROSSING[27 * cover + base]
    if victims == 0:
        return False
    hint.clear()
    hint.technique = POINTING if way < 2 else CLAIMING
    hint.rating = RATING[hint.technique]
    hint.house(base)
    hint.covers(cover)
    hint.digits = 1 << digit
    while victims:
        hint.drop(grid, HOUSE_CELL[9 * cover + LOWEST[victims]], 1 << digit)
        victims &= victims - 1
    return hint.emit()


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def emit_direct(
    grid: Grid, hint: Hint, way: cython.int, base: cython.int, cover: cython.int, digit: cython.int
) -> cython.bint:
    first: cython.int = 0 if way < 2 else (18 if way == 2 else 9)
    other: cython.int
    positions: cython.uint
    outside: cython.uint
    for other in range(first, first + 9):
        if other == base or CROSSING[27 * other + cover] == 0:
            continue
        positions = grid.pos[9 * other + digit]
        outside = positions & ~CROSSING[27 * other + cover]
        if outside == 0 or outside & (outside - 1) or positions == outside:
            continue
        hint.clear()
        hint.technique = DIRECT_POINTING if way < 2 else DIRECT_CLAIMING
        hint.put(hint.technique, RATING[hint.technique], HOUSE_CELL[9 * other + LOWEST[outside]], digit + 1)
        hint.house(base)
        hint.house(other)
        hint.covers(cover)
        hint.digits = 1 << digit
        if hint.emit():
            return True
    return False


def explain(step: Step) -> str:
    """The argument of the step, for people."""
    base, cover = words.house(step.houses[0]), words.house(step.cover[0])
    digit = words.digits(step.digits)
    reason = f"in {base} the {digit} must be in {cover}, which leaves no {digit} elsewhere in {cover}"
    if step.placement:
        reason += f", and in {words.house(step.houses[1])} only {words.cell(step.placement[0])} can hold it"
    return reason
