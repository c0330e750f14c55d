"""Boards, houses and rules that a format states, to a puzzle and back; and in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from cpsudoku.board.geometry import EXTRAS, Geometry, House
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.keys import rules_of, written_as
from cpsudoku.errors import CpSudokuError, GeometryError, NotationError
from cpsudoku.formats.reading import as_notation, shown
from cpsudoku.numerals import number_of


def board_of_regions(side: int, regions: Sequence[object], given: Geometry | None = None) -> Geometry:
    """The board of a region map: plain boxes where it shows them, else a jigsaw. Raises NotationError."""
    with as_notation("regions"):
        jigsaw = Geometry.jigsaw(regions)
    if given is not None and given.regions == jigsaw.regions:
        return jigsaw
    for rows in range(2, side):
        if side % rows == 0:
            plain = Geometry(rows, side // rows)
            if all(jigsaw.regions[cell] == plain.box_of(cell) for cell in range(plain.size)):  # type: ignore[index]
                return plain
    return jigsaw


def board_of_sets(side: int, sets: Iterable[Iterable[int]], given: Geometry | None = None) -> Geometry:
    """The board whose regions are these sets of cells. Raises NotationError where a cell is in none."""
    numbers = [-1] * (side * side)
    for number, cells in enumerate(sets):
        for cell in cells:
            numbers[cell] = number
    if -1 in numbers:
        row, column = divmod(numbers.index(-1), side)
        raise NotationError(
            f"regions: r{row + 1}c{column + 1} is in none; accepted: {side} regions that cover the board"
        )
    return board_of_regions(side, numbers, given)


def with_extras(board: Geometry, sets: Iterable[Iterable[int]]) -> tuple[Geometry, list[frozenset[int]]]:
    """The board with the extra houses these sets of cells make, and the sets that belong to none."""
    if board.layout is not None:
        return board, [frozenset(cells) for cells in sets]
    left = {frozenset(cells) for cells in sets}
    known: dict[str, set[frozenset[int]]] = {}
    for name in EXTRAS:
        try:
            known[name] = {frozenset(house.cells) for house in EXTRAS[name](board)}
        except GeometryError:
            continue
    names = []
    for name, wanted in sorted(known.items(), key=lambda item: -len(item[1])):  # a disjoint group is the centre dot
        if wanted and wanted <= left:
            names.append(name)
            left -= wanted
    plain = board.houses[: 3 * board.side]
    left -= {frozenset(house.cells) for house in plain}
    return Geometry(board.box_rows, board.box_cols, board.regions, tuple(names)) if names else board, sorted(
        left, key=sorted
    )


def extra_houses(board: Geometry) -> tuple[House, ...]:
    """The houses beyond rows, columns and boxes."""
    return board.houses[3 * board.side :]


_RULES = {
    "asterisk": "Digits do not repeat in the asterisk (r2c5, r3c3, r3c7, r5c2, r5c5, r5c8, r7c3, r7c7, r8c5).",
    "centre-dot": "Digits do not repeat in the centres of the boxes.",
    "diagonals": "Digits do not repeat on either main diagonal.",
    "disjoint": "Digits do not repeat in the same place of different boxes.",
    "windoku": "Digits do not repeat in the windows.",
}


_PART = re.compile(r"(?<!\b[Tt]he )(?<!\ba )(?<!\b[Ee]very )(?<!^)\*(\w+)\*")
"""A part of a rule that no article precedes."""


def rules_text(board: Geometry, rules: Sequence[Constraint] = ()) -> str:
    """The rules of a board, and of rules beside its houses, in a few sentences, for formats that show them."""
    return " ".join([houses_text(board), *(f"{heading}: {text}" for heading, text in kinds_text(rules))])


def houses_text(board: Geometry) -> str:
    """What the houses of a board demand."""
    word = "box" if board.regions is None and board.layout is None else "region"
    text = f"Normal sudoku rules apply: place the digits 1 to {board.side} once each in every row, column and {word}."
    if board.layout is not None:
        lines = "row, column and region" if board.layout.latin else "region"
        text = f"Place the digits {board.lo} to {board.hi}, none of them twice in a {lines}."
    return " ".join([text, *(_RULES[name] for name in board.extras if name in _RULES)])


def kinds_text(rules: Sequence[Constraint]) -> list[tuple[str, str]]:
    """The kinds of rules with their headings and sentences, each sentence once."""
    return list(dict.fromkeys((rule.heading or capital(rule.name), _said(rule)) for rule in rules))


def _said(rule: Constraint) -> str:
    """The sentence of a rule's kind with its parts in plain words: `add up to *sum*` says "add up to the sum"."""
    if rule.prose:
        return rule.prose.format_map(vars(rule))
    text = " ".join((type(rule).__doc__ or "").split("\n\n")[0].split())
    return _PART.sub(r"the \1", text).replace("*", "")


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def placed(cells: bytes, board: Geometry, rules: Iterable[Constraint]) -> Puzzle:
    """The puzzle under these rules. Raises NotationError where one does not fit the board."""
    kept = tuple(rules)
    if not kept:
        return Puzzle.trusted(cells, board)
    with as_notation():
        return Puzzle(cells, board, kept)


def shaped(
    rows: int, columns: int, lo: int, hi: int, regions: Iterable[Sequence[int]] = (), latin: bool = True
) -> Geometry:
    """A board of any shape. Raises NotationError."""
    with as_notation():
        return Geometry.shaped(rows, columns, lo, hi, regions, latin)


def keyed(
    format: str, key: str, entries: Sequence[Any], board: Geometry, rules: Sequence[Constraint]
) -> list[Constraint]:
    """The rules under a key of a format. Raises NotationError, which names the key."""
    try:
        return rules_of(format, key, entries, board, rules)
    except CpSudokuError as error:
        text = str(error)
        raise NotationError(text if text.startswith(key) else f"{key}: {text}") from None


def unsaid(puzzle: Puzzle, format: str) -> list[Constraint]:
    """The puzzle's rules that a format has no key for."""
    return [rule for rule in puzzle.constraints if written_as(rule, format, puzzle.constraints) is None]


def refuse(what: Sequence[str], lossy: bool) -> tuple[str, ...]:
    """The rules a Puzzle cannot hold, for `Record.lost`; unless *lossy*, a NotationError: they make another puzzle."""
    if what and not lossy:
        raise NotationError(
            f"holds {', '.join(what)}, which cpsudoku does not read; accepted: clues, regions and the rules "
            "that it knows (cpsudoku convert --lossy leaves the rest out)"
        )
    return tuple(what)


def digits_of(values: object, count: int, side: int, what: str) -> bytes:
    """A JSON list of *count* digits, 0 or null for none. Raises NotationError."""
    if not isinstance(values, list) or len(values) != count:
        found = f"{len(values)} entries" if isinstance(values, list) else f"a {type(values).__name__}"
        raise NotationError(f"{what}: {found}; accepted: a list of {count}")
    cells = bytearray(count)
    for index, value in enumerate(values):
        cells[index] = digit_of(value, side, f"{what} {index + 1}")
    return bytes(cells)


def digit_of(value: object, side: int, what: str) -> int:
    """A digit given as a number or a text of one, 0 for none. Raises NotationError."""
    if value is None or value == "":
        return 0
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 6:
        value = number_of(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= side:
        raise NotationError(f"{what}: {shown(str(value))}; accepted: 0 to {side}")
    return value
