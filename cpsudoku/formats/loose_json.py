"""The abbreviated JSON in SudokuPad's packed puzzles.

Keys and words without quotes, single quotes, `t` and `f`, array places left empty (null), bare colours such as #fff.
"""

from __future__ import annotations

import re
from typing import Any

from cpsudoku.budget import READING, check_deadline
from cpsudoku.errors import NotationError
from cpsudoku.formats.source import characters

_NUMBER = re.compile(r"-?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$")
_BARE = re.compile(r"[^,:\[\]{}'\"\s]+")
_WORDS = {"t": True, "f": False, "true": True, "false": False, "null": None, "undefined": None, "n": None}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_MAX_DEPTH = 60


def loads(text: str) -> Any:
    """The value in *text*. Raises NotationError."""
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
