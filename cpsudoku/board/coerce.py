"""Converts what users pass as a puzzle, besides text: nested lists and arrays; and streams of puzzles.

`Puzzle.of` and `Solution.of` use it, and every public function goes through them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isqrt
from numbers import Integral
from pathlib import PurePath
from typing import Any

from cpsudoku.board import hooks
from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.board.geometry import CLASSIC, Cell, Geometry, square
from cpsudoku.board.mixins import RichDisplay
from cpsudoku.errors import GeometryError, NotationError, UsageError, WrongInput

ACCEPTED = (
    "accepted: a Puzzle, a Solution, a text in any format (cpsudoku convert --help lists them), a pathlib.Path, "
    "n lists of n numbers with 0 for empty, a list of all n*n, or such a numpy array or data frame"
)
_BLANKS = frozenset(["", " ", *DEFAULT.blanks])


def described(given: object) -> str:
    """An argument as error messages describe it."""
    kind = type(given).__name__
    if given is None:
        return "None"
    if isinstance(given, int | float | bytes | bytearray):
        text = repr(given)
        return f"{text if len(text) <= 40 else text[:40] + '...'} (of type {kind})"
    if isinstance(given, list | tuple | dict | set | frozenset):
        return f"a {kind} of {len(given)} item{'s' * (len(given) != 1)}"
    return f"an object of type {kind}"


def unfit(given: object, accepted: str = ACCEPTED) -> WrongInput:
    """The error for an argument that is not a puzzle."""
    message = f"{described(given)} is no puzzle; {accepted}"
    if isinstance(given, bytes | bytearray):
        message += "; decode it first, given.decode()"
    elif isinstance(given, list | tuple) and given and all(isinstance(item, str) for item in given):
        message += '; for one grid, "\\n".join(rows); for several puzzles, verify_many'
    elif getattr(given, "missed", ""):
        message = f"this {type(given).__name__} has no puzzle: {given.missed}"  # type: ignore[attr-defined]
    return WrongInput(message)


def grid_of(given: object, geometry: Geometry | None = None) -> tuple[bytes, Geometry]:
    """The cells and the board of n lists of n numbers, of one list of all n*n, or of such an array.

    Numbers are 1 to n; 0, None and a blank (in data frames nan, too) are empty; texts of one symbol (`"5"`, `"."`,
    `"A"`) are read too. On a board with a layout there is a list a row, and empty is None or one less than the lowest
    digit. Raises WrongInput for anything else, NotationError for lists of wrong sizes or digits beyond the side.
    """
    rows = _rows(given, geometry)
    side = len(rows)
    if geometry is not None and geometry.layout is not None:
        if side != geometry.rows or any(len(row) != geometry.columns for row in rows):
            found = f"{side} rows of {'/'.join(sorted({str(len(row)) for row in rows}))} cells"
            raise NotationError(f"{found}; a board of {geometry} has {geometry.rows} of {geometry.columns}")
        return _cells(rows, geometry), geometry
    odd = next((index for index, row in enumerate(rows) if len(row) != side), None)
    if odd is not None:
        raise NotationError(f"row {odd + 1} has {len(rows[odd])} cells, and there are {side} rows; {ACCEPTED}")
    if geometry is None:
        try:
            geometry = CLASSIC if side == CLASSIC.side else square(side)
        except GeometryError as error:
            raise NotationError(f"{side * side} cells: {error}") from None
    if side != geometry.side:
        raise NotationError(f"{side} rows of {side} cells; a board of {geometry} has {geometry.side}")
    return _cells(rows, geometry), geometry


def _cells(rows: list[list[Any]], geometry: Geometry) -> bytes:
    entries = (entry for row in rows for entry in row)
    return bytes(_digit(entry, geometry, cell) for cell, entry in enumerate(entries))


def _rows(given: object, geometry: Geometry | None) -> list[list[Any]]:
    if hasattr(given, "to_numpy"):  # of pandas or Polars, where nan is an empty cell
        entries = given.to_numpy().astype(object)
        entries[entries != entries] = None
        given = entries
    dimensions = getattr(given, "ndim", None)
    if dimensions is not None and hasattr(given, "tolist"):
        if dimensions not in (1, 2):
            shape = getattr(given, "shape", "")
            raise WrongInput(f"an array of shape {shape} is no puzzle; {ACCEPTED}, reshaped to (n, n)")
        given = given.tolist()
    if not isinstance(given, list | tuple) or not given:
        raise unfit(given)
    rows = [row.tolist() if getattr(row, "ndim", None) == 1 and hasattr(row, "tolist") else row for row in given]
    if all(isinstance(row, list | tuple) for row in rows):
        return [list(row) for row in rows]
    if any(not isinstance(entry, int | float | str | None) or len(str(entry)) > 5 for entry in rows):
        raise unfit(given)
    width = isqrt(len(rows)) if geometry is None else geometry.columns
    if len(rows) != (width * width if geometry is None else geometry.size):
        raise NotationError(f"a list of {len(rows)} cells; {ACCEPTED}")
    return [rows[at : at + width] for at in range(0, len(rows), width)]


def _digit(entry: object, geometry: Geometry, cell: int) -> int:
    digit: object = entry
    if entry is None:
        return 0
    if isinstance(entry, str):
        text = entry.strip().upper()
        if not text or (entry in _BLANKS and (entry != "0" or geometry.lo > 0)):
            return 0
        digit = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else DEFAULT.values(35).get(text)
    elif not isinstance(entry, bool) and hasattr(entry, "__index__"):
        digit = entry.__index__()
    elif isinstance(entry, float) and entry.is_integer():
        digit = int(entry)
    empty = geometry.lo - 1
    accepted = f"accepted: {geometry.lo} to {geometry.hi}, {empty} or None for empty"
    if isinstance(digit, bool) or not isinstance(digit, int):
        raise WrongInput(f"{entry!r} in {geometry.name_of(cell)} is no digit; {accepted}")
    if not empty <= digit <= geometry.hi:
        raise NotationError(f"digit {digit} in {geometry.name_of(cell)}; {accepted}")
    return digit - empty


def stream_of(given: object, function: str) -> Iterable[Any]:
    """*given*, a stream of puzzles; those of the file where it is a path.

    Raises WrongInput for a single puzzle, or an object that is not iterable.
    """
    takes = f"{function} takes an iterable of puzzles, such as [puzzle] or an open file, or a pathlib.Path"
    if isinstance(given, str):
        raise WrongInput(f"a text is one puzzle; {takes}")
    if isinstance(given, PurePath):
        return hooks.reader().load_many(given)
    if isinstance(given, bytes | bytearray | Mapping | RichDisplay) or not isinstance(given, Iterable):
        raise WrongInput(f"{described(given)}; {takes}; of each, {ACCEPTED}")
    if _is_board(given):
        raise WrongInput(f"n rows of n entries are one puzzle; {takes}")
    return given


def _is_board(given: Any) -> bool:
    """Whether it is a list of n lists of n entries, or an array of shape (n, n)."""
    if isinstance(given, list | tuple):
        lists = all(isinstance(row, list | tuple) and len(row) == len(given) for row in given)
        return bool(given) and lists and not isinstance(given[0][0], list | tuple)
    shape: Any = getattr(given, "shape", ())
    return len(shape) == 2 and bool(shape[0] == shape[1])


def names_of(given: object, function: str, option: str) -> Iterable[Any]:
    """The names in an option that takes several; a single text is one name. Raises WrongInput for anything else."""
    if isinstance(given, str):
        return (given,)
    if isinstance(given, bytes | bytearray) or not isinstance(given, Iterable):
        raise WrongInput(f"{function}: {option} is {described(given)}; accepted: a name, or an iterable of names")
    return given


def span_of(clues: object) -> tuple[int, int]:
    """(fewest, most) of the argument *clues*: a number, or two. Raises UsageError for anything else."""
    both = tuple(clues) if isinstance(clues, tuple | list) else (clues, clues)
    if len(both) != 2 or any(isinstance(n, bool) or not hasattr(n, "__index__") for n in both):
        raise UsageError(f"clues {clues!r}: a number such as 24, or the fewest and the most, such as (22, 26)")
    return int(both[0]), int(both[1])


def drawn_by(seed: object, index: object) -> tuple[int, int]:
    """(seed, index) as `randomness.derive` takes them: the last 64 bits of any whole number, and an index below 2^64.

    Raises UsageError.
    """
    if type(seed) is int and type(index) is int and 0 <= index < 1 << 64:  # the usual case
        return seed & ((1 << 64) - 1), index
    if isinstance(seed, bool) or not isinstance(seed, Integral):
        raise UsageError(f"seed {seed!r}: a seed is a whole number")
    if isinstance(index, bool) or not isinstance(index, Integral) or not 0 <= int(index) < 1 << 64:
        raise UsageError(f"index {index!r}: puzzles are numbered from 0 to 2^64 - 1")
    return int(seed) & ((1 << 64) - 1), int(index)


def mask(text: str, geometry: Geometry) -> list[Cell]:
    """The cells that a mask marks: one character a cell (blanks and line ends aside), `.`, `0`, `-` and `_` for none.

    Raises UsageError.
    """
    symbols = "".join(text.split())
    if len(symbols) != geometry.size:
        raise UsageError(f"a mask has one character a cell: {geometry.size} on this board; got {len(symbols)}")
    return [cell for cell, symbol in enumerate(symbols) if symbol not in ".0-_"]
