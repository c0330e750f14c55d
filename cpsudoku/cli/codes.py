"""Exit codes."""

from __future__ import annotations

from collections.abc import Iterable

OK, FINDING, USAGE, UNKNOWN = 0, 1, 2, 3
INTERRUPTED, TERMINATED = 130, 143


def worst(found: Iterable[int]) -> int:
    """The exit code of a run in which these happened: wrong usage before a finding before a limit."""
    happened = set(found)
    return next((code for code in (USAGE, FINDING, UNKNOWN) if code in happened), OK)
