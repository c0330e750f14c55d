"""Cells by name: `r1c2`, straight runs `r1c1-r1c5`, or numbers from 0."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NoReturn

from cpsudoku.errors import ConstraintError, brief
from cpsudoku.numerals import number_of

_CELL = re.compile(r"[rR]([0-9]{1,3})[cC]([0-9]{1,3})")
_RUN = re.compile(rf"({_CELL.pattern})-({_CELL.pattern})")
_MOST = 65025
"""Cells of the largest board."""


def is_cells(word: str) -> bool:
    """Whether a word of a text form names cells."""
    return bool(_CELL.fullmatch(word) or _RUN.fullmatch(word))


def _name(row: int, column: int) -> str:
    return f"r{row}c{column}"


def _run(word: str) -> list[str]:
    """The cells of `r1c1` or of a straight run `r1c1-r1c5`."""
    one = _CELL.fullmatch(word)
    if one is not None:
        return [_name(int(one[1]), int(one[2]))]
    many = _RUN.fullmatch(word)
    if many is None:
        raise ConstraintError(f"{brief(word)} names no cell; cells are written r1c2, a straight run r1c1-r1c5")
    r, c, to_r, to_c = int(many[2]), int(many[3]), int(many[5]), int(many[6])
    down, right = to_r - r, to_c - c
    if down and right and abs(down) != abs(right):
        raise ConstraintError(f"{brief(word)} is no straight run; it goes along a row, a column or a diagonal")
    steps = max(abs(down), abs(right))
    step = (0 if not down else down // abs(down), 0 if not right else right // abs(right))
    return [_name(r + k * step[0], c + k * step[1]) for k in range(steps + 1)]


def cell_names(given: Any) -> tuple[str | int, ...]:
    """Cells as names. Taken: "r1c1 r1c2", "r1c1-r1c5", a cell's number from 0, or a list of these.

    Numbers are kept as numbers until the rule is placed on a board.
    """
    if isinstance(given, str):
        return tuple(name for word in given.replace(",", " ").split() for name in _run(word))
    if isinstance(given, bool):
        raise ConstraintError(f"{brief(given)} is no cell")
    if isinstance(given, int):
        if not 0 <= given < _MOST:
            raise ConstraintError(f"{given} is no cell; cells are numbered from 0, row by row")
        return (given,)
    if isinstance(given, Iterable) and not isinstance(given, Mapping):
        return tuple(
            name for part in given for name in (cell_names(part) if isinstance(part, (str, int)) else _numpy_cell(part))
        )
    _no_cells(given)


def _numpy_cell(part: Any) -> tuple[str | int, ...]:
    return cell_names(int(part)) if hasattr(part, "__index__") else _no_cells(part)


def _no_cells(given: Any) -> NoReturn:
    raise ConstraintError(f'{brief(given)} names no cells; taken: "r1c1 r1c2", "r1c1-r1c5", numbers from 0, or a list')


def place(name: str) -> tuple[int, int]:
    """(row, column) of r3c7, from 1."""
    row, _, column = name.lower().removeprefix("r").partition("c")
    return number_of(row), number_of(column)


def in_groups(cells: Iterable[int], columns: int) -> list[str]:
    """Cells (by number) in rectangles: `r1c34`, `r234c5`, `r12c12`; on boards beyond 9x9 each cell by itself."""
    return list(_in_groups(tuple(sorted(set(cells))), columns))


@lru_cache(maxsize=4096)
def _in_groups(left: tuple[int, ...], columns: int) -> list[str]:
    if columns > 9 or (left and left[-1] >= 9 * columns):
        return [_name(cell // columns + 1, cell % columns + 1) for cell in left]
    ways = [_runs(left, columns)]
    for by_row in (True, False):
        lines = _sorted_out(left, (lambda cell: cell // columns) if by_row else (lambda cell: cell % columns))
        alike: dict[tuple[int, ...], list[int]] = {}
        for line in lines:
            key = tuple(cell % columns if by_row else cell // columns for cell in line)
            alike.setdefault(key, []).extend(line)
        ways.append(list(alike.values()))
    return [_rectangle(group, columns) for group in min(ways, key=len)]


def _rectangle(cells: Sequence[int], columns: int) -> str:
    rows = sorted({cell // columns + 1 for cell in cells})
    places = sorted({cell % columns + 1 for cell in cells})
    return f"r{''.join(map(str, rows))}c{''.join(map(str, places))}"


def _runs(left: Sequence[int], columns: int) -> list[list[int]]:
    """The longest part of a row or column, again and again."""
    found: list[list[int]] = []
    while left:
        row = max(_sorted_out(left, lambda cell: cell // columns), key=len)
        line = max(_sorted_out(left, lambda cell: cell % columns), key=len)
        best = row if len(row) >= len(line) else line
        found.append(best)
        left = [cell for cell in left if cell not in best]
    return found


def _sorted_out(cells: Sequence[int], key: Callable[[int], int]) -> list[list[int]]:
    found: dict[int, list[int]] = {}
    for cell in cells:
        found.setdefault(key(cell), []).append(cell)
    return list(found.values())
