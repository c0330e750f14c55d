"""Cells that differ, and the digits they can have together: exact, by the sets of digits used so far.

Masks have a bit for each digit, bit 0 the lowest. A set of digits is such a mask.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from math import comb

from cpsudoku.techniques.core.board_grid import bits

MOST_SETS = 3000
"""Sets of digits beyond which cells are taken one by one: sound, and weaker."""
KEPT = 1 << 16

Masks = tuple[int, ...]


def feasible(cells: int, digits: int) -> bool:
    """Whether so many cells that differ are few enough for `finals` and `supported`."""
    return comb(digits, min(cells, digits // 2)) <= MOST_SETS


@lru_cache(maxsize=KEPT)
def _layers(masks: Masks) -> tuple[frozenset[int], ...]:
    """The sets of digits that the first k cells can have, k from 0 on."""
    found = [frozenset((0,))]
    for mask in masks:
        after = set()
        for used in found[-1]:
            left = mask & ~used
            while left:
                bit = left & -left
                after.add(used | bit)
                left ^= bit
        found.append(frozenset(after))
    return tuple(found)


def finals(masks: Masks) -> frozenset[int]:
    """The sets of digits that all cells can have together."""
    return _layers(masks)[-1]


def supported(masks: Masks, accepted: Collection[int]) -> Masks:
    """The digits that each cell has in some arrangement whose set is *accepted*; zeros where there is none."""
    layers = _layers(masks)
    alive: set[int] | frozenset[int] = layers[-1].intersection(accepted)
    found = [0] * len(masks)
    for at in range(len(masks) - 1, -1, -1):
        before = set()
        here = masks[at]
        seen = 0
        for used in layers[at]:
            left = here & ~used
            while left:
                bit = left & -left
                if used | bit in alive:
                    seen |= bit
                    before.add(used)
                left ^= bit
        found[at] = seen
        alive = before
    return tuple(found)


@lru_cache(maxsize=KEPT)
def total_of(used: int, lo: int) -> int:
    """The sum of a set of digits."""
    return sum(bit + lo for bit in bits(used))
