"""Numbers in texts: one way to read them, which no length of digits makes slow or raise."""

from __future__ import annotations

MOST = 10**9
"""Beyond every range that a number in a text has."""
_LENGTH = len(str(MOST)) - 1


def whole(given: object) -> int | None:
    """The whole number in a value or a text, smaller than MOST; None where there is none."""
    if isinstance(given, bool):
        return None
    if isinstance(given, int):
        return given if abs(given) < MOST else None
    if isinstance(given, float):
        return int(given) if given.is_integer() and abs(given) < MOST else None
    text = given.strip() if isinstance(given, str) else ""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= _LENGTH else None


def number_of(digits: str) -> int:
    """The number that decimal digits write; MOST, which no range takes, for one that is longer."""
    return int(digits) if len(digits) <= _LENGTH else MOST
