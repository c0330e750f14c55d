"""Regular expressions over digits.

The state of a reading is a set of expressions: what may still come. After a digit each leaves those of its rests that
begin behind that digit (Antimirov 1996: partial derivatives); a repetition is counted down, not written out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any, NamedTuple

from .. import work
from ..errors import Rejected, require, shown
from ..parts import Part, Word
from .base import DEEPEST, Place, Rule, cells, values_in

SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_PLACES = 1000
"""Characters of an expression whose repetitions are written out."""


class Digit(NamedTuple):
    """One digit, of those in *some* or (*other*) of the rest."""

    some: frozenset[int]
    other: bool

    def empty(self) -> bool:
        """Whether it matches the empty text."""
        return False

    def after(self, digit: int) -> Iterator[Sequel]:
        """What may follow where it begins with the digit."""
        if (digit in self.some) != self.other:
            yield Sequel(())

    def size(self) -> int:
        """Characters, repetitions written out."""
        return 1


class Sequel(NamedTuple):
    """One after the other."""

    parts: tuple[Expression, ...]

    def empty(self) -> bool:
        return all(part.empty() for part in self.parts)

    def after(self, digit: int) -> Iterator[Sequel]:
        for at, part in enumerate(self.parts):
            for rest in part.after(digit):
                yield Sequel(rest.parts + self.parts[at + 1 :])
            if not part.empty():
                return

    def size(self) -> int:
        return sum(part.size() for part in self.parts)


class Choice(NamedTuple):
    """One of several."""

    options: tuple[Sequel, ...]

    def empty(self) -> bool:
        return any(option.empty() for option in self.options)

    def after(self, digit: int) -> Iterator[Sequel]:
        for option in self.options:
            yield from option.after(digit)

    def size(self) -> int:
        return sum(option.size() for option in self.options)


class Times(NamedTuple):
    """The same *least* times to *most* times (None: any number)."""

    one: Expression
    least: int
    most: int | None

    def empty(self) -> bool:
        return self.least == 0 or self.one.empty()

    def after(self, digit: int) -> Iterator[Sequel]:
        if self.most == 0:
            return
        left = Times(self.one, max(self.least - 1, 0), None if self.most is None else self.most - 1)
        for rest in self.one.after(digit):
            yield Sequel((*rest.parts, left))

    def size(self) -> int:
        return self.one.size() * max(self.least + 1 if self.most is None else self.most, 1)


Expression = Digit | Sequel | Choice | Times


class Reader:
    """Reads an expression. Raises ValueError where it is none."""

    def __init__(self, text: str):
        self.text, self.at, self.depth = text.upper() if text.isascii() else "!", 0, 0

    def whole(self) -> Choice:
        """The text from its beginning to its end."""
        expression = self.choice()
        if self.at < len(self.text):
            raise ValueError("more behind its end")
        return expression

    def comes(self, sign: str) -> bool:
        """Is this next? Then go behind it."""
        found = self.text.startswith(sign, self.at)
        self.at += len(sign) * found
        return found

    def choice(self) -> Choice:
        options = [self.sequel()]
        while self.comes("|"):
            options.append(self.sequel())
        return Choice(tuple(options))

    def sequel(self) -> Sequel:
        parts: list[Expression] = []
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            parts.append(self.repeated(self.atom()))
        return Sequel(tuple(parts))

    def repeated(self, expression: Expression) -> Expression:
        """With the signs of repetition behind it, three at most."""
        for _ in range(4):
            if self.comes("*"):
                expression = Times(expression, 0, None)
            elif self.comes("+"):
                expression = Times(expression, 1, None)
            elif self.comes("?"):
                expression = Times(expression, 0, 1)
            elif self.comes("{"):
                expression = Times(expression, *self.counts())
            else:
                return expression
        raise ValueError("repetitions of repetitions")

    def counts(self) -> tuple[int, int | None]:
        """What stands behind the brace, and the other brace: least and most."""
        least = self.count()
        most = (None if self.text.startswith("}", self.at) else self.count()) if self.comes(",") else least
        if not self.comes("}") or (most is not None and most < least):
            raise ValueError("no repetition")
        return least, most

    def count(self) -> int:
        """A number of at most six figures."""
        begin = self.at
        while self.text[self.at : self.at + 1] in tuple("0123456789") and self.at < begin + 6:
            self.at += 1
        return int(self.text[begin : self.at])

    def digit(self) -> int:
        found = SYMBOLS.index(self.text[self.at : self.at + 1] or "end")
        self.at += 1
        return found

    def atom(self) -> Expression:
        if self.comes("."):
            return Digit(frozenset(), True)
        if self.comes("["):
            other = self.comes("^")
            some: set[int] = set()
            while not self.comes("]"):
                low = self.digit()
                some.update(range(low, (self.digit() if self.comes("-") else low) + 1))
            return Digit(frozenset(some), other)
        if self.comes("("):
            self.comes("?:")
            self.depth += 1
            if self.depth > DEEPEST:
                raise ValueError("too deep")
            group = self.choice()
            self.depth -= 1
            if not self.comes(")"):
                raise ValueError("no end of a group")
            return group
        return Digit(frozenset((self.digit(),)), False)


def expression(value: Any, place: Place, where: str) -> Choice:
    """A regular expression: digits (A for 10), `.`, `[1-3]`, `[^5]`, groups, `|`, `*`, `+`, `?`, `{2}`, `{2,4}`.

    Also `{2,}`. A group may begin with `?:`. No letters beyond ASCII; small ones are as capitals.
    """
    try:
        parsed = Reader(value).whole()
    except (ValueError, AttributeError):
        raise Rejected(f"{where}: {shown(value)}: no expression") from None
    size = max(len(value), parsed.size())
    require(size <= MOST_PLACES, f"{where}: more than {MOST_PLACES} characters, repetitions written out")
    return parsed


class Regex(Rule):
    """The digits of the cells, one after the other, match the expression `pattern`."""

    kind, needs = "regex", {"cells": cells(), "pattern": expression}
    pattern: Choice

    def check(self) -> None:
        self._size = values_in(self.pattern)

    def holds(self, digits: Sequence[int]) -> bool:
        start = frozenset((Sequel((self.pattern,)),))
        return _accepts(reduce(self._read, (digits[cell] for cell in self.cells), start))

    def _read(self, state: frozenset[Sequel], digit: int) -> frozenset[Sequel]:
        """The state after the digit. Each expression is searched as a whole; each rest shares most of it."""
        work.spend(len(state) * self._size)
        return frozenset(self._counted(rest) for one in state for rest in one.after(digit))

    def _counted(self, rest: Sequel) -> Sequel:
        work.spend(self._size, held=200 + 50 * len(rest.parts))
        return rest

    def parts(self) -> list[Part]:
        known: dict[tuple[frozenset[Sequel], int], frozenset[Sequel]] = {}

        def step(position: int, state: Any, digit: int) -> Any:
            if (state, digit) not in known:
                known[state, digit] = self._read(state, digit)
            return known[state, digit] or None

        return [Word(self.cells, frozenset((Sequel((self.pattern,)),)), step, _accepts)]


def _accepts(state: Any) -> bool:
    return any(one.empty() for one in state)
