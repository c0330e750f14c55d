"""What rules about digits that cells contain share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cpsudoku.constraints.primitives import NEVER, Clause, Is, Primitive, Statement, counted


def can_contain(seen: Sequence[int | None], wanted: Sequence[int], exact: bool) -> bool:
    """Whether each of *wanted* can be there as often as listed at least, or exactly."""
    missing = 0
    for digit, number in Counter(wanted).items():
        have = seen.count(digit)
        if exact and have > number:
            return False
        missing += max(0, number - have)
    return missing <= seen.count(None)


def containing(cells: Sequence[int], wanted: Sequence[int], digits: range, exact: bool) -> Statement:
    """The statement of the same."""
    found: list[Primitive] = []
    for digit, number in Counter(wanted).items():
        if digit not in digits:
            return NEVER
        if number == 1 and not exact:
            found.append(Clause(tuple(Is(cell, digit) for cell in cells)))
        else:
            found.append(counted(cells, digit, (number,) if exact else range(number, len(cells) + 1)))
    return tuple(found)
