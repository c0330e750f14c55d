"""Candidate strings: n characters a cell, position k holding digit k or a blank (729 characters for 9x9).

A string of 729 characters could also be a 27x27 board; every digit standing at its own place in its block decides.
"""

from __future__ import annotations

from math import isqrt

from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import NotationError
from cpsudoku.formats.reading import Reading
from cpsudoku.formats.record import Record

ASSUMED = "cells with a single candidate read as clues"
_SIDES = {side**3: side for side in range(2, 36)}


def is_string(word: str, reading: Reading) -> bool:
    """True where *word* is a candidate string: the length, each digit in its place, and no cell without any."""
    side = _SIDES.get(len(word))
    if side is None or (reading.geometry is not None and reading.geometry.side != side):
        return False
    masks = _masks(word, side)
    return masks is not None and (0 not in masks or reading.geometry is not None)


def string_record(word: str, reading: Reading, line: int = 0, column: int = 1) -> Record:
    """The record of a candidate string. Raises NotationError."""
    side = _SIDES.get(len(word)) or (reading.geometry.side if reading.geometry else 0)
    if side**3 != len(word) or not side:
        raise NotationError(
            f"{len(word)} characters; a candidate string has n for each of n*n cells, such as 729 for 9x9",
            line=line or None,
        )
    masks = _masks(word, side)
    if masks is None:
        index = next(i for i, c in enumerate(word) if c not in ".0-_*" and c.upper() != DEFAULT.symbols[i % side])
        raise NotationError(
            f"{word[index]!r} at character {index + 1}; place {index % side + 1} of a cell holds "
            f"{DEFAULT.symbols[index % side]} or . for none",
            line=line or None,
            column=column + index,
        )
    return of_masks(masks, reading, line, word, "candidates")


def of_masks(masks: list[int], reading: Reading, line: int, text: str, format: str) -> Record:
    """The record of one candidate mask a cell: single candidates become clues. Raises NotationError."""
    board = reading.board(len(masks))
    cells = bytes(mask.bit_length() if mask and mask & (mask - 1) == 0 else 0 for mask in masks)
    return Record(
        Puzzle.trusted(cells, board),
        0,
        line,
        text,
        format=format,
        assumed=ASSUMED if any(cells) else "",
        candidates=tuple(masks),
    )


def masks_of(record: Record) -> tuple[int, ...]:
    """The candidates of a record: as given, else every digit that no clue of a peer rules out."""
    if record.candidates is not None:
        return record.candidates
    board, cells = record.puzzle.geometry, record.puzzle.cells
    return tuple(1 << digit - 1 if digit else mask for digit, mask in zip(cells, board.open_digits(cells)))


def string(masks: tuple[int, ...]) -> str:
    """The candidate string of these masks."""
    side = isqrt(len(masks))
    symbols = DEFAULT.symbols[:side]
    return "".join(symbols[d] if mask >> d & 1 else "." for mask in masks for d in range(side))


def _masks(word: str, side: int) -> list[int] | None:
    masks = [0] * (side * side)
    symbols = DEFAULT.symbols
    for index, character in enumerate(word):
        if character in ".0-_*":
            continue
        if character.upper() != symbols[index % side]:
            return None
        masks[index // side] |= 1 << index % side
    return masks


def given_masks(record: Record) -> tuple[int, ...]:
    """The candidates of a record as given, else the clues and every digit in empty cells: nothing is inferred."""
    if record.candidates is not None:
        return record.candidates
    full = (1 << record.puzzle.geometry.side) - 1
    return tuple(1 << digit - 1 if digit else full for digit in record.puzzle.cells)
