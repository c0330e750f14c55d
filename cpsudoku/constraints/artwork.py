"""Rules as setters draw and describe them where a file has no key for them: usual drawings and sentences.

A reader of drawings and of rules in prose uses these keys to guess which rules are meant.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

from cpsudoku.constraints.keys import Key
from cpsudoku.numerals import whole

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

NAME = "artwork"
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Drawn(Key):
    """A kind as it is drawn and written about.

    *says*: an expression that matches sentences about the kind, in lower case; *never*: one that excludes sentences.
    *shape* is the reader's word for the figure, "" for rules without one. *hue* is the colour that people expect of a
    line, used where the text names none. *number*: (part, expression whose first group is the number in the sentence).
    """

    format: ClassVar[str] = NAME

    def __init__(
        self,
        name: str,
        says: str,
        shape: str = "",
        hue: str = "",
        number: tuple[str, str] | None = None,
        never: str = "(?!)",
        **parts: Any,
    ) -> None:
        super().__init__(name, **parts)
        self._about, self._never, self.shape, self.hue, self.number = says, never, shape, hue, number

    def speaks(self, sentence: str) -> bool:
        """Whether a sentence, in plain words, is about the kind."""
        return bool(re.search(self._about, sentence)) and not re.search(self._never, sentence)

    def stated(self, sentence: str) -> dict[str, int]:
        """The part that a sentence gives a number for."""
        if self.number is None:
            return {}
        match = re.search(self.number[1], sentence)
        found = None if match is None else _number(next(filter(None, match.groups())))
        return {} if found is None else {self.number[0]: found}

    def write(self, rule: Constraint) -> list[Any] | None:
        return None


def _number(word: str) -> int | None:
    return _WORDS.index(word) if word in _WORDS else whole(word)
