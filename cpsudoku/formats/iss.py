"""Strings of Interactive Sudoku Solver, and its links: board, clues and rules.

A string is `.Type~argument~argument`, nested by .End. A text is one puzzle, whatever its lines; links are one puzzle a
line, and so are strings in format `iss-lines`. The kinds define their types (`constraints.iss`). An unknown type would
change the puzzle: the row is refused, naming it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import READING, check_deadline
from cpsudoku.constraints import from_dict
from cpsudoku.constraints.base import Constraint, holding
from cpsudoku.constraints.keys import keys_of, written_as
from cpsudoku.constraints.outside import FullRank
from cpsudoku.errors import ConstraintError, CpSudokuError, NotationError
from cpsudoku.formats import rules
from cpsudoku.formats.format import Format, Reading, Record, Rows, Source, by_name_only, line_reader, writer
from cpsudoku.formats.reading import as_notation, shown, stated_board
from cpsudoku.numerals import whole

BOARD = frozenset(["shape", "noboxes", "regionsize", "jigsaw", "fullrankties"])
"""Types that state the board."""
NESTED = frozenset(["or", "and"])
_OPENS = NESTED | {"replicate"}
_ITEM = re.compile(r"\.([A-Za-z]*)((?:~[^.~\s]*)*)\s*")
COMMENTS = ("#", "//")
"""How a line begins that states nothing."""
MAX_DEPTH = 20
SEVERAL = "several puzzles in one text are links, one a line, or strings one a line with --format iss-lines"


@dataclass
class Item:
    """A type, its arguments, and the items inside it."""

    type: str
    arguments: list[str]
    inner: list[Item] = field(default_factory=list)


def items(text: str) -> list[Item]:
    """The items of a text; blanks and ends of lines may stand anywhere in it. Raises NotationError, with the place."""
    root: list[Item] = []
    stack = [root]
    text, written = "".join(text.split()), text
    at = 0
    while at < len(text):
        check_deadline(READING)
        match = _ITEM.match(text, at)
        if match is None:
            raise _error(f"{shown(text[at : at + 20])}: no .Type~argument", written, at)
        item = Item(match[1], match[2].split("~")[1:])
        at = match.end()
        if item.type.lower() == "end":
            if len(stack) == 1:
                raise _error("an .End without a beginning", written, match.start())
            stack.pop()
            continue
        stack[-1].append(item)
        if item.type.lower() in _OPENS:
            if len(stack) > MAX_DEPTH:
                raise _error(f"nested deeper than {MAX_DEPTH}", written, match.start())
            stack.append(item.inner)
    if len(stack) > 1:
        raise NotationError("an .End is missing")
    return root


def _error(message: str, text: str, index: int) -> NotationError:
    """The error at the character of a text that has *index* others before it, blanks not counted."""
    at = [place for place, character in enumerate(text) if not character.isspace()][index]
    line = text.count("\n", 0, at) + 1 if "\n" in text else None
    return NotationError(message, line=line, column=at - text.rfind("\n", 0, at))


def joined(lines: Iterable[str]) -> str:
    """The text of lines as one, with their ends; comments, which begin with # or //, are empty lines of it."""
    return "\n".join("" if line.lstrip().startswith(COMMENTS) else line for line in lines)


def is_string(line: str) -> bool:
    """True for a line in this notation: types with arguments, or all of them known and not of a letter or two."""
    line = line.strip()
    if not line.startswith(".") or not re.fullmatch(rf"(?:{_ITEM.pattern})+", line[:4000].rpartition(".")[0] or line):
        return False
    names = {name.lower() for name, _ in _ITEM.findall(line[:4000])}
    known = {*keys_of("iss"), *BOARD, *NESTED, "end"}
    return "~" in line or (max(map(len, names)) > 2 and names <= known)


def board_of(items: Sequence[Item]) -> Geometry:
    """The board that items state; 9x9 where none does. Raises NotationError."""
    said: dict[str, list[str]] = {}
    for item in items:
        if item.arguments and item.type.lower() in said:
            raise NotationError(f"holds {item.type} twice; {SEVERAL}")
        said[item.type.lower()] = item.arguments
    rows, columns, lo, hi, latin = _shape(said.get("shape", ["9x9"]))
    size = whole((said.get("regionsize") or [""])[0]) if "regionsize" in said else max(rows, columns)
    if size is None or not 1 <= size <= hi - lo + 1:
        raise NotationError(f"RegionSize: {shown('~'.join(said['regionsize']))}; accepted: 1 to {hi - lo + 1}")
    regions = _boxes(rows, columns, size) if latin and "noboxes" not in said else []
    if "jigsaw" in said:
        letters = (said["jigsaw"] or [""])[-1]
        if len(letters) != rows * columns:
            raise NotationError(f"Jigsaw: {len(letters)} letters; accepted: {rows * columns}, one a cell")
        groups: dict[str, list[int]] = {}
        for cell, letter in enumerate(letters):
            groups.setdefault(letter, []).append(cell)
        pieces = [group for group in groups.values() if max(rows, columns) <= len(group) <= hi - lo + 1]
        if len(groups) - len(pieces) > 1:
            raise NotationError("Jigsaw: its regions are not of one size")
        regions += pieces if len(groups) > 1 else []
    return rules.shaped(rows, columns, lo, hi, regions, latin)


def _shape(arguments: Sequence[str]) -> tuple[int, int, int, int, bool]:
    text = "~".join(arguments)
    match = re.fullmatch(r"(\d{1,2})x(\d{1,2})(?:~(?:(\d{1,2})(?:-(\d{1,2}))?)?)?(?:~(raw))?", text, re.IGNORECASE)
    if match is None:
        raise NotationError(f"Shape: {shown(text)}; accepted: 9x9, 6x6~9, 9x9~0-8, 9x9~~Raw")
    rows, columns = int(match[1]), int(match[2])
    lo, hi = 1, max(rows, columns)
    if match[4]:
        lo, hi = int(match[3]), int(match[4])
    elif match[3]:
        hi = int(match[3])
    return rows, columns, lo, hi, match[5] is None


def _boxes(rows: int, columns: int, size: int) -> list[list[int]]:
    """The boxes of so many cells, the squarest that fit, wide before high; none where none fit."""
    for small in range(int(size**0.5), 1, -1):
        if size % small:
            continue
        for height, width in ((small, size // small), (size // small, small)):
            if rows % height == 0 and columns % width == 0:
                return [
                    [(r + i) * columns + c + j for i in range(height) for j in range(width)]
                    for r in range(0, rows, height)
                    for c in range(0, columns, width)
                ]
    return []


def stated(board: Geometry) -> list[str] | None:
    """The items that state a board; None where there are none."""
    rows, columns = board.rows, board.columns
    if max(rows, columns, board.hi) > 35:
        return None
    latin = board.layout is None or board.layout.latin
    spec = f".Shape~{rows}x{columns}"
    digits = "" if (board.lo, board.hi) == (1, max(rows, columns)) else f"{board.lo}-{board.hi}"
    spec += f"~{digits}" if digits or not latin else ""
    spec += "" if latin else "~Raw"
    regions = [set(house.cells) for house in board.houses if house.kind == "box"]
    sizes = {len(region) for region in regions} or {max(rows, columns)}
    if len(sizes) > 1:
        return None
    (size,) = sizes  # of the boxes and of jigsaw pieces; the longer side where none is stated
    usual = _boxes(rows, columns, size) if latin else []
    sized = [spec] if size == max(rows, columns) else [spec, f".RegionSize~{size}"]
    if sorted(map(sorted, regions)) == sorted(map(sorted, usual)):
        return sized
    sized += [".NoBoxes"] if usual else []
    if not regions:
        return sized
    if not latin or not max(rows, columns) <= size <= board.side:
        return None
    letters = ["."] * board.size
    for number, region in enumerate(regions):
        for cell in region:
            if letters[cell] != "." or number > 34:
                return None
            letters[cell] = DEFAULT.symbol(number + 1, 35)
    rest = letters.count(".")
    if max(rows, columns) <= rest <= board.side:
        return None
    return [*sized, f".Jigsaw~{''.join(letters).replace('.', '0')}"]


def holds(board: Geometry) -> bool:
    """Whether a string can state the board."""
    return stated(board) is not None


LINK = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="
_HOUSES = ("diagonal", "windoku", "disjoint_groups")
"""Kinds that may be extra houses of a board."""


def read(source: Source, reading: Reading) -> Rows:
    """A Record or BadRow: of the whole text, or of each line where the first one is a link."""
    lines = source.text().splitlines()
    stated = [n for n, line in enumerate(lines, start=1) if line.strip() and not line.lstrip().startswith(COMMENTS)]
    if not stated:
        return
    if not lines[stated[0] - 1].lstrip().startswith("."):
        yield from reading.rows(enumerate(lines, start=1), _of_link, COMMENTS)
        return
    text = joined(lines)
    try:
        record = of_text(text, reading)
    except NotationError as error:
        yield reading.bad(error, stated[0], text.strip())
        return
    record.line, record.text = stated[0], text.strip()
    yield record


def _of_line(line: str, reading: Reading, number: int) -> Record:
    text = line.strip()
    record = of_text(text if text.startswith(".") else _carried(text), reading)
    record.text = text
    return record


def _of_link(line: str, reading: Reading, number: int) -> Record:
    if line.lstrip().startswith("."):
        raise NotationError(f"{shown(line.strip())}: a string below a link; {SEVERAL}")
    return _of_line(line, reading, number)


def _carried(link: str) -> str:
    """The string in a link of Interactive Sudoku Solver. Raises NotationError."""
    try:
        found = parse_qs(urlsplit(link).query).get("q", [])
    except ValueError as error:
        raise NotationError(f"{shown(link)}: no link ({error})") from None
    if not found:
        raise NotationError(f"{shown(link)}: no string of constraints in this link; copy it with ?q=...")
    return found[0]


def of_text(text: str, reading: Reading) -> Record:
    """The record of a string. Raises NotationError."""
    found = items(text)
    board = board_of([item for item in found if item.type.lower() in BOARD])
    clues = bytearray(board.size)
    kept = [item for item in found if item.type.lower() not in BOARD]
    known = keys_of("iss")
    unknown = _unknown(kept, known)
    if unknown and not reading.lossy:
        raise NotationError(f"holds {', '.join(unknown)}, which cpsudoku does not read")
    stated = _rules([item for item in kept if not _unknown([item], known)], board)
    ties = next((item.arguments for item in found if item.type.lower() == "fullrankties"), [])
    stated = _tied(stated, ties[0]) if ties else stated
    others = [rule for rule in stated if not _is_clue(rule, board, clues)]
    board, others = _with_houses(board, others)
    record = Record(rules.placed(bytes(clues), stated_board(reading.geometry, board), others), format="iss")
    record.lost = tuple(unknown)
    return record


def _unknown(items: Sequence[Item], known: Container[str]) -> list[str]:
    """Types that are not *known*, by name."""
    found: dict[str, None] = {}
    for item in items:
        if item.type.lower() not in NESTED and item.type.lower() not in known:
            found[item.type] = None
        found.update(dict.fromkeys(_unknown(item.inner, known)))
    return list(found)


def _rules(items: Sequence[Item], board: Geometry, nested: bool = False) -> list[Constraint]:
    """The rules of items, those that depend on others last."""
    known = keys_of("iss")
    found: list[Constraint] = []
    late = []
    for item in items:
        word = item.type.lower()
        if word in NESTED:
            found.append(_composite(item, board))
        elif known[word][1].late and nested:
            raise NotationError(f"{item.type} inside Or or And: it is about the whole board")
        elif known[word][1].late:
            late.append(item)
        else:
            found += rules.keyed("iss", item.type, [item.arguments], board, ())
    for item in late:
        found += rules.keyed("iss", item.type, [item.arguments], board, found)
    return found


def _composite(item: Item, board: Geometry) -> Constraint:
    try:
        if item.type.lower() == "and":
            return from_dict({"type": "and", "rules": _rules(item.inner, board, True)})
        options = [_rules(one.inner if one.type.lower() == "and" else [one], board, True) for one in item.inner]
        return from_dict({"type": "or", "options": options})
    except NotationError:
        raise
    except CpSudokuError as error:
        raise NotationError(f"{item.type}: {error}") from None


def _tied(stated: list[Constraint], ties: str) -> list[Constraint]:
    """Full ranks, inside other rules too, with the ties that one item states for all."""
    if not _ranks(stated) and ties != "any":
        raise NotationError("holds FullRankTies without a FullRank, which cpsudoku does not read")
    with as_notation("FullRankTies"):
        if ties == "none":  # it holds on the whole board, even where the clue itself does not
            holding(stated, "full_rank")
        return [from_dict(_with_ties(rule.to_dict(), ties)) if _ranks([rule]) else rule for rule in stated]


def _ranks(rules: Iterable[Constraint]) -> list[FullRank]:
    """The full ranks among rules and inside them."""
    found: list[FullRank] = []
    for rule in rules:
        found += [rule] if isinstance(rule, FullRank) else _ranks(rule.inner)
    return found


def _with_ties(part: Any, ties: str) -> Any:
    """The record of a rule, or a part of one, in which every full rank has these ties."""
    if isinstance(part, list):
        return [_with_ties(one, ties) for one in part]
    if not isinstance(part, dict):
        return part
    found = {key: _with_ties(one, ties) for key, one in part.items()}
    return {**found, "ties": ties} if part.get("type") == FullRank.word else found


def _is_clue(rule: Constraint, board: Geometry, clues: bytearray) -> bool:
    """Put the clue of a cell with one digit among *clues*; False for another rule, and for a second digit of a cell."""
    if rule.word != "candidates" or len(rule.values) != 1:  # type: ignore[attr-defined]
        return False
    with as_notation():
        (cell,) = rule.on(board).at
    digit = rule.values[0]  # type: ignore[attr-defined]
    if not board.lo <= digit <= board.hi:
        raise NotationError(f"{board.name_of(cell)}: {digit}; accepted: {board.lo} to {board.hi}")
    value = digit - board.lo + 1
    if clues[cell] not in (0, value):
        return False
    clues[cell] = value
    return True


def _with_houses(board: Geometry, stated: list[Constraint]) -> tuple[Geometry, list[Constraint]]:
    """Both diagonals, the windows and disjoint groups as extra houses, where the board can have them."""
    if board.layout is not None:
        return board, stated
    houses = {}
    for rule in stated:
        if rule.word in _HOUSES:
            with as_notation():
                houses[rule] = {frozenset(part.cells) for part in rule.on(board).statement()}  # type: ignore[union-attr]
    found, left = rules.with_extras(board, [cells for sets in houses.values() for cells in sets])
    return found, [rule for rule in stated if rule not in houses or houses[rule] & set(left)]


def text_of(puzzle: Puzzle) -> str:
    """The string of a puzzle. Raises NotationError for a board it cannot state; rules without a type are left out."""
    board = puzzle.geometry
    parts = stated(board)
    if parts is None:
        raise NotationError(f"a board of {board}; an ISS string cannot state its regions")
    clues = [
        f"R{_digit(cell // board.columns)}C{_digit(cell % board.columns)}_{byte + board.lo - 1}"
        for cell, byte in enumerate(puzzle.cells)
        if byte
    ]
    parts += ["~".join([".", *clues])] if clues else []
    names = {"diagonals": [".Diagonal~1", ".Diagonal~-1"], "windoku": [".Windoku"], "disjoint": [".DisjointSets"]}
    for name in board.extras:
        parts += names.get(name, [])
    for house in rules.extra_houses(board) if board.layout is None else ():
        if not any(word in house.name for word in ("diagonal", "window", "disjoint")):
            parts.append("~".join([".AllDifferent", *(board.name_of(cell).upper() for cell in house.cells)]))
    ties = {rule.ties for rule in _ranks(puzzle.constraints)}
    parts += [f".FullRankTies~{tie}" for tie in ties]
    for rule in puzzle.constraints:
        written = written_as(rule, "iss", puzzle.constraints)
        parts += written[1] if written else []
    return "".join(parts)


def _digit(number: int) -> str:
    return "0123456789abcdefghijklmnopqrstuvwxyz"[number + 1]


def unsaid(puzzle: Puzzle) -> list[Constraint]:
    """The rules that no type states. All full ranks share their ties, which cannot be "none" for one inside `or`."""
    found = rules.unsaid(puzzle, "iss")
    ranked = [rule for rule in puzzle.constraints if _ranks([rule])]
    ties = {rule.ties for rule in _ranks(ranked)}
    try:
        alike = len(ties) < 2 and ("none" not in ties or bool(holding(ranked, FullRank.word)))
    except ConstraintError:
        alike = False
    return found if alike else [*found, *(rule for rule in ranked if rule not in found)]


def write(records: Iterable[Record]) -> Iterator[str]:
    """The string of one puzzle; of more than one a link a line."""
    every = iter(records)
    head = list(islice(every, 2))
    of_one = text_of if len(head) == 1 else link
    for record in chain(head, every):
        yield of_one(record.puzzle) + "\n"


def link(puzzle: Puzzle) -> str:
    """A link that opens the puzzle in Interactive Sudoku Solver."""
    return LINK + quote(text_of(puzzle), safe="~.")


def sniff(head: list[str]) -> bool:
    """True where the first line that is no comment is in this notation."""
    first = next((line for line in head if not line.lstrip().startswith(COMMENTS)), "")
    return is_string(first)


FORMAT = Format(
    name="iss",
    summary="a string of Interactive Sudoku Solver: board, clues and rules; several puzzles are links, one a line",
    extensions=(".iss",),
    sniff=sniff,
    read=read,
    write=write,
    holds=frozenset(["boxes", "regions", "extras"]),
    sides=range(2, 36),
    shapes=holds,
    unsaid=unsaid,
)


def _line(record: Record) -> str:
    return text_of(record.puzzle) + "\n"


LINES = replace(
    FORMAT,
    name="iss-lines",
    summary="strings of Interactive Sudoku Solver, one puzzle a line",
    extensions=(),
    sniff=by_name_only,
    read=line_reader(_of_line, COMMENTS),
    write=writer(_line),
)
"""Chosen by name only: the lines may be one puzzle."""
