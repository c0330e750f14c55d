"""Finds the answer in a text that a language model wrote.

A text may hold several grids. Which one counts:

1. What follows the last answer marker that is followed by a grid: a line such as `Final answer:`, the tags `<answer>`
   and `</think>`, or `\\boxed{`. What a model writes before such a marker is its reasoning. Without a marker, the
   whole text.
2. Copies of the puzzle are passed over, unless there is nothing else: they repeat the question.
3. Of the rest, the last grid without an open cell; if all have open cells, the last. A model that corrects itself
   writes the better grid later.
4. A text without a grid may place digits one by one (`r1c4 = 6`): then these count, the last of each cell.

Each grid that counts is one grid, so a list of guesses earns no more than its last guess. A grid that has several
digits in a cell lists candidates and is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from cpsudoku.board.alphabet import ALPHABETS, DEFAULT, detect
from cpsudoku.board.geometry import Cell, Digit, Geometry
from cpsudoku.tasks.cleaning import cleaned

MOST = 50_000
"""Characters that are read: of a longer text the end, where answers are."""
SINGLE = 9
"""Up to so many digits, a cell is one character."""
_BLANK = r".·_*?\-"
_APART = r"[ \t,;|&\[\](){}\"'`+/$]"
"""What stands between cells of a row."""
_SPLIT = re.compile(_APART + "+")
_SEPARATOR = re.compile(r"[|&,\t;]")
_EMPTY_FIELD = re.compile(r"([|&,\t;])\s{0,8}\1|^\s{0,8}[&,\t;]|[&,\t;]\s{0,8}$")
_COLUMN = re.compile(
    r"(?i)(?:\b(?:col(?:umn)?s?|box(?:es)?|blocks?|squares?|sub-?grids?|regions?)\W{0,3}\d{0,2}"
    r"|\b(?:r\d{1,2})?[cb]\d{1,2})\W{0,3}$"
)
"""What stands before digits that are no row: a column, a box, the candidates of a cell."""
_ROW = re.compile(
    r"(?i:\b(?:rows?|line|r|zeile|fila|ligne|riga|linha)|行|第)?\W{0,4}(\d{1,2}|\b[A-Z])\W{0,4}行?\W{0,4}$"
)
_KEY = re.compile(r"[\"'*]{0,3}\s?[:：]")
_ROW_WORD = re.compile(r"(?i)\b(?:row|line|zeile|fila|ligne|riga|linha)\b|行")
_MARKER = re.compile(
    r"(?i)</think(?:ing)?>|<answer>|\\boxed\s*\{|^#{4}(?=\s)"
    r"|\b(?:answer|solution|solved (?:grid|puzzle|sudoku)|completed (?:grid|puzzle|sudoku))\b"
    r"(?: is)?[\s*_]{0,4}(?:[:：]|[*_]{0,3}$)",
    re.MULTILINE,
)
_CLOSED = re.compile(r"(?i)</answer>")
_LETTER = re.compile(r"[^\W\d_]")
_NESTED = re.compile(r"\[[^\[\]]*+(?:\[[^\[\]]*+\][^\[\]]*+)*+\]")
_PLACEMENT = re.compile(
    r"(?i:\br(\d{1,2})c(\d{1,2})\b|\(\s?(\d{1,2})\s?,\s?(\d{1,2})\s?\)"
    r"|\brow (\d{1,2}),? (?:and )?col(?:umn)? (\d{1,2})\b)"
    r"[\"'`\s]{0,4}(?:={1,2}|:=?|is|→|[-=]>|←|<-)[\"'`\s]{0,4}(\d{1,2}|[A-Z])\b"
    r"(?![ \t]{0,2}(?:,|/|;|or\b|and\b)?[ \t]{0,2}\d)"
)


class Answer(NamedTuple):
    """What was found: the cells (a byte each, 0 is open) and the form: `line`, `rows`, `list` or `placements`."""

    cells: bytes
    form: str


NO_ANSWER = Answer(b"", "")


class _Found(NamedTuple):
    """A grid, or with form `candidates` none, from `start` to `end` of the text."""

    start: int
    end: int
    cells: bytes
    form: str


class _Row(NamedTuple):
    """The cells of a row as they are written, where it stands, and the number of the row where it is stated."""

    words: Sequence[str]
    start: int
    end: int
    line_end: int
    number: int


def find_answer(text: str, puzzle: bytes, geometry: Geometry) -> Answer | None:
    """The answer in *text* to the puzzle with these clues; None where there is none."""
    plain = text.strip()
    if len(plain) == geometry.size and geometry.side <= SINGLE and geometry.lo == 1 and plain.isascii():
        cells = plain.encode().translate(DEFAULT.table(geometry.side))
        if max(cells) <= geometry.side:
            return Answer(cells, "line")
    text, found = cleaned(text[-MOST:]), None
    grids = sorted(_grids(text, geometry), key=lambda grid: grid.end)
    if grids:
        others = [grid for grid in grids if not _copies(grid.cells, puzzle)]
        found = _counting(text, others)
    if found is None:
        placed = _placements(text, puzzle, geometry)
        if placed is not None:
            return Answer(placed, "placements")
        found = grids[-1] if grids else None
    return None if found is None else Answer(found.cells, found.form)


def _copies(cells: bytes, puzzle: bytes) -> bool:
    """Whether a grid has no digit but the clues."""
    return all(not digit or digit == clue for digit, clue in zip(cells, puzzle)) and 0 in puzzle


def _counting(text: str, grids: list[_Found]) -> _Found | None:
    """The grid that counts; grids ascend."""
    if not grids:
        return None
    for marker in reversed([*_MARKER.finditer(text, 0, grids[-1].start + 1)]):
        closed = _CLOSED.search(text, marker.end()) if marker.group().lower() == "<answer>" else None
        last = closed.start() if closed else len(text)
        inside = [grid for grid in grids if marker.end() <= grid.start and grid.end <= last]
        if inside:
            grids = inside
            break
    return next((grid for grid in reversed(grids) if 0 not in grid.cells), grids[-1])


def _placements(text: str, puzzle: bytes, geometry: Geometry) -> bytes | None:
    """The puzzle with the digits that the text places one by one; None where it places none."""
    cells, found = bytearray(puzzle), placements(text, geometry)
    for cell, digit in found:
        cells[cell] = digit - geometry.lo + 1
    return bytes(cells) if found else None


def placements(text: str, geometry: Geometry) -> list[tuple[Cell, Digit]]:
    """(cell, digit) of every placement in a text, in order: `r1c4 = 6`, `(1, 4): 6`, `row 1, column 4 is 6`."""
    values, found = _values(geometry), []
    for match in _PLACEMENT.finditer(text):
        *places, digit = match.groups()
        row, column = (int(place) - 1 for place in places if place is not None)
        value = values.get(digit, 0)
        if 0 <= row < geometry.rows and 0 <= column < geometry.columns and value:
            found.append((row * geometry.columns + column, value + geometry.lo - 1))
    return found


def _grids(text: str, geometry: Geometry) -> Iterator[_Found]:
    """Every grid of the text, in no particular order."""
    run = _run(geometry)
    if "[" in text:
        for match in _NESTED.finditer(text):
            words = [word.strip("\"' \n\t") for word in re.split(r"[\[\],]+", match.group().strip("[]"))]
            words = [word for word in words if word]
            if len(words) == geometry.size:
                yield from _read(words, match.start(), match.end(), "list", geometry)
    rows: list[_Row] = []
    for row in _rows(text, run, geometry):
        if len(row.words) == geometry.size:
            yield from _read(row.words, row.start, row.end, "line", geometry)
        if len(row.words) == geometry.columns and (not rows or _continues(text, rows, row)):
            rows.append(row)
            continue
        yield from _blocks(rows, geometry)
        rows = [row] if len(row.words) == geometry.columns and row.number <= 1 else []
    yield from _blocks(rows, geometry)


def _continues(text: str, rows: list[_Row], row: _Row) -> bool:
    """Whether a row belongs to the grid of those before it: by its number, or as nothing but layout stands between."""
    before = rows[-1]
    if row.number:
        return row.number == (before.number or len(rows)) + 1
    if before.number:
        return False
    return _LETTER.search(text, before.line_end, row.start) is None


def _blocks(rows: list[_Row], geometry: Geometry) -> Iterator[_Found]:
    """The grids in a run of rows, one after the other; numbers above the columns are no row."""
    height, at = geometry.rows, 0
    heading = [str(number) for number in range(1, geometry.columns + 1)]
    while len(rows) - at >= height:
        if list(rows[at].words) == heading and (len(rows) - at) % height:
            at += 1
            continue
        words = [word for row in rows[at : at + height] for word in row.words]
        yield from _read(words, rows[at].start, rows[at + height - 1].end, "rows", geometry)
        at += height


def _rows(text: str, run: re.Pattern[str], geometry: Geometry) -> Iterator[_Row]:
    """The rows of the text, and other runs of cells with several words, in order."""
    at = 0
    for line in text.splitlines(keepends=True):
        end = at + len(line)
        if len(line) >= geometry.columns:
            yield from _rows_of(line, at, end, run, geometry)
        at = end


def _rows_of(line: str, at: int, end: int, run: re.Pattern[str], geometry: Geometry) -> Iterator[_Row]:
    columns, width = geometry.columns, 2 * geometry.columns - 1
    fields = _fields(line, columns)
    if fields is not None:
        label = fields[0] if len(fields) > columns else ""
        yield _Row([field or "." for field in fields[-columns:]], at, end, end, _label(label))
        return
    for match in run.finditer(line):
        found = match.group()
        if len(found) < 3 or ("--" in found and not found.strip("-+| \t")):
            continue  # a cell alone, or a line between rows
        if len(found) == width and found[1::2].isspace() and not line[: match.start()].strip():
            yield _Row(found[::2], at + match.start(), at + match.end(), end, 0)  # the usual case, much quicker
            continue
        before = line[max(0, match.start() - 20) : match.start()].strip()
        words = _SPLIT.split(found)
        if len(words) > 1 and _KEY.match(line, match.end()):
            words.pop()  # the name of what comes next
        cells, start = _cells_of(words, geometry), at + match.start()
        numbered = _ROW.search(before) if before else None
        number = _label(numbered[1]) if numbered else 0
        if len(cells) not in (columns, geometry.size) and len(words) > 1 and (words[0] in "-*" or _label(words[0])):
            rest = _cells_of(words[1:], geometry)
            if len(rest) == columns:
                number, cells = _label(words[0]) or number, rest
        if before and _COLUMN.search(before):
            cells = [".", "."]  # a column or a box, which is no row
        if before and not number and _ROW_WORD.search(before):
            start = at  # "first row:"
        if len(cells) > 1:
            yield _Row(cells, start, at + match.end(), end, number if number <= geometry.rows else 0)


def _label(word: str) -> int:
    """The number of a row that begins with its number or letter; 0 where the word is neither."""
    word = word.rstrip(".")
    if word.isdecimal() and len(word) < 3:
        return int(word)
    return ord(word.upper()) - 64 if len(word) == 1 and word.isalpha() else 0


def _fields(line: str, columns: int) -> list[str] | None:
    """The cells of a line of a table that leaves cells empty; None where it is no such line."""
    if not _SEPARATOR.search(line) or not _EMPTY_FIELD.search(line):
        return None
    for separator in "|&,\t;":
        count = line.count(separator)
        if columns - 1 <= count <= columns + 2:
            text = line.strip(" \r\n")
            if separator == "|":
                text = text.removeprefix("|").removesuffix("|")
            fields = [field.strip(" *`\"'[]()\r\n") for field in text.split(separator)]
            if len(fields) == columns + 1 and not fields[-1]:
                fields.pop()
            few = len(fields) in (columns, columns + 1)
            if few and "" in fields[-columns:] and any(fields) and all(len(field) < 3 for field in fields[-columns:]):
                return fields
    return None


def _cells_of(words: Sequence[str], geometry: Geometry) -> list[str]:
    """The cells that the words of a run are: one each, or all their characters where all are equally long."""
    lengths = set(map(len, words))
    if len(lengths) == 1 and lengths != {1}:
        total = len(words) * len(words[0])
        if total in (geometry.columns, geometry.size) and len(words) not in (geometry.columns, geometry.size):
            return list("".join(words))
        if len(words) == geometry.rows and len(words[0]) == geometry.columns:
            return list("".join(words))
    if words[-1][-1] == "." and len(words[-1]) > 1 and len(words) * len(words[-1]) != geometry.columns:
        return _cells_of([*words[:-1], words[-1][:-1]], geometry)  # a full stop
    return list(words)


def _read(words: Sequence[str], start: int, end: int, form: str, geometry: Geometry) -> Iterator[_Found]:
    """The grid of these cells, a word each; none where a word is no cell, or lists several digits."""
    values = _values(geometry)
    if geometry.side > SINGLE and geometry.lo == 1 and all(len(word) == 1 for word in words):
        values = detect("".join(words), geometry.side)[0].values(geometry.side)
    try:
        cells = bytes([values[word] for word in words])
    except KeyError:
        return
    yield _Found(start, end, cells, form)


@lru_cache(maxsize=16)
def _values(geometry: Geometry) -> dict[str, int]:
    """What a cell may be written as -> its byte."""
    lo, side = geometry.lo, geometry.side
    alphabet = ALPHABETS["0-9A-Z"] if lo == 0 else DEFAULT
    values = dict.fromkeys([*alphabet.blanks, "null", "None", "nan", "□"], 0)
    if lo <= 1:
        values |= {symbol: byte for symbol, byte in alphabet.values(min(side, 35)).items() if byte}
    return values | {str(digit): digit - lo + 1 for digit in range(lo, lo + side)}


@lru_cache(maxsize=16)
def _run(geometry: Geometry) -> re.Pattern[str]:
    """A run of words that may be cells, within a line."""
    letters = "xX"
    if geometry.side > SINGLE:
        last = min(26, geometry.side) - 1
        letters += f"A-{chr(65 + last)}a-{chr(97 + last)}"
    word = rf"[0-9{letters}{_BLANK}]++(?!\w)"
    return re.compile(rf"(?<![\w]){word}(?:{_APART}++{word})*+")
