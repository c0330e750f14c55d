"""A relation of two cells, by support: a digit of one cell needs one of its partners in the other.

Unit propagation on these clauses is arc consistency; clauses that forbid single pairs would propagate less.
"""

from __future__ import annotations

from functools import lru_cache

from cpsudoku.formula.primitives.sheet import Sheet


@lru_cache(maxsize=1024)
def pair(allowed: frozenset[tuple[int, int]], digits: tuple[int, ...]) -> Sheet:
    """Inputs: the digits of the first cell, then those of the second."""
    n = len(digits)
    sheet = Sheet(2 * n)
    for k, x in enumerate(digits):
        partners = [n + 1 + j for j, y in enumerate(digits) if (x, y) in allowed]
        if len(partners) < n:
            sheet.add(-(k + 1), *partners)
        partners = [1 + j for j, y in enumerate(digits) if (y, x) in allowed]
        if len(partners) < n:
            sheet.add(-(n + k + 1), *partners)
    return sheet
