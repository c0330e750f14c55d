"""Pasted grids over several lines, with any border style, one after another.

Lines of `-+=*|` and box-drawing characters are borders; bars, brackets, quotes and blanks between cells are
decoration. A dash or star inside a row is an empty cell. Cells may be characters, integers set apart by blanks, the
fields of a table with commas or bars, or (where nothing else marks an empty cell) a blank at a fixed place. A line of
words before a grid is its title. A text that can be read in two ways is an error that names both.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import isqrt
from typing import Any

from cpsudoku.board.alphabet import ALPHABETS, DEFAULT, MAX_CHARACTER_SIDE
from cpsudoku.board.geometry import MAX_SIDE
from cpsudoku.board.puzzle import grid_text
from cpsudoku.errors import NotationError
from cpsudoku.formats import candidate_text
from cpsudoku.formats.format import BadRow, Format, Reading, Record, Rows, Source, shown, writer
from cpsudoku.formats.reading import ACCEPTED, BLANK_TOKENS, has_box
from cpsudoku.numerals import number_of

DECORATION = str.maketrans(dict.fromkeys("|:!+[](){}\"'; ,/\\&", None))
_SPLIT = re.compile(r"[|:!\[\](){}\"';,\s/\\&]+")


def tokens(line: str) -> list[str]:
    """The groups of characters between blanks, bars and other decoration."""
    return [token for token in _SPLIT.split(line) if token and set(token) != {"+"}]


def _square(rows: list[list[str]]) -> list[str] | None:
    """The cells where there are as many rows as cells in each."""
    side = len(rows)
    if side < 2 or any(len(row) != side for row in rows):
        return None
    return [cell for row in rows for cell in row]


def by_token(lines: list[str]) -> list[str] | None:
    """A group of characters a cell."""
    return _square([tokens(line) for line in lines])


def by_character(lines: list[str]) -> list[str] | None:
    """A character a cell."""
    if len(lines) > MAX_CHARACTER_SIDE:
        return None
    return _square([list(line.translate(DECORATION)) for line in lines])


def by_comma(lines: list[str]) -> list[str] | None:
    """The fields between commas, an empty one being an empty cell."""
    if not any("," in line for line in lines):
        return None
    rows = [re.sub(r"[\[\](){};\"']", "", line).strip() for line in lines]
    rows = [row for row in rows if row]
    cells = [[cell.strip() for cell in row.split(",")] for row in rows]
    cells = [row[:-1] if len(row) == len(rows) + 1 and not row[-1] else row for row in cells]
    return _square(cells)


def by_bar(lines: list[str]) -> list[str] | None:
    """The fields between bars, an empty one being an empty cell."""
    if not all("|" in line for line in lines):
        return None
    rows = []
    for line in lines:
        body = line.strip()
        body = body.removeprefix("|").removesuffix("|")
        rows.append([cell.strip() for cell in body.split("|")])
    return _square(rows)


def by_place(lines: list[str]) -> list[str] | None:
    """Blanks for empty cells: n columns, bars taken out, blanks at the end of a line perhaps lost."""
    side = len(lines)
    if side > MAX_CHARACTER_SIDE or not has_box(side):
        return None
    rows = [line.replace("|", "") for line in lines]
    if not any(" " in row.strip() for row in rows) or any(not BLANK_TOKENS.isdisjoint(row) for row in rows):
        return None
    indent = min(len(row) - len(row.lstrip()) for row in rows)
    if max(map(len, rows)) - indent == side:
        rows = [row[indent:] for row in rows]
    if any(len(row) > side for row in rows):
        return None
    return [cell if cell != " " else "." for row in rows for cell in row.ljust(side)]


def spaced(line: str) -> str | None:
    """Every second character of each part between bars: six of `| 5 3   |   7   |`; None where it is not so."""
    if "|" not in line:
        return None
    parts = line.strip().strip("|").split("|")
    found = ""
    for part in parts:
        if len(part) % 2 == 0 or part[::2].strip():
            return None
        found += part[1::2]
    return found


def by_spaced_place(lines: list[str]) -> list[str] | None:
    """Blanks for empty cells at every second place."""
    rows = [spaced(line) for line in lines]
    return _square([list(row.replace(" ", ".")) if row else [] for row in rows])


def by_total(lines: list[str]) -> list[str] | None:
    """All characters one after another, however the lines were broken."""
    text = "".join(line.translate(DECORATION) for line in lines)
    return list(text) if len(text) <= MAX_CHARACTER_SIDE**2 else None


_DRAWN = {**dict.fromkeys("│┃║╎╏┆┇┊┋¦", "|"), **dict.fromkeys("─━═╌╍┄┅┈┉–—", "-"), "\u00a0": " ", "\t": " "}
_DRAWN.update({chr(code): "+" for code in range(0x250C, 0x254C)})
_DRAWN.update({chr(code): "+" for code in range(0x2552, 0x256D)})
_PLAIN = str.maketrans(_DRAWN)
_BORDER = set("-+=*|:.'`,_~ ")
_TITLE = re.compile(r"[a-z]{2}")
MAX_ROWS = 4 * MAX_SIDE
MAX_ROW = 1 << 14
"""Characters of a line; the widest row, 255 integers with their borders, is far shorter."""


def is_border(line: str) -> bool:
    """True for a line that can be a border: no letter or digit, and some dash, star, plus, or the like."""
    marks = set(line)
    return marks <= _BORDER and not marks.isdisjoint("-+=*_~'`") and len(line.strip()) > 1


def _must_be_border(line: str) -> bool:
    """True for a border line that cannot be a row of empty cells, which has one kind of filler and bars at most."""
    return is_border(line) and len(set(line) - set("| ")) != 1


def is_title(line: str) -> bool:
    """True for a line of words that cannot be a row of cells."""
    if not _TITLE.search(line):
        return False
    characters = line.translate(DECORATION)
    side, used = len(characters), set(characters.upper())
    return not any(a.covers(side) and used <= a.values(side).keys() for a in ALPHABETS.values())


def read(source: Source, reading: Reading) -> Rows:
    """The grids of a text one after another; a block of lines that makes none is a BadRow."""
    block = _Block(reading)
    words = (0, "")
    found = False
    for number, line in source.lines():
        if line.lstrip().startswith("#"):
            block.comments.append(line.strip().lstrip("# "))
            continue
        line = line.translate(_PLAIN).rstrip()
        for item in block.add(number, line) if line else block.pause():
            found = True
            yield item
        words = words if words[0] or not line else (number, line)
    for item in block.end():
        found = True
        yield item
    if words[0] and not found:
        error = NotationError(f"{shown(words[1].strip())}: no grid in this text; {ACCEPTED}")
        yield reading.bad(error, *words)


class _Block:
    """The lines gathered towards the next grid."""

    def __init__(self, reading: Reading):
        self.reading = reading
        self.comments: list[str] = []
        self._clear()

    def _clear(self) -> None:
        self.lines: list[tuple[int, str]] = []
        self.paragraphs: list[int] = []
        self.rows = self.paragraph = 0  # lines that are no border
        self.fillers = 0  # lines that may be a border or a row of empty cells
        self.widths: set[int] = set()

    def add(self, number: int, line: str) -> Rows:
        """One more line; gives the grid where it is complete."""
        if len(line) > MAX_ROW:
            yield from self.end()
            error = NotationError(f"{shown(line.strip())}: too long for a row; {ACCEPTED}")
            yield self.reading.bad(error, number, line[:MAX_ROW])
            return
        if is_title(line):
            yield from self.end()
            self.comments.append(line.strip())
            return
        self.lines.append((number, line))
        if _must_be_border(line):
            return
        if is_border(line):
            self.fillers += 1
        else:
            self.rows += 1
        self.paragraph += 1
        if not self.widths or self.rows == 1:
            self.widths |= _widths(line)
        if self.rows in self.widths and not is_border(line):
            record = self._record(strict=True)
            if record is not None:
                yield record
                self._clear()
        if self.rows + self.fillers > MAX_ROWS:
            yield from self.end()

    def pause(self) -> Rows:
        """A blank line: the grid goes on after it only where the paragraphs so far can be its bands."""
        if not self.rows:
            return
        if self.paragraph:
            self.paragraphs.append(self.paragraph)
            self.paragraph = 0
        bands = set(self.paragraphs)
        if len(bands) == 1 and any(side % next(iter(bands)) == 0 and side > self.rows for side in self.widths):
            return
        yield from self.end()

    def end(self) -> Rows:
        """What is gathered is all there is."""
        if self.rows:
            result = self._record(strict=False)
            if result is not None:
                yield result
        self._clear()

    def _record(self, strict: bool) -> Record | BadRow | None:
        number = self.lines[0][0]
        text = "\n".join(line for _, line in self.lines)
        try:
            record = parse(self.lines, self.reading, strict=strict)
        except NotationError as error:
            return None if strict else self.reading.bad(error, number, text)
        record.line, record.text = number, text
        record.rest = " ".join(self.comments)
        self.comments = []
        return record


def _widths(line: str) -> set[int]:
    """The sides this row may belong to, by each way of counting its cells."""
    body = line.strip()
    bars = body.strip("|")
    found = {
        len(body.translate(DECORATION)),
        len(tokens(body)),
        bars.count("|") + 1,
        body.strip("[](){};,").count(",") + 1,
    }
    found |= {len(line.replace("|", "")), len(bars.replace("|", "")), len(spaced(line) or "")}
    return {side for side in found if 2 <= side <= MAX_SIDE}


def parse(lines: list[tuple[int, str]], reading: Reading, *, strict: bool = False) -> Record:
    """The one grid of these lines (number, text). Raises NotationError, also where two readings are possible.

    *strict*: only readings with one line a row.
    """
    rows = [line for _, line in lines if not is_border(line)]
    filled = [line for _, line in lines if not _must_be_border(line)]
    number = lines[0][0]
    choices = [rows] if rows == filled else [rows, filled]
    error: NotationError | None = None
    levels: list[tuple[Callable[[list[str]], list[str] | None], ...]] = [
        (by_token, by_character, by_comma),
        (by_bar, by_place, by_spaced_place),
    ]
    if not strict:
        levels.append((by_total,))
    for level in levels:
        found: dict[tuple[bytes, tuple[Any, ...]], Record] = {}
        for choice in choices:
            for cut in level:
                cells = cut(choice) if choice else None
                if cells is None or reading.sides(len(cells)) is None:
                    continue
                try:
                    record = _read_cells(cells, reading, number)
                except NotationError as failure:
                    error = error or failure.at(line=lines[0][0])
                    continue
                found.setdefault((record.puzzle.cells, record.puzzle.constraints), record)
        if len(found) > 1:
            readings = " and ".join(
                f"{record.puzzle.geometry} {shown(record.puzzle.line())}" for record in found.values()
            )
            raise NotationError(f"can be read in two ways: {readings}; state --size or --format", line=number)
        if found:
            return next(iter(found.values()))
    raise error or _no_grid(rows or filled, lines, reading)


def _read_cells(cells: list[str], reading: Reading, number: int) -> Record:
    side = isqrt(len(cells))
    if (
        side <= 9
        and any(len(cell) > 1 for cell in cells)
        and not all(
            cell.isascii() and cell.isdigit() and number_of(cell) < 10 for cell in cells if cell not in BLANK_TOKENS
        )
    ):
        return _candidates(cells, reading, number)
    return reading.tokens(cells)


def _candidates(cells: list[str], reading: Reading, number: int) -> Record:
    side = isqrt(len(cells))
    masks = []
    for index, cell in enumerate(cells):
        digits = [int(c) if c.isascii() and c.isdigit() else 0 for c in cell.strip("<>*")]
        if not digits or not all(1 <= d <= side for d in digits) or len(set(digits)) != len(digits):
            raise NotationError(
                f"{shown(cell)} in r{index // side + 1}c{index % side + 1} is no set of candidates; "
                f"accepted: digits 1-{side}, each once"
            )
        masks.append(sum(1 << d - 1 for d in digits))
    return candidate_text.of_masks(masks, reading, number, "", "pencilmarks")


def _no_grid(rows: list[str], lines: list[tuple[int, str]], reading: Reading) -> NotationError:
    rows = rows or [line for _, line in lines]
    side = reading.geometry.side if reading.geometry is not None else None
    widths = [len(row.translate(DECORATION)) for row in rows]
    side = side or max(set(widths), key=widths.count)
    for (number, line), width in zip([item for item in lines if item[1] in rows], widths):
        if width != side and len(rows) > 1:
            return NotationError(f"{shown(line)} has {width} cells; the other rows have {side}", line=number)
    if len(rows) != side and len(rows) > 1:
        return NotationError(
            f"{len(rows)} rows of {side} cells; a grid has as many rows as cells in a row", line=lines[0][0]
        )
    total = sum(widths)
    return NotationError(
        f"{shown(rows[0] if rows else lines[0][1])}: {len(rows)} row{'s' * (len(rows) != 1)}, {total} cells; "
        "a puzzle has n*n cells, such as 81 for 9x9",
        line=lines[0][0],
    )


def sniff(head: list[str]) -> bool:
    """True where there are several lines and some have cells."""
    return len(head) > 1 and any(not is_border(line) for line in head)


def _text(record: Record) -> str:
    """The rest as a comment, then the grid with box lines."""
    comment = f"# {' '.join(record.rest.split())}\n" if record.rest else ""
    board, alphabet, cells = record.puzzle.geometry, record.alphabet, record.puzzle.cells
    if alphabet == DEFAULT:
        return comment + grid_text(cells, board) + "\n"
    side = board.side
    width = len(alphabet.symbol(side, side))
    symbols = [(alphabet.symbol(digit, side) if digit else ".").rjust(width) for digit in cells]
    return comment + "".join(" ".join(symbols[start : start + side]) + "\n" for start in range(0, board.size, side))


HOLDS = frozenset(["rest"])
FORMAT = Format(
    name="grid",
    summary="grids over several lines with any border style",
    extensions=(".grid",),
    sniff=sniff,
    read=read,
    write=writer(_text, between="\n"),
    holds=HOLDS,
)
