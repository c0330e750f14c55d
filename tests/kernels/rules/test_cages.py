"""Different cells with one of some sets, against every filling."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from itertools import combinations, product
from pathlib import Path

import pytest

from cpsudoku import Geometry
from cpsudoku.constraints.primitives import DigitSet
from cpsudoku.engines.model import WORDS, base_of
from cpsudoku.kernels.rules.program import Program
from cpsudoku.kernels.rules.records import CAGE, Cage, record_in
from cpsudoku.kernels.rules.search import RuleSearch
from cpsudoku.kernels.rules.state import State
from tests.kernels.rules.brute import board, check, random_masks

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.interpreted
KILLERS = """
import json, random
from cpsudoku import Geometry
from cpsudoku.constraints.primitives import DigitSet
from cpsudoku.engines.model import WORDS, base_of
from cpsudoku.kernels.rules.program import Program
from cpsudoku.kernels.rules.search import RuleSearch
from cpsudoku.kernels.rules.state import State
from itertools import combinations

rng, board = random.Random(8), Geometry(3, 3)
for _ in range(12):
    program = Program(base_of(board), board.lo, WORDS)
    for row in range(0, 81, 9):
        first = rng.randint(0, 4)
        size = rng.randint(3, 5)
        every = [frozenset(found) for found in combinations(range(1, 10), size)]
        cells = tuple(range(row + first, row + first + size))
        program.add((DigitSet(cells, tuple(rng.sample(every, rng.randint(1, 40)))),))
    _, masks, made = program.finished()
    state = State(9, 81, masks, made)
    search = RuleSearch(state)
    alive = search.narrow([rng.getrandbits(9) | rng.getrandbits(9) | 1 << rng.randrange(9) for _ in range(81)])
    print(json.dumps([alive, state.values() if alive else []]))
    search = RuleSearch(state) if not state.reset() else None
    print(json.dumps([search.narrow([511] * 81), search.resume(300), search.branches(), state.values()]))
"""


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


def test_five_cells_and_many_sets() -> None:
    """More sets than a vector holds; digits known beforehand are set aside."""
    rng = random.Random(6)
    every = [frozenset(found) for found in combinations(range(1, 8), 5)]
    for _ in range(12):
        sets = tuple(rng.sample(every, rng.randint(9, len(every))))
        masks = [rng.getrandbits(7) & rng.getrandbits(7) | 1 << rng.randrange(7) for _ in range(5)]

        def rule(v: tuple[int, ...], sets: tuple[frozenset[int], ...] = sets) -> bool:
            return len(set(v)) == len(v) and frozenset(v) in sets

        check(board(5, 7), (DigitSet(tuple(range(5)), sets),), rule, masks, True)


@pytest.mark.parametrize("side", [15, 16, 17])
def test_digits_at_the_end_of_a_lane(side: int) -> None:
    """Three to five cells of large boards, the highest digits among them: exactly what has a filling is left."""
    rng = random.Random(side)
    for _ in range(15):
        cells = rng.randint(3, 5)
        few = [*rng.sample(range(1, side), 5), side]
        every = [frozenset(found) for found in combinations(few, cells)]
        sets = tuple(rng.sample(every, rng.randint(1, len(every))))
        masks = [
            1 << rng.choice(few) - 1 | sum(1 << digit - 1 for digit in few if rng.random() < 0.6) for _ in range(cells)
        ]

        def rule(v: tuple[int, ...], sets: tuple[frozenset[int], ...] = sets) -> bool:
            return len(set(v)) == len(v) and frozenset(v) in sets

        check(board(cells, side), (DigitSet(tuple(range(cells)), sets),), rule, masks, True)


@pytest.mark.parametrize("word", ["scalar", "neon", "avx2"])
def test_instructions_change_nothing(word: str) -> None:
    """The same candidates and the same search, whatever vectors are used; scalar is the Python of the file."""

    def results_of_process(**more: str) -> list[list[object]]:
        process = subprocess.run(
            [sys.executable, "-c", KILLERS],
            env={**os.environ, **more},
            capture_output=True,
            text=True,
            cwd=ROOT,
            check=True,
        )
        return [json.loads(line) for line in process.stdout.splitlines()]

    found = results_of_process()
    assert results_of_process(CPSUDOKU_INSTRUCTIONS=word) == found
    assert any(row[0] and row[2] for row in found if len(row) == 4)


def test_digits_of_all_sets() -> None:
    """What every set with a filling has leaves the cells that see the whole cage."""
    rng = random.Random(12)
    board, required = Geometry(3, 3), 0
    for _ in range(30):
        size = rng.randint(3, 5)
        cage, full = (0, 1, 2, 9, 10)[:size], (1 << 9) - 1
        every = [frozenset(found) for found in combinations(range(1, 10), size)]
        sets = tuple(rng.sample(every, rng.randint(2, 12)))
        masks = [rng.randrange(1, 1 << 9) if cell in cage else full for cell in range(81)]
        rooms = [[d for d in range(1, 10) if masks[cell] >> (d - 1) & 1] for cell in cage]
        ways = [frozenset(way) for way in product(*rooms) if len(set(way)) == size and frozenset(way) in sets]
        program = Program(base_of(board), board.lo, WORDS)
        program.add((DigitSet(cage, sets),))
        _, start, propagators = program.finished()
        state = State(9, 81, start, propagators)
        fine = RuleSearch(state).narrow(masks)
        assert bool(fine) == bool(ways)
        for digit in frozenset.intersection(*ways) if ways else ():
            required += 1
            assert not any(state.values()[cell] >> (digit - 1) & 1 for cell in (11, 18, 19, 20))
    assert required > 10


def test_small_cages_run_first() -> None:
    """Propagators are numbered by size, whatever the order of the statements; cages of few sets before others."""
    board = Geometry(3, 3)
    program = Program(base_of(board), board.lo, WORDS)
    for cells, total in (((0, 1, 2, 3), 20), ((9, 10, 11), 15), ((18, 19), 10), ((27, 28, 29), 6)):
        program.cage(cells, total)
    _, _, (_, _, _, _, code, starts, *_) = program.finished()
    cages = [cage for cage in (Cage(record_in(code, place)) for place in starts) if cage.kind == CAGE]
    assert [cage.cells[0] for cage in cages if cage.size == 2] == [18]
    assert [cage.size for cage in cages] == sorted(cage.size for cage in cages)
    assert [cage.cells[0] for cage in cages if cage.size == 3] == [27, 9]
