"""The one exception of the checker, and how it is raised."""

from __future__ import annotations


class Rejected(ValueError):
    """What is wrong with a certificate."""


def require(condition: object, message: str) -> None:
    """Raise Rejected unless *condition* holds."""
    if not condition:
        raise Rejected(message)
