"""The text of Interactive Sudoku Solver's strings: `.Type~argument~argument`, one after another, nested by .End."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from cpsudoku.budget import READING, check_deadline
from cpsudoku.constraints.keys import keys_of
from cpsudoku.errors import NotationError
from cpsudoku.formats.reading import shown

BOARD = frozenset(["shape", "noboxes", "regionsize", "jigsaw", "fullrankties"])
"""Types that state the board."""
NESTED = frozenset(["or", "and"])
_OPENS = NESTED | {"replicate"}
_ITEM = re.compile(r"\.([A-Za-z]*)((?:~[^.~\s]*)*)\s*")
COMMENTS = ("#", "//")
"""How a line begins that states nothing."""
MAX_DEPTH = 20


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


def whole(lines: Iterable[str]) -> str:
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
