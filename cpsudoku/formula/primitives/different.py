"""All different: each digit at most once, and once where there are as many cells as digits."""

from __future__ import annotations

from functools import lru_cache

from cpsudoku.formula.at_most_one import METHODS
from cpsudoku.formula.primitives.sheet import Sheet


@lru_cache(maxsize=256)
def different(cells: int, digits: int, method: str) -> Sheet:
    """Inputs: the digits of the first cell, of the second, ..."""
    sheet = Sheet(cells * digits)
    if cells > digits:
        sheet.add()
        return sheet
    for digit in range(1, digits + 1):
        holders = list(range(digit, cells * digits + 1, digits))
        if cells > 1:
            sheet.extend(METHODS[method](holders, sheet.new))
        if cells == digits:
            sheet.add(*holders)
    return sheet
