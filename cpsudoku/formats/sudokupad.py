"""SudokuPad links, one a line, and JSON: clues, regions, cages (sums, different digits) and flags such as antiknight.

The link holds everything (`scl` or `ctc`, then LZ-string of abbreviated JSON); nothing is fetched, so a short link is
an error. Lines and shapes are drawings whose meaning only the rules in prose tell: what the usual ones mean is guessed
(`artwork`), checked against the stored solution and said to be a guess; the record warns of the others. A file that
this module writes draws every rule, says it in prose, and holds the puzzle itself under `cpsudoku`, with a checksum of
the drawings: read back, it is the same puzzle.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, unquote
from zlib import crc32

from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import READING, check_deadline
from cpsudoku.constraints import parse
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.cages import Cage
from cpsudoku.constraints.different import ExtraRegion
from cpsudoku.constraints.sums import Sum
from cpsudoku.errors import NotationError
from cpsudoku.formats import documents, jsonl, lz_string, prose
from cpsudoku.formats.artwork import sentences
from cpsudoku.formats.artwork.drawings import LAYERS, accepted, gathered
from cpsudoku.formats.artwork.figures import SHORT, marks, strokes
from cpsudoku.formats.artwork.guess import guess
from cpsudoku.formats.artwork.meaning import Guess
from cpsudoku.formats.artwork.sketch import Drawn, houses, outlines, sketch
from cpsudoku.formats.candidate_text import note_game
from cpsudoku.formats.documents import rules_beside, unaccepted, unkept
from cpsudoku.formats.f_puzzles import candidates_of
from cpsudoku.formats.format import Format, Reading, Record, Rows, Source, shown, writer
from cpsudoku.formats.reading import stated_board
from cpsudoku.formats.rules import board_of_sets, digit_of, extra_houses, placed, refuse, rules_text, with_extras
from cpsudoku.formats.source import characters
from cpsudoku.numerals import whole

_NUMBER = re.compile(r"-?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$")
_BARE = re.compile(r"[^,:\[\]{}'\"\s]+")
_WORDS = {"t": True, "f": False, "true": True, "false": False, "null": None, "undefined": None, "n": None}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_MAX_DEPTH = 60


def loads(text: str) -> Any:
    """The value in the abbreviated JSON of packed puzzles. Raises NotationError."""
    parser = _Parser(text)
    value = parser.value(0)
    if parser.peek():
        raise parser.error("the end")
    return value


class _Parser:
    def __init__(self, text: str):
        self._text, self._at = text, 0

    def peek(self) -> str:
        """The next character that is no blank, "" at the end."""
        while self._at < len(self._text) and self._text[self._at].isspace():
            self._at += 1
        return self._text[self._at : self._at + 1]

    def error(self, wanted: str) -> NotationError:
        found = self._text[self._at : self._at + 20]
        return NotationError(f"unpacked text at {self._at + 1}: {found!r} where {wanted} was expected")

    def value(self, depth: int) -> Any:
        check_deadline(READING)
        if depth > _MAX_DEPTH:
            raise NotationError("unpacked text is nested too deeply")
        match self.peek():
            case "{":
                return self._object(depth)
            case "[":
                return self._array(depth)
            case "'" | '"':
                return self._string()
        bare = self._bare()
        if _NUMBER.match(bare):
            return float(bare) if set(bare) & set(".eE") or len(bare) > 15 else int(bare)
        return _WORDS.get(bare, bare)

    def _bare(self) -> str:
        match = _BARE.match(self._text, self._at)
        if match is None:
            raise self.error("a value")
        self._at = match.end()
        return match.group()

    def _string(self) -> str:
        quote = self._text[self._at]
        parts: list[str] = []
        self._at += 1
        while True:
            character = self._text[self._at : self._at + 1]
            self._at += 1
            if not character:
                raise self.error(f"a closing {quote}")
            if character == quote:
                return characters("".join(parts))
            if character == "\\":
                character = self._text[self._at : self._at + 1]
                self._at += 1
                code = self._text[self._at : self._at + 4]
                if character == "u" and re.fullmatch("[0-9A-Fa-f]{4}", code):
                    character, self._at = chr(int(code, 16)), self._at + 4
                else:
                    character = _ESCAPES.get(character, character)
            parts.append(character)

    def _object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self._at += 1
        while self.peek() != "}":
            key = self._string() if self.peek() in ("'", '"') and self.peek() else self._bare()
            if self.peek() != ":":
                raise self.error("':'")
            self._at += 1
            found[key] = self.value(depth + 1)
            if self.peek() == ",":
                self._at += 1
            elif self.peek() != "}":
                raise self.error("',' or '}'")
        self._at += 1
        return found

    def _array(self, depth: int) -> list[Any]:
        found: list[Any] = []
        self._at += 1
        while (character := self.peek()) != "]":
            if character == ",":
                found.append(None)
            else:
                found.append(self.value(depth + 1))
                if self.peek() not in (",", "]") or not self.peek():
                    raise self.error("',' or ']'")
            if self.peek() == ",":
                self._at += 1
                if self.peek() == "]":
                    found.append(None)
        self._at += 1
        return found


_PAYLOAD = re.compile(r"(?:^|[/=])(?:scl|ctc)(?=[A-Za-z0-9+/%_-]{8})")
_KEYS = {"ce": "cells", "re": "regions", "ca": "cages", "li": "lines", "l": "lines", "ar": "arrows", "a": "arrows",
         "un": "underlays", "u": "underlays", "ov": "overlays", "o": "overlays", "v": "value"}  # fmt: skip
OWN = "cpsudoku"
"""The key of the puzzle itself, packed, behind a checksum of what SudokuPad shows."""
_READ = frozenset([*_KEYS.values(), "rules", "global", "foglight", OWN])
_ROWS = re.compile(r'"cells"\s*:\s*\[\s*\[\s*[{n]')
_META = re.compile(
    r"\s*(title|author|rules|solution|msgcorrect|foglight|fow|customstyle|source|success|author)\s*:?\s*(.*)",
    re.S | re.I,
)
FLAGS = {"antiknight": "anti-knight", "antiking": "anti-king", "nonconsecutive": "non-consecutive"}
"""Words of `global` and of the metadata -> rules."""
NOTED = ("pencilMarks", "centremarks", "centerPencilMarks", "cornerPencilMarks")
"""Keys of a cell with marks that a setter has put there, whose meaning the rules in prose tell."""
_TEXTS = ("metadata", "metaData", "id")
_NOTES = ("title", "author", "rules", "solution")
"""Texts of the metadata that a record holds; the others are listed as lost."""
MAX_LINK_SIDE = 35


def read(source: Source, reading: Reading) -> Rows:
    """A Record or BadRow for each link, payload, or JSON object."""
    return documents.read_links(source, reading, of_link, _record)


def of_link(link: str, reading: Reading) -> Record:
    """The record of a link or payload. Raises NotationError."""
    record = _record(_unpacked(link), reading)
    record.format = FORMAT.name
    return record


def _unpacked(link: str) -> dict[str, Any]:
    match = _PAYLOAD.search(link)
    if match is None:
        raise NotationError(
            f"{shown(link)}: no puzzle in this link; accepted: sudokupad.app/scl... (a short link needs the network)"
        )
    value = loads(lz_string.unpack(unquote(link[match.end() :].partition("?")[0])))
    if not isinstance(value, dict):
        raise NotationError("the unpacked puzzle is no object")
    return value


def _record(value: dict[str, Any], reading: Reading) -> Record:
    value = {_KEYS.get(str(key), str(key)): entry for key, entry in value.items()}
    changed = False
    if isinstance(packed := value.get(OWN), str):
        checksum, _, text = packed.partition(".")
        if checksum == _checksum(value):
            return jsonl.record_of(documents.load(lz_string.unpack(text)), reading)
        changed = True
    rows = value.get("cells")
    side = len(rows) if isinstance(rows, list) else 0
    if not 2 <= side <= MAX_LINK_SIDE or not all(isinstance(row, list) and len(row) == side for row in rows or []):
        raise NotationError(f"cells: accepted: n lists of n cells, n from 2 to {MAX_LINK_SIDE}")
    clues, entries = bytearray(side * side), {}
    cells = [cell if isinstance(cell, dict) else {} for row in value["cells"] for cell in row]
    for index, cell in enumerate(cells):
        digit = digit_of(cell.get("value", cell.get("v")), side, f"value in r{index // side + 1}c{index % side + 1}")
        if digit and cell.get("given", True) is False:
            entries[index] = digit
        else:
            clues[index] = digit
    noted = ["pencil marks in cells"] * any(cell.get(key) for cell in cells for key in NOTED)
    cages = _cages(value.get("cages"), side)
    board, other = with_extras(_board(value.get("regions"), side, reading.geometry), cages.houses)
    rules = [*cages.rules, *candidates_of(cells, side), *(ExtraRegion(sorted(cells)) for cells in other)]
    lost = [*cages.unread, *rules_beside(value, _READ)]
    metadata = [entry for key in ("metadata", "metaData") if isinstance(entry := value.get(key), dict)]
    notes = dict(cages.notes)
    for entry in metadata:
        notes |= {key: text for key, text in entry.items() if isinstance(text, str)}
    flags = _flags(value, metadata)
    rules += [parse(FLAGS[flag.lower()]) for flag in flags if flag.lower() in FLAGS]
    lost += [flag for flag in flags if flag.lower() not in FLAGS]
    left = refuse(lost, reading.lossy)
    board = stated_board(reading.geometry, board)
    known = rules_text(board, rules)
    text = notes.get("rules", "")
    values = _values(notes.get("solution", ""), side)
    drawn_lines = {key: strokes(value.get(key), arrows=key == "arrows") for key in ("lines", "arrows")}
    drawn_marks = {key: marks(value.get(key)) for key in ("underlays", "overlays")}
    odd = [key for key, (_, is_odd) in (*drawn_lines.items(), *drawn_marks.items()) if is_odd]
    work = Guess(
        board,
        sentences.read(text),
        bool(prose.beyond(text, known)),
        values,
        [line for lines, _ in drawn_lines.values() for line in lines],
        [mark for marks, _ in drawn_marks.values() for mark in marks],
        frozenset(divmod(cell, side) for cells in cages.houses for cell in cells),
        frozenset([*prose.houses_said(board), *(rule.word for rule in rules)]),
        cages.numbered,
    )
    found = guess(work)
    left_over: list[Drawn] = [("cages", cage) for cage in cages.plain]
    left_over += [("cages", {"cells": list(cells), "value": str(total)}) for cells, total in work.numbered]
    for key, (lines, _) in drawn_lines.items():
        left_over += [(key, line.source) for line in lines if line not in found.used]
    for key, (shapes, _) in drawn_marks.items():
        left_over += [(key, mark.source) for mark in shapes if mark not in found.used]
    drawn = found.left + cages.drawn + odd + noted
    record = Record(placed(bytes(clues), board, [*rules, *found.rules]))
    others = [*unkept(value, {*_READ, *_TEXTS}), *unkept(notes, _NOTES)]
    record.lost = left + tuple(dict.fromkeys([*odd, *noted, *others]))
    record.drawings = accepted(gathered(left_over))
    record.author = notes.get("author", "")
    if "foglight" in value:
        lit = [cell for cell in _listed(value["foglight"]) if isinstance(cell, list)]
        record.fog = tuple(dict.fromkeys(cell for one in lit for cell in _cells([one], side, "foglight")))
    if changed:
        message = "the link was changed after cpsudoku wrote it: its rules are guessed from its drawings and text"
        record.warnings = (*record.warnings, message)
    note_game(record, entries, {})
    prose.note_guess(record, found, values is not None)
    prose.note(record, text, drawn, known)
    record.rest = notes.get("title", "")
    if notes.get("solution"):
        record.solution, record.solution_error = reading.solution(notes["solution"], board, DEFAULT)
    return record


def _flags(value: dict[str, Any], metadata: list[dict[str, Any]]) -> list[str]:
    """The words of the metadata and of `global` that stand for a rule, each once."""
    stated = value.get("global")
    flags = [str(key) for entry in metadata for key, is_set in entry.items() if is_set is True]
    return list(dict.fromkeys([*flags, *map(str, stated if isinstance(stated, list) else ())]))


def _values(solution: str, side: int) -> list[int | None] | None:
    """The digits of a stored solution, None where it leaves a cell open; None for no solution."""
    digits = "".join(solution.split())
    if len(digits) != side * side or side > 9:
        return None
    found = [int(digit) if digit.isascii() and digit.isdigit() and 0 < int(digit) <= side else None for digit in digits]
    return found if any(found) else None


def _board(regions: object, side: int, given: Geometry | None) -> Geometry:
    if not isinstance(regions, list) or not regions:
        raise NotationError("regions: none; the boxes of the board are not stated")
    return board_of_sets(side, [_cells(region, side, "regions") for region in regions], given)


def _cells(region: object, side: int, what: str) -> list[int]:
    found = []
    for cell in region if isinstance(region, list) else [None]:
        if not (isinstance(cell, list) and len(cell) == 2 and all(type(x) is int and 0 <= x < side for x in cell)):
            raise unaccepted(what, cell, f"[row, column], both from 0 to {side - 1}")
        number = cell[0] * side + cell[1]
        if number in found:
            raise NotationError(f"{what}: r{cell[0] + 1}c{cell[1] + 1} is there twice")
        found.append(number)
    return found


@dataclass
class _Cages:
    """What the cages say: houses, rules, notes hidden in cages, texts that are no sum, outlines that mean nothing.

    `numbered`: cages with a number of which nothing says that it is a sum. `plain`: cages that mean nothing.
    """

    houses: list[list[int]] = field(default_factory=list)
    rules: list[Constraint] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    numbered: list[tuple[tuple[tuple[int, int], ...], int]] = field(default_factory=list)
    plain: list[dict[str, Any]] = field(default_factory=list)


def _cages(cages: object, side: int) -> _Cages:
    """The cages of a file.

    A cage with a sum has different digits unless it says `unique: false`. One without is a rule where it says
    `unique: true`; as large as a row it is a house unless it says false. Others are drawings, whatever their text.
    """
    found = _Cages()
    for cage in cages if isinstance(cages, list) else []:
        if not isinstance(cage, dict):
            continue
        cage = {_KEYS.get(key, key): entry for key, entry in cage.items()}
        text = cage.get("value")
        match = _META.match(text) if isinstance(text, str) else None
        if match:
            found.notes[match.group(1).lower()] = match.group(2)
        elif cage.get("cells"):
            cells = _cells(cage["cells"], side, "cages")
            total = whole(cage.get("sum", text))
            unique = cage.get("unique", True)
            if total and not {"sum", "unique"} & set(cage):
                found.numbered.append((tuple(divmod(cell, side) for cell in cells), total))
            elif total:
                found.rules.append(Cage(cells, total) if unique else Sum(cells, total))
            elif text not in (None, ""):
                what = f"a cage with the text {shown(str(text))}"
                (found.unread if "unique" in cage and unique else found.drawn).append(what)
                found.plain.append(cage)
            elif unique and len(cells) == side:
                found.houses.append(cells)
            elif unique and "unique" in cage:
                found.rules.append(Cage(cells))
            elif unique:
                found.drawn.append("cages")
                found.plain.append(cage)
    return found


def _text(record: Record) -> str:
    """A link a line."""
    packed = lz_string.pack(json.dumps(_document(record), separators=(",", ":"), ensure_ascii=False))
    return f"https://sudokupad.app/scl{quote(packed, safe='')}\n"


def _document(record: Record) -> dict[str, Any]:
    """The file: the clues, every rule as SudokuPad's players know it, and the puzzle itself."""
    puzzle, board = record.puzzle, record.puzzle.geometry
    columns, low = board.columns, board.lo - 1
    digits = [[{"value": digit + low} if digit else {} for digit in row] for row in _rows(puzzle.cells, columns)]
    for cell, digit in record.entries.items():
        digits[cell // columns][cell % columns] = {"value": digit + low, "given": False}
    words = {"title": record.rest, "author": record.author}
    words["rules"] = record.rules or rules_text(board, puzzle.constraints)
    if record.solution is not None and board.hi < 10:
        words["solution"] = "".join(str(digit + low) for digit in record.solution)
    flags = [flag for flag, text in FLAGS.items() if any(rule.text == text for rule in puzzle.constraints)]
    cages = [(_cage(rule, columns), rule) for rule in puzzle.constraints]
    others = [rule for cage, rule in cages if cage is None]
    drawn = gathered([*houses(board), *sketch(puzzle.constraints)])
    hidden = extra_houses(board) if board.layout is None else ()
    drawn["cages"] = [{"cells": _pairs(house.cells, columns), "unique": True, "hidden": True} for house in hidden]
    drawn["cages"] += [cage for cage, _ in cages if cage is not None] + list(outlines(others))
    for layer, entries in record.drawings.items():
        drawn.setdefault(layer, []).extend(entries)
    value: dict[str, Any] = {
        "cellSize": 64,
        "metadata": {key: text for key, text in words.items() if text},
        "cells": digits,
        "regions": [_pairs(cells, columns) for cells in _regions(board)],
        **drawn,
        **({"global": flags} if flags else {}),
    }
    if record.fog is not None:
        value["foglight"] = _pairs(record.fog, columns)
    line = "".join(jsonl.FORMAT.write([record])).rstrip()
    return value | {OWN: f"{_checksum(value)}.{lz_string.pack(line)}"}


def _regions(board: Geometry) -> Iterable[tuple[int, ...]]:
    if board.layout is not None:
        return board.layout.regions
    return [house.cells for house in board.houses[2 * board.side : 3 * board.side]]


def _rows(cells: bytes, columns: int) -> list[bytes]:
    return [cells[start : start + columns] for start in range(0, len(cells), columns)]


def _checksum(value: Mapping[str, Any]) -> str:
    """A checksum of what SudokuPad shows: digits, and the places and texts of its drawings."""
    shown: list[str] = []
    for row in _listed(value.get("cells")):
        cells = [(place, cell) for place, cell in enumerate(_listed(row)) if isinstance(cell, dict)]
        shown += [f"{place} {cell[key]}" for place, cell in cells for key in ("value", "v") if key in cell]
    for layer in LAYERS:
        for entry in _listed(value.get(layer)):
            named = entry.items() if isinstance(entry, dict) else ()
            full = {SHORT.get(str(key), _KEYS.get(str(key), str(key))): part for key, part in named}
            shown += [_flat(full.get(key)) for key in ("wayPoints", "center", "cells", "value", "text")]
    return f"{crc32(' '.join(shown).encode(errors='replace')):08x}"


def _listed(value: object) -> list[Any]:
    """The value where it is a list."""
    return value if isinstance(value, list) else []


def _flat(value: object) -> str:
    """A value as text, however SudokuPad packs numbers."""
    if isinstance(value, list):
        return f"[{' '.join(map(_flat, value))}]"
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)


def _cage(rule: Constraint, side: int) -> dict[str, Any] | None:
    """A rule as a cage; None where it is none."""
    if isinstance(rule, ExtraRegion):
        return {"cells": _pairs(rule.at, side), "unique": True, "hidden": True} if len(rule.at) == side else None
    if isinstance(rule, Cage) and rule.root is None:
        found: dict[str, Any] = {"cells": _pairs(rule.at, side), "unique": True}
        return {**found, "value": str(rule.sum), "sum": rule.sum} if rule.sum else found
    if isinstance(rule, Sum) and rule.coeffs is None and rule.sum > 0 and len(set(rule.at)) == len(rule.at):
        return {"cells": _pairs(rule.at, side), "unique": False, "value": str(rule.sum), "sum": rule.sum}
    return None


def _pairs(cells: Iterable[int], side: int) -> list[list[int]]:
    return [list(divmod(cell, side)) for cell in cells]


def sniff(head: list[str]) -> bool:
    """True for the unpacked object; links go through `links`, where they may be mixed."""
    apart = documents.begins_with(head, '"format"')
    return documents.begins_with(head, '"cells"', '"regions"') and not apart and bool(_ROWS.search("\n".join(head)))


FORMAT = Format(
    name="sudokupad",
    summary="SudokuPad links and JSON: every rule, drawn and in words",
    extensions=(".sudokupad", ".scl"),
    sniff=sniff,
    read=read,
    write=writer(_text),
    holds=jsonl.FORMAT.holds,
    sides=range(2, 36),
    shapes=lambda board: max(board.rows, board.columns) <= MAX_LINK_SIDE,
    unsaid=lambda puzzle: (),
    undrawn=lambda record: [],
)
