"""Different cells with one of some sets, against every filling."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from cpsudoku import Geometry
from cpsudoku.constraints.primitives import DigitSet
from cpsudoku.engines.model import WORDS, base_of
from cpsudoku.kernels.rules.kinds import SETS
from cpsudoku.kernels.rules.program import Program
from tests.kernels.rules.brute import board, check, random_masks

pytestmark = pytest.mark.interpreted


@pytest.mark.parametrize("exact", [True, False])
def test_sets(exact: bool) -> None:
    """Up to six cells exactly what a filling has is left; beyond, no filling is lost."""
    rng = random.Random(int(exact))
    for _ in range(40 if exact else 8):
        cells = rng.randint(1, 4) if exact else 7
        side = rng.randint(max(2, cells), 6) if exact else 7 + rng.randint(0, 1)
        every = [frozenset(found) for found in combinations(range(1, side + 1), cells)]
        sets = tuple(rng.sample(every, rng.randint(1, min(6, len(every)))))
        masks = random_masks(rng, cells, side)
        if not exact:  # few fillings to try
            masks = [mask & (rng.getrandbits(side) | 1 << k) or 1 << k for k, mask in enumerate(masks)]

        def rule(v: tuple[int, ...], sets: tuple[frozenset[int], ...] = sets) -> bool:
            return len(set(v)) == len(v) and frozenset(v) in sets

        check(board(cells, side), (DigitSet(tuple(range(cells)), sets),), rule, masks, exact)


def test_six_cells() -> None:
    """Six cells fill a word of 64 subsets: still exactly what a filling has is left."""
    rng = random.Random(5)
    for _ in range(6):
        sets = tuple(frozenset(rng.sample(range(1, 9), 6)) for _ in range(3))
        masks = [rng.getrandbits(8) & rng.getrandbits(8) | 1 << rng.randrange(8) for _ in range(6)]

        def rule(v: tuple[int, ...], sets: tuple[frozenset[int], ...] = sets) -> bool:
            return len(set(v)) == len(v) and frozenset(v) in sets

        check(board(6, 8), (DigitSet(tuple(range(6)), sets),), rule, masks, True)


def test_small_cages_run_first() -> None:
    """Propagators are numbered by size, whatever the order of the statements; cages of few sets before others."""
    board = Geometry(3, 3)
    program = Program(base_of(board), board.lo, WORDS)
    for cells, total in (((0, 1, 2, 3), 20), ((9, 10, 11), 15), ((18, 19), 10), ((27, 28, 29), 6)):
        program.cage(cells, total)
    _, _, (_, _, code, starts, *_) = program.finished()
    cages = [place for place in starts if code[place] == SETS]
    assert [code[place + 5] for place in cages if code[place + 4] == 2] == [18]
    assert [code[place + 4] for place in cages] == sorted(code[place + 4] for place in cages)
    assert [code[place + 5] for place in cages if code[place + 4] == 3] == [27, 9]
