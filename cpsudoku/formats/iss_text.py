"""Interactive Sudoku Solver's strings: `.Type~argument~argument`, nested by .End; and the board that types state."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import READING, check_deadline
from cpsudoku.constraints.keys import keys_of
from cpsudoku.errors import NotationError
from cpsudoku.formats import rules
from cpsudoku.formats.reading import shown
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


def sniff(line: str) -> bool:
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
