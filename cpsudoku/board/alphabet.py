"""Alphabets: the characters of digits.

Up to side 35 a cell is one character; beyond, digits are integers separated by blanks.
The customary alphabets clash (`0` is empty in one and a digit in another), so the choice is an
option, and a reader that assumed one says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from cpsudoku.errors import UnknownName, unknown

MAX_CHARACTER_SIDE = 35
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
UNREADABLE = 255
"""What `Alphabet.table` gives for a character that is no cell."""


@dataclass(frozen=True)
class Alphabet:
    """`symbols[d-1]` writes digit d; `blanks` are the characters of an empty cell. Letters read in both cases.

    A character of `blanks` that is also the symbol of a digit of the board means the digit.
    """

    name: str
    symbols: str
    blanks: str

    def values(self, side: int) -> dict[str, int]:
        """Character -> digit (0 for blanks) on a board of this side."""
        table = dict.fromkeys(self.blanks, 0)
        for digit, symbol in enumerate(self.symbols[:side], start=1):
            table[symbol] = table[symbol.lower()] = digit
        return table

    def table(self, side: int) -> bytes:
        """For `bytes.translate` of Latin-1 text: each character's digit, 0 for blanks, UNREADABLE for the rest."""
        return _table(self, side)

    def covers(self, side: int) -> bool:
        """True where every digit of the board has a character of its own."""
        return side <= min(len(self.symbols), MAX_CHARACTER_SIDE)

    def span(self, side: int) -> str:
        """The symbols of a board for people: `1-9A-G` for side 16."""
        used = self.symbols[:side]
        runs = [part for part in ("".join(filter(str.isdigit, used)), "".join(filter(str.isalpha, used))) if part]
        return "".join(run if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs) or "integers"

    def symbol(self, digit: int, side: int) -> str:
        """How *digit* (1 .. side) is written; a decimal number where the alphabet is too short."""
        return self.symbols[digit - 1] if self.covers(side) else str(digit)

    def write(self, cells: Sequence[int], side: int) -> str:
        """All cells in one line, `.` for empty; blank-separated integers where the alphabet is too short."""
        if self.covers(side):
            return bytes(cells).translate(_writing(self.symbols)).decode("ascii")
        return " ".join([str(digit) if digit else "." for digit in cells])


@lru_cache(maxsize=256)
def _table(alphabet: Alphabet, side: int) -> bytes:
    table = bytearray([UNREADABLE]) * 256
    for symbol, digit in alphabet.values(side).items():
        if ord(symbol) < 256:
            table[ord(symbol)] = digit
    return bytes(table)


@lru_cache(maxsize=8)
def _writing(symbols: str) -> bytes:
    return ("." + symbols).encode("ascii").ljust(256, b"?")


DEFAULT = Alphabet("1-9A-Z", "123456789" + _LETTERS, ".0*_-?xX·")
ALPHABETS = {
    "1-9A-Z": DEFAULT,
    "0-9A-Z": Alphabet("0-9A-Z", "0123456789" + _LETTERS, ".*_-?xX·"),
    "A-Z": Alphabet("A-Z", _LETTERS, ".0*_-?xX·"),
    "integers": Alphabet("integers", "", ".0*_-?xX·"),
}
"""By name; `1-9A-G`, `0-9A-F`, `A-P` and the like (any last letter) name the same three."""
INTEGERS = ALPHABETS["integers"]


def alphabet_named(name: str) -> Alphabet:
    """The alphabet called *name*, the last letter being free: `1-9A-G` and `1-9A-Z` are one. Raises UnknownName."""
    key = name.upper()
    if name.lower() == "integers":
        return ALPHABETS["integers"]
    if len(key) == 3 and key[:2] in ("1-", "0-") and key[2].isascii() and key[2].isdigit():
        key = key[:2] + "9A-Z"
    for alphabet in ALPHABETS.values():
        if len(key) == len(alphabet.name) and key[:-1] == alphabet.name[:-1] and key[-1] in _LETTERS:
            return alphabet
    raise UnknownName(f"{unknown('alphabet', name, ALPHABETS)} (any last letter, such as 1-9A-G)")


def detect(characters: str, side: int) -> tuple[Alphabet, str]:
    """The alphabet in which *characters* (all cells of one puzzle, or of several) are written, and what was assumed.

    The second part is empty where no other customary alphabet reads the same characters, and up to side 9,
    where 1-9 is the rule. Where none fits, the default comes back: reading with it names the odd character.
    """
    used = set(characters.upper())
    fitting = [
        alphabet
        for alphabet in (DEFAULT, ALPHABETS["0-9A-Z"], ALPHABETS["A-Z"])
        if alphabet.covers(side) and used <= alphabet.values(side).keys()
    ]
    if side <= 9:
        return (ALPHABETS["A-Z"], "") if fitting == [ALPHABETS["A-Z"]] else (DEFAULT, "")
    if len(fitting) < 2:
        return (fitting[0] if fitting else DEFAULT), ""
    other_blanks = used & set(".*_-?·")
    zero_is_digit = "0" in used and (other_blanks or characters.count("0") <= len(characters) // side)
    if used & set("123456789"):
        chosen = ALPHABETS["0-9A-Z"] if zero_is_digit else DEFAULT
    else:
        chosen = ALPHABETS["A-Z"] if used & set(_LETTERS) else DEFAULT
    chosen = chosen if chosen in fitting else fitting[0]
    readings = {
        alphabet: characters.encode("latin-1", "replace").translate(alphabet.table(side)) for alphabet in fitting
    }
    others = [a.span(side) for a in fitting if a is not chosen and readings[a] != readings[chosen]]
    if not others:
        return chosen, ""
    return chosen, f"alphabet {chosen.span(side)} assumed; --alphabet {' or '.join(others)} would read it otherwise"
