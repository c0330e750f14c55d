"""The one exception of the checker, and how it is raised."""

from __future__ import annotations

import reprlib

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 100
_SHORT.maxlong = 20


class Rejected(ValueError):
    """What is wrong with a certificate."""


def require(condition: object, message: str) -> None:
    """Raise Rejected unless *condition* holds."""
    if not condition:
        raise Rejected(message)


def shown(value: object) -> str:
    """*value* as a message shows it: however large or deep, a short text."""
    return _SHORT.repr(value)
