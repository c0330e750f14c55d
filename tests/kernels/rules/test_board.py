"""Rows, columns and boxes at once: the same whatever vectors are used, and interpreted."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from cpsudoku import Geometry
from cpsudoku.constraints.primitives import Different
from cpsudoku.kernels.rules.search import RuleSearch
from cpsudoku.kernels.rules.state import State
from tests.kernels.rules.brute import narrowed, state_of

ROOT = Path(__file__).parents[3]
SEARCHES = """
from tests.kernels.rules.test_board import searches
import json
print(json.dumps(searches()))
"""


def searches() -> list[list[object]]:
    """Of random masks and cells that differ: what is left, which variable was in trouble, and a search."""
    rng = random.Random(21)
    found: list[list[object]] = []
    solution = [(3 * (row % 3) + row // 3 + column) % 9 for row in range(9) for column in range(9)]
    for turn in range(24):
        groups = [tuple(rng.sample(range(81), 2)) for _ in range(rng.choice((0, 30)))]
        statement = tuple(Different(pair) for pair in groups if solution[pair[0]] != solution[pair[1]])
        state = state_of(Geometry(3, 3), statement)
        assert state is not None
        share = rng.choice((0.15, 0.25, 0.35))
        masks = [1 << digit | sum(1 << d for d in range(9) if rng.random() < share) for digit in solution]
        if turn % 3 == 0:
            masks[rng.randrange(81)] = rng.randrange(1, 512)
        search = RuleSearch(state)
        alive = search.narrow(masks)
        found.append([alive, state.values(), state.runs])
        if alive:
            found.append([search.resume(20), search.branches(), state.values()])
    return found


@pytest.mark.parametrize("word", ["scalar", "neon", "avx2"])
def test_instructions_change_nothing(word: str) -> None:
    """Down to what a contradiction leaves; scalar is the Python of the file, neon vectors of 16 bytes anywhere."""
    process = subprocess.run(
        [sys.executable, "-c", SEARCHES],
        env={**os.environ, "CPSUDOKU_INSTRUCTIONS": word},
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    record = json.loads(process.stdout)
    assert record == searches()
    assert {row[0] for row in record} >= {0, 1, 2}


@pytest.mark.interpreted
def test_more_than_its_houses() -> None:
    """A board with more full houses, and cells that see two of a house by a rule."""
    nine = Geometry(3, 3)
    masks = [511] * 81
    for cell in (1, 2, 3, 4, 5, 6, 7):
        masks[cell] = 0b111111110
    free = narrowed(nine, (), masks)
    assert free is not None
    assert free[40] == 511
    masks_left = narrowed(nine, (Different((0, 40)), Different((8, 40))), masks)  # 1 is in one of both
    assert masks_left is not None
    assert [cell for cell in range(81) if masks_left[cell] != free[cell]] == [40]
    assert masks_left[40] == 0b111111110
    diagonal = Different(tuple(range(0, 81, 10)))
    masks = [511] * 81
    masks[0:70:10] = [0b111111100] * 7
    masks_left = narrowed(nine, (diagonal,), masks)
    assert masks_left is not None
    assert [cell for cell in range(81) if masks_left[cell] & 0b11 == 0] == [*range(0, 70, 10), 61, 62, 69, 71, 78, 79]


@pytest.mark.interpreted
@pytest.mark.parametrize("pairs", [[0b11, 0b11, 0b11], [0b11, 0b110, 0b11, 0b110]])
def test_pairs_that_contradict(pairs: list[int]) -> None:
    """Three cells with the same two digits, and two pairs with a digit in common."""
    masks = [511] * 81
    masks[9 : 9 + len(pairs)] = pairs
    assert narrowed(Geometry(3, 3), (), masks) is None


@pytest.mark.interpreted
def test_a_state_again() -> None:
    """What one search leaves behind is gone in the next."""
    state = state_of(Geometry(3, 3), ())
    assert isinstance(state, State)
    masks = [511] * 81
    masks[0] = 1
    for _ in range(2):
        assert RuleSearch(state).narrow(masks) == 2
        assert state.values()[1] == 510
        state.reset()
        assert RuleSearch(state).narrow([511] * 81) == 2
        assert state.values() == [511] * 81
        state.reset()
