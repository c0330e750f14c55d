"""The board of an f-puzzles object: its size, its cells and their regions."""

from __future__ import annotations

from typing import Any

from cpsudoku.board.geometry import CLASSIC, Geometry, boxes, square
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints.cells import Candidates
from cpsudoku.errors import NotationError
from cpsudoku.formats.documents import unaccepted
from cpsudoku.formats.reading import has_box
from cpsudoku.formats.rules import board_of_regions, digit_of, shaped
from cpsudoku.numerals import number_of

MAX_SIDE = 35
MARKS = ("centerPencilMarks", "cornerPencilMarks", "candidates")
"""Keys of a cell with a player's marks."""


def cells_of(value: dict[str, Any]) -> list[dict[str, Any]]:
    """The cells, row by row. Raises NotationError."""
    side = value.get("size")
    if type(side) is not int or not 2 <= side <= MAX_SIDE:
        raise unaccepted("size", side, f"2 to {MAX_SIDE}")
    grid = value.get("grid")
    if not (isinstance(grid, list) and len(grid) == side and all(isinstance(r, list) and len(r) == side for r in grid)):
        raise NotationError(f"grid: accepted: {side} lists of {side} cells")
    cells = [{} if cell is None else cell for row in grid for cell in row]
    odd = next((index for index, cell in enumerate(cells) if not isinstance(cell, dict)), None)
    if odd is not None:
        raise unaccepted(f"grid: {_name(odd, side)}", cells[odd], "an object with value and given")
    return cells


def clues_of(cells: list[dict[str, Any]], side: int) -> tuple[bytes, dict[int, int]]:
    """(clues, a player's digits by cell). Raises NotationError."""
    clues, entries = bytearray(len(cells)), {}
    for index, cell in enumerate(cells):
        digit = digit_of(cell.get("value"), side, f"value in {_name(index, side)}")
        if digit and not cell.get("given"):
            entries[index] = digit
        elif digit:
            clues[index] = digit
    return bytes(clues), entries


def marks_of(cells: list[dict[str, Any]], side: int) -> tuple[dict[int, int], list[str]]:
    """(a player's candidates by cell, a bit mask each, what was written that is no such thing).

    Centre marks are candidates, with the corner marks of the same cell; corner marks alone rule nothing out.
    """
    found: dict[int, int] = {}
    unread: dict[str, None] = {}
    for index, cell in enumerate(cells):
        masks = {key: _mask(cell[key], side) for key in MARKS if cell.get(key)}
        if None in masks.values():
            unread["pencil marks that are no digits"] = None
        centre = (masks.get("centerPencilMarks") or 0) | (masks.get("candidates") or 0)
        corner = masks.get("cornerPencilMarks") or 0
        if centre:
            found[index] = centre | corner
        elif corner:
            unread["corner marks"] = None
    return found, list(unread)


def _mask(given: object, side: int) -> int | None:
    """The digits of a list as a bit mask; None where it holds anything else."""
    mask = 0
    for digit in given if isinstance(given, list) else [None]:
        if isinstance(digit, str) and digit.isascii() and digit.isdigit() and len(digit) < 3:
            digit = number_of(digit)
        if type(digit) is not int or not 1 <= digit <= side:
            return None
        mask |= 1 << digit - 1
    return mask


def write_game(
    grid: list[list[dict[str, Any]]], entries: dict[int, int], marks: dict[int, int], board: Geometry
) -> None:
    """Put a player's digits and candidates into the cells. Raises NotationError for a cell without candidates."""
    side = len(grid)
    for index, digit in entries.items():
        grid[index // side][index % side] |= {"value": digit}
    for index, mask in marks.items():
        if not mask:
            raise NotationError(f"no candidates in {board.name_of(index)}; f-puzzles has no word for that")
        digits = [digit for digit in range(1, side + 1) if mask >> digit - 1 & 1]
        grid[index // side][index % side] |= {"centerPencilMarks": digits}


def candidates_of(cells: list[dict[str, Any]], side: int) -> list[Candidates]:
    """Clues of several digits. Raises NotationError."""
    found = []
    for index, cell in enumerate(cells):
        given = cell.get("givenPencilMarks")
        if not given:
            continue
        where = f"givenPencilMarks in {_name(index, side)}"
        if not isinstance(given, list):
            raise unaccepted(where, given, "a list of digits")
        digits = [digit_of(digit, side, where) for digit in given]
        if 0 in digits:
            raise NotationError(f"{where}: 0; accepted: digits 1 to {side}")
        found.append(Candidates([_name(index, side)], digits))
    return found


def board_of(cells: list[dict[str, Any]], side: int, given: Geometry | None) -> Geometry:
    """The board, by the regions of its cells. Raises NotationError.

    A cell without the key lies in the usual box of its place (where the side is prime: its row), one with null or -1
    in no region.
    """
    plain = square(side) if has_box(side) else boxes(1, side)
    if not any("region" in cell for cell in cells):
        if given is not None and given.side == side and given.regions is None and given.layout is None:
            return Geometry(given.box_rows, given.box_cols)
        return plain
    regions = [cell.get("region", plain.box_of(index)) for index, cell in enumerate(cells)]
    groups: dict[int, list[int]] = {}
    for index, region in enumerate(regions):
        if region is not None and type(region) is not int:
            raise unaccepted(f"region in {_name(index, side)}", region, "a number, or null for none")
        if region is not None and region >= 0:
            groups.setdefault(region, []).append(index)
    wrong = next((number for number, group in groups.items() if len(group) != side), None)
    if wrong is not None:
        raise NotationError(
            f"regions: region {wrong} has {len(groups[wrong])} cells, {_name(groups[wrong][0], side)} among them; "
            f"accepted: {side} cells each"
        )
    if len(groups) == side:
        return board_of_regions(side, regions, given)
    return shaped(side, side, 1, side, groups.values())


def holds(board: Geometry) -> bool:
    """Whether a board with a layout can be said: n rows and columns of n digits from 1, regions of n cells apart."""
    layout = board.layout
    if layout is None:
        return True
    side = layout.rows
    cells = [cell for region in layout.regions for cell in region]
    return (
        layout.latin
        and layout.columns == side
        and (layout.lo, layout.hi) == (1, side)
        and all(len(region) == side for region in layout.regions)
        and len(set(cells)) == len(cells)
    )


def grid_of(puzzle: Puzzle) -> list[list[dict[str, Any]]]:
    """The cells as f-puzzles has them. Raises NotationError for a board it cannot have."""
    board, side = puzzle.geometry, puzzle.geometry.columns
    if side > MAX_SIDE:
        raise NotationError(f"a board of {board}; links are for boards up to {MAX_SIDE}x{MAX_SIDE}")
    if not holds(board):
        raise NotationError(f"a board of {board}; f-puzzles has square boards with digits from 1")
    plain = board.layout is None and board.regions is None
    plain = plain and (board.box_rows, board.box_cols) == (CLASSIC.box_rows, CLASSIC.box_cols)
    marks: dict[int, list[int]] = {}
    for rule in puzzle.constraints:
        if isinstance(rule, Candidates):
            allowed = list(dict.fromkeys(rule.values))
            for at in rule.at:
                marks[at] = [digit for digit in marks.get(at, allowed) if digit in allowed]
    grid: list[list[dict[str, Any]]] = [[] for _ in range(side)]
    for index, digit in enumerate(puzzle.cells):
        cell: dict[str, Any] = {"value": digit, "given": True} if digit else {}
        if not plain:
            cell["region"] = _region(board, index)
        if index in marks:
            cell["givenPencilMarks"] = marks[index]
        grid[index // side].append(cell)
    return grid


def _region(board: Geometry, cell: int) -> int | None:
    if board.layout is None:
        return board.box_of(cell)
    return next((number for number, region in enumerate(board.layout.regions) if cell in region), None)


def _name(cell: int, side: int) -> str:
    return f"r{cell // side + 1}c{cell % side + 1}"
