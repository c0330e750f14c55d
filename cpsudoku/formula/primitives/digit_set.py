"""Which set of digits a cage holds: a selector a set, and a variable a digit that says it is there."""

from __future__ import annotations

from functools import lru_cache

from cpsudoku.formula.primitives.different import different
from cpsudoku.formula.primitives.sheet import Sheet


@lru_cache(maxsize=1024)
def digit_set(cells: int, sets: tuple[frozenset[int], ...], digits: tuple[int, ...], method: str) -> Sheet:
    """Inputs: the digits of the first cell, of the second, ..."""
    n = len(digits)
    sheet = Sheet(cells * n)
    base = different(cells, n, method)
    sheet.grow(base.variables)
    sheet.extend(base.clauses)
    if not sets:
        sheet.add()
        return sheet
    there: dict[int, int] = {}
    for k, digit in enumerate(digits):
        holders = [c * n + k + 1 for c in range(cells)]
        if all(digit not in chosen for chosen in sets):
            sheet.extend([-x] for x in holders)
        elif all(digit in chosen for chosen in sets):
            sheet.add(*holders)
        else:
            name = there[digit] = sheet.new()
            sheet.extend((-x, name) for x in holders)
            sheet.add(-name, *holders)
    if not there:
        return sheet
    selectors = [sheet.new() for _ in sets]
    sheet.add(*selectors)
    for selector, chosen in zip(selectors, sets):
        for digit, name in there.items():
            sheet.add(-selector, name if digit in chosen else -name)
    for digit, name in there.items():
        sheet.add(-name, *[s for s, chosen in zip(selectors, sets) if digit in chosen])
        sheet.add(name, *[s for s, chosen in zip(selectors, sets) if digit not in chosen])
    return sheet
