"""Set equivalence: what is found holds in every solution, and what follows from it is exact."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

from cpsudoku import Puzzle, solve
from cpsudoku.constraints import parse
from cpsudoku.techniques.reasons.equivalence import Partners, equivalences
from cpsudoku.techniques.reasons.setting import Setting

CORNERS = {9 * row + column for row in (0, 1, 7, 8) for column in (0, 1, 7, 8)}
RING = {9 * row + column for row in range(2, 7) for column in range(2, 7)} - {
    9 * row + column for row in (3, 4, 5) for column in (3, 4, 5)
}


def covers(cells: set[int]) -> int:
    return sum(1 << cell for cell in cells)


def test_the_ring_is_found():
    """Phistomefel's ring holds the digits of the corners, by four houses against four."""
    found = {frozenset((one.one, one.other)) for one in equivalences(Setting(Puzzle(bytes(81))))}
    assert frozenset((covers(CORNERS), covers(RING))) in found


def testequivalences_hold_in_solutions():
    """Each digit is as often on one side as on the other, or once where there is no other."""
    for rule in ("", "windoku"):
        puzzle = Puzzle(bytes(81), constraints=[parse(rule)] if rule else [])
        digits = solve(puzzle).solution
        every = list(equivalences(Setting(puzzle)))
        assert every
        for one in every:
            first, second = (
                Counter(digits[cell] for cell in range(81) if cover >> cell & 1) for cover in (one.one, one.other)
            )
            assert first == (second if one.other else Counter(range(1, 10)))


def test_partners_are_exact():
    """By brute force: the candidates that remain are those of some filling with the same digits on both sides."""
    draw = random.Random(4)
    for _ in range(150):
        size = draw.randint(2, 3)
        masks = tuple(draw.randint(1, 15) for _ in range(2 * size))
        ways = [[1 << d for d in range(4) if mask >> d & 1] for mask in masks]
        good = [way for way in product(*ways) if Counter(way[:size]) == Counter(way[size:])]
        wanted = tuple(sum({way[k] for way in good}) for k in range(2 * size)) if good else None
        assert Partners(range(size), range(size, 2 * size), ()).narrowed(masks) == wanted
