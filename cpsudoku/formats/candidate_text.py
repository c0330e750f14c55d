"""Candidate strings: n characters a cell, position k holding digit k or a blank (729 characters for 9x9).

They are puzzles: a cell with one candidate has a clue, and the rule `candidates` says what the others may hold.
A string of 729 characters could also be a 27x27 board; every digit standing at its own place in its block decides.
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import NotationError
from cpsudoku.formats.reading import CANDIDATE_LENGTHS, Reading
from cpsudoku.formats.record import Record

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

ASSUMED = "cells with a single candidate read as clues"


def is_string(word: str, reading: Reading) -> bool:
    """True where *word* is a candidate string: the length, each digit in its place, and no cell without any."""
    side = CANDIDATE_LENGTHS.get(len(word))
    if side is None or (reading.geometry is not None and reading.geometry.side != side):
        return False
    masks = _masks(word, side)
    return masks is not None and (0 not in masks or reading.geometry is not None or _crowded(masks))


def _crowded(masks: list[int]) -> bool:
    """Whether there are more digits than cells: clues of a large board do not all stand at their places by chance."""
    return sum(map(int.bit_count, masks)) > len(masks)


def string_record(word: str, reading: Reading, line: int = 0, column: int = 1) -> Record:
    """The record of a candidate string. Raises NotationError."""
    return of_masks(masks_in(word, reading, line, column), reading, line, word, "candidates")


def masks_in(word: str, reading: Reading, line: int = 0, column: int = 1) -> list[int]:
    """What a candidate string says, a mask a cell. Raises NotationError."""
    side = CANDIDATE_LENGTHS.get(len(word)) or (reading.geometry.side if reading.geometry else 0)
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
    return masks


def of_masks(masks: list[int], reading: Reading, line: int, text: str, format: str) -> Record:
    """The record of a puzzle that gives its candidates, a mask a cell. Raises NotationError where a cell has none."""
    board = reading.board(len(masks))
    if 0 in masks:
        raise NotationError(
            f"{board.name_of(masks.index(0))} has no candidate; accepted: one or more in each cell", line=line or None
        )
    from cpsudoku.constraints.candidates import with_candidates

    cells = bytes(mask.bit_length() if mask & (mask - 1) == 0 else 0 for mask in masks)
    puzzle = with_candidates(cells, board, masks)
    return Record(puzzle, 0, line, text, format=format, assumed=ASSUMED if any(cells) else "")


def masks_of(record: Record) -> tuple[int, ...]:
    """The candidates of a record: as given, else every digit that no clue of a peer rules out."""
    if record.candidates is not None:
        return record.candidates
    board, cells = record.puzzle.geometry, record.puzzle.cells
    return tuple(1 << digit - 1 if digit else mask for digit, mask in zip(cells, board.open_digits(cells)))


def given_masks(record: Record) -> tuple[int, ...]:
    """The candidates of a record as given, else those its puzzle gives: nothing is inferred.

    Raises NotationError for a cell without any.
    """
    from cpsudoku.constraints.candidates import given_masks as masks_given

    masks = record.candidates if record.candidates is not None else masks_given(record.puzzle)
    if masks is None:
        raise NotationError(f"candidates cannot say {unsaid(record.puzzle)[0].describe()}")
    if 0 in masks:
        name = record.puzzle.geometry.name_of(masks.index(0))
        raise NotationError(f"{name} has no candidate; candidates are written where each cell has one")
    return masks


def line_of(puzzle: Puzzle) -> str:
    """A puzzle in one line: its candidate string where it gives candidates, else its clues.

    Raises NotationError where it has rules of another kind.
    """
    others = unsaid(puzzle)
    if others:
        raise NotationError(f"one line cannot say {others[0].describe()}")
    return string(given_masks(Record(puzzle))) if puzzle.constraints else puzzle.line()


def unsaid(puzzle: Puzzle) -> list[Constraint]:
    """The rules of a puzzle that candidates do not say."""
    return [rule for rule in puzzle.constraints if rule.word != "candidates"]


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
