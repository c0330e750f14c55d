"""Which character stands for which digit.

Up to side 35 a cell is one character; beyond, digits are integers separated by blanks.
The customary alphabets clash (`0` is empty in one and a digit in another), so the choice is an
option, and a reader that assumed one says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cpsudoku.errors import UnknownName

MAX_CHARACTER_SIDE = 35
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Alphabet:
    """`symbols[d-1]` writes digit d; `blanks` are the characters of an empty cell. Letters read in both cases."""

    name: str
    symbols: str
    blanks: str

    def values(self, side: int) -> dict[str, int]:
        """Character -> digit (0 for blanks) on a board of this side."""
        table = dict.fromkeys(self.blanks, 0)
        for digit, symbol in enumerate(self.symbols[:side], start=1):
            table[symbol] = table[symbol.lower()] = digit
        return table

    def symbol(self, digit: int, side: int) -> str:
        """How *digit* (1 .. side) is written; a decimal number where the alphabet is too short."""
        return self.symbols[digit - 1] if side <= len(self.symbols) else str(digit)

    def write(self, cells: Sequence[int], side: int) -> str:
        """All cells in one line, `.` for empty; blank-separated integers where the alphabet is too short."""
        if side <= len(self.symbols):
            table = "." + self.symbols
            return "".join([table[digit] for digit in cells])
        return " ".join([str(digit) if digit else "." for digit in cells])


DEFAULT = Alphabet("1-9A-Z", "123456789" + _LETTERS, ".0*_-?")
ALPHABETS = {
    "1-9A-Z": DEFAULT,
    "0-9A-Z": Alphabet("0-9A-Z", "0123456789" + _LETTERS, ".*_-?"),
    "A-Z": Alphabet("A-Z", _LETTERS, ".0*_-?"),
    "integers": Alphabet("integers", "", ".0"),
}
"""By name; `1-9A-G`, `0-9A-F`, `A-P` and the like (any last letter) name the same three."""


def alphabet_named(name: str) -> Alphabet:
    """The alphabet called *name*, the last letter being free: `1-9A-G` and `1-9A-Z` are one. Raises UnknownName."""
    key = name.upper()
    if name.lower() == "integers":
        return ALPHABETS["integers"]
    if key in ("1-9", "0-9"):
        key += "A-Z"
    for alphabet in ALPHABETS.values():
        if len(key) == len(alphabet.name) and key[:-1] == alphabet.name[:-1] and key[-1] in _LETTERS:
            return alphabet
    raise UnknownName(f"alphabet {name!r} is unknown; known: {', '.join(ALPHABETS)} (any last letter, such as 1-9A-G)")
