"""The text of Interactive Sudoku Solver's strings: `.Type~argument~argument`, one after another, nested by .End."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from cpsudoku.constraints.keys import keys_of
from cpsudoku.errors import NotationError
from cpsudoku.formats.reading import shown

BOARD = frozenset(["shape", "noboxes", "regionsize", "jigsaw", "fullrankties"])
"""Types that state the board."""
NESTED = frozenset(["or", "and"])
_OPENS = NESTED | {"replicate"}
_ITEM = re.compile(r"\.([A-Za-z]*)((?:~[^.~\s]*)*)\s*")
MAX_DEPTH = 20


@dataclass
class Item:
    """A type, its arguments, and the items inside it."""

    type: str
    arguments: list[str]
    inner: list[Item] = field(default_factory=list)


def items(text: str) -> list[Item]:
    """The items of a string. Raises NotationError, with the column."""
    root: list[Item] = []
    stack = [root]
    at = len(text) - len(text.lstrip())
    while at < len(text):
        match = _ITEM.match(text, at)
        if match is None:
            raise NotationError(f"{shown(text[at : at + 20])}: no .Type~argument", column=at + 1)
        item = Item(match[1], match[2].split("~")[1:])
        at = match.end()
        if item.type.lower() == "end":
            if len(stack) == 1:
                raise NotationError("an .End without a beginning", column=match.start() + 1)
            stack.pop()
            continue
        stack[-1].append(item)
        if item.type.lower() in _OPENS:
            if len(stack) > MAX_DEPTH:
                raise NotationError(f"nested deeper than {MAX_DEPTH}", column=match.start() + 1)
            stack.append(item.inner)
    if len(stack) > 1:
        raise NotationError("an .End is missing")
    return root


def puzzles(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """(number of the first line, text) of each puzzle.

    A line is a puzzle; where every line has one item, lines belong together up to a blank line or a new .Shape.
    """
    kept = [(number, line.strip()) for number, line in lines if not line.lstrip().startswith(("#", "//"))]
    if any(len(_ITEM.findall(line)) > 1 or not line.startswith(".") for _, line in kept if line):
        return [(number, line) for number, line in kept if line]
    found: list[tuple[int, str]] = []
    fresh = True
    for number, line in kept:
        if not line:
            fresh = True
        elif fresh or line.lower().startswith(".shape"):
            found.append((number, line))
            fresh = False
        else:
            found[-1] = (found[-1][0], found[-1][1] + line)
    return found


def looks(line: str) -> bool:
    """Whether a line is in this notation: types with arguments, or all of them known and not of a letter or two."""
    line = line.strip()
    if not line.startswith(".") or not re.fullmatch(rf"(?:{_ITEM.pattern})+", line[:4000].rpartition(".")[0] or line):
        return False
    names = {name.lower() for name, _ in _ITEM.findall(line[:4000])}
    known = {*keys_of("iss"), *BOARD, *NESTED, "end"}
    return "~" in line or (max(map(len, names)) > 2 and names <= known)
