"""Regular expressions over digits, as a machine whose states are sets of places in the expression."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cpsudoku.constraints import forms, iss
from cpsudoku.constraints.automata import MachineRule
from cpsudoku.constraints.base import LineRule
from cpsudoku.constraints.forms import constraint, part
from cpsudoku.errors import ConstraintError

_MOST = 5000
"""Places of an expression, repetitions written out."""
Digits = frozenset[int] | None
"""The digits a place reads; None: any. """
_SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Expression:
    """Glushkov's automaton: a state is the set of places that may have read the last digit; 0 is the beginning."""

    reads: tuple[tuple[bool, frozenset[int]], ...]
    """(negated, digits) of each place from 1."""
    follows: tuple[frozenset[int], ...]
    """The places that may come after each; index 0: the first ones."""
    ends: frozenset[int]

    def step(self, state: frozenset[int], digit: int) -> frozenset[int]:
        """The state after a digit; empty where it fits nowhere."""
        found = set()
        for place in state:
            for after in self.follows[place]:
                negated, digits = self.reads[after - 1]
                if (digit in digits) != negated:
                    found.add(after)
        return frozenset(found)

    def accepts(self, state: frozenset[int]) -> bool:
        return not state.isdisjoint(self.ends)


@dataclass
class _Piece:
    """A part of an expression: where it may begin and end, and whether it may be empty."""

    first: frozenset[int]
    last: frozenset[int]
    empty: bool


class _Parser:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.reads: list[tuple[bool, frozenset[int]]] = []
        self.follows: list[set[int]] = [set()]

    def error(self, problem: str) -> ConstraintError:
        return ConstraintError(f"expression {self.text!r}, character {self.at + 1}: {problem}")

    def peek(self) -> str:
        return self.text[self.at] if self.at < len(self.text) else ""

    def either(self) -> _Piece:
        piece = self.sequence()
        while self.peek() == "|":
            self.at += 1
            other = self.sequence()
            piece = _Piece(piece.first | other.first, piece.last | other.last, piece.empty or other.empty)
        return piece

    def sequence(self) -> _Piece:
        piece = _Piece(frozenset(), frozenset(), True)
        while self.peek() not in ("", "|", ")"):
            piece = self.joined(piece, self.repeated())
        return piece

    def joined(self, one: _Piece, other: _Piece) -> _Piece:
        for place in one.last:
            self.follows[place] |= other.first
        first = one.first | other.first if one.empty else one.first
        last = one.last | other.last if other.empty else other.last
        return _Piece(first, last, one.empty and other.empty)

    def repeated(self) -> _Piece:
        begin = self.at
        piece = self.atom()
        end = self.at
        while self.peek() in ("*", "+", "?", "{") and self.peek():
            sign = self.peek()
            if sign == "{":
                piece = self.times(begin, end, piece)
            else:
                self.at += 1
                if sign in "*+":
                    piece = self.looped(piece)
                if sign in "*?":
                    piece = _Piece(piece.first, piece.last, True)
            end = self.at
        return piece

    def looped(self, piece: _Piece) -> _Piece:
        for place in piece.last:
            self.follows[place] |= piece.first
        return piece

    def times(self, begin: int, end: int, piece: _Piece) -> _Piece:
        """`{m}`, `{m,}` or `{m,n}`: the part is read again as often as it repeats."""
        close = self.text.find("}", self.at)
        low, comma, high = self.text[self.at + 1 : close if close > 0 else self.at].partition(",")
        if close < 0 or not low.isdecimal() or not (high.isdecimal() or high == "") or len(low + high) > 6:
            raise self.error("a repetition is written {2}, {2,} or {2,4}")
        least, most = int(low), int(high) if high else (None if comma else int(low))
        if most is not None and most < least:
            raise self.error("a repetition's second number is smaller than the first")
        after = close + 1
        whole = _Piece(frozenset(), frozenset(), True)
        copies = max(least, 1) if most is None else most
        for k in range(copies):
            if k:
                piece = self.again(begin, end)
            if most is None and k == copies - 1:
                piece = self.looped(piece)
            if k >= least:
                piece = _Piece(piece.first, piece.last, True)
            whole = self.joined(whole, piece)
        self.at = after
        return whole

    def again(self, begin: int, end: int) -> _Piece:
        """The part once more: places of its own."""
        text, brace = self.text, self.at
        self.text, self.at = text[:end], begin
        piece = self.repeated()
        self.text, self.at = text, brace
        if len(self.reads) > _MOST:
            raise self.error(f"more than {_MOST} places once repetitions are written out")
        return piece

    def atom(self) -> _Piece:
        sign = self.peek()
        if sign == "(":
            self.at += 1
            if self.text.startswith("?:", self.at):
                self.at += 2
            piece = self.either()
            if self.peek() != ")":
                raise self.error("a closing parenthesis is missing")
            self.at += 1
            return piece
        if sign == "[":
            return self.place(*self.digit_class())
        if sign == ".":
            self.at += 1
            return self.place(True, frozenset())
        return self.place(False, frozenset((self.digit(),)))

    def digit(self) -> int:
        found = _SYMBOLS.find(self.peek().upper()) if self.peek() else -1
        if found < 0:
            raise self.error(f"{self.peek() or 'the end'!r} where a digit, . [ or ( should be")
        self.at += 1
        return found

    def digit_class(self) -> tuple[bool, frozenset[int]]:
        self.at += 1
        negated = self.peek() == "^"
        self.at += negated
        found: set[int] = set()
        while self.peek() != "]":
            low = high = self.digit()
            if self.peek() == "-":
                self.at += 1
                high = self.digit()
            found.update(range(low, high + 1))
        self.at += 1
        return negated, frozenset(found)

    def place(self, negated: bool, digits: frozenset[int]) -> _Piece:
        self.reads.append((negated, digits))
        self.follows.append(set())
        here = frozenset((len(self.reads),))
        return _Piece(here, here, False)


@lru_cache(maxsize=256)
def parsed(pattern: str) -> Expression:
    """The expression of a pattern. Raises ConstraintError for what is no expression, with the place."""
    parser = _Parser(pattern)
    try:
        piece = parser.either()
    except RecursionError:
        raise ConstraintError(f"expression {pattern[:40]!r}...: parentheses too deep") from None
    if parser.peek():
        raise parser.error(f"{parser.peek()!r} is out of place")
    parser.follows[0] |= piece.first
    ends = piece.last | {0} if piece.empty else piece.last
    return Expression(tuple(parser.reads), tuple(map(frozenset, parser.follows)), frozenset(ends))


@constraint
class Regex(LineRule, MachineRule):
    """The digits along the line, written as characters (A for 10, B for 11, ...), match the expression *pattern*.

    It may use characters, `.`, classes `[1-3]` and `[^5]`, groups, `|`, `*`, `+`, `?` and `{m,n}`.
    """

    keys = (iss.Pattern("Regex"),)
    pattern: str = part(forms.Text())
    start = frozenset((0,))

    def check(self) -> None:
        if self.digits[-1] > 35:
            raise ConstraintError("regular expressions know digits up to 35 (Z)")
        parsed(self.pattern)

    def step(self, position: int, state: Any, digit: int) -> Any:
        return parsed(self.pattern).step(state, digit) or None

    def accepts(self, state: Any) -> bool:
        return parsed(self.pattern).accepts(state)
