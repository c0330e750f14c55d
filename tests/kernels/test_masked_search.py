"""The classic board searched within candidates: the same solutions as by clues and by the kernel of rules."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints import from_dict
from cpsudoku.engines.model import Model
from cpsudoku.kernels.classic.masked_search import MaskSearch
from cpsudoku.kernels.rules.search import RuleSearch
from cpsudoku.kernels.search import search
from cpsudoku.questions.candidates import candidates
from cpsudoku.questions.verdict import verify

pytestmark = pytest.mark.interpreted
GRID = bytes((3 * (row % 3) + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))


def around(seed: int, loose: int) -> list[int]:
    """Masks that the grid keeps: one to *loose* digits a cell."""
    rng = random.Random(seed)
    found = []
    for digit in GRID:
        digits = {digit, *rng.sample(range(1, 10), rng.randint(0, loose - 1))}
        found.append(sum(1 << d >> 1 for d in digits))
    return found


def every(mask_search: MaskSearch, budget: int = -1) -> list[bytes]:
    """All solutions, so many branches at a time."""
    found = []
    while (answer := mask_search.resume(budget)) != 0:
        if answer == 1:
            found.append(mask_search.grid())
    return found


def by_rules(masks: list[int]) -> list[bytes]:
    """All solutions by the kernel of rules, which knows the houses alone."""
    model = Model(CLASSIC, (from_dict({"type": "pairwise", "cells": ["r1c1", "r1c2"], "allowed": ALL}).on(CLASSIC),))
    assert not model.plain
    mask_search = model.begin(masks)
    found = []
    assert mask_search is None or isinstance(mask_search, RuleSearch)
    while mask_search is not None and mask_search.resume() == 1:
        found.append(mask_search.grid())
    return found


ALL = [[a, b] for a in range(1, 10) for b in range(1, 10)]


@pytest.mark.parametrize("scalar", [False, True])
@pytest.mark.parametrize("budget", [-1, 1])
@pytest.mark.parametrize("hard", [4096, 0, 3])
def test_the_same_solutions_as_by_rules(scalar: bool, budget: int, hard: int) -> None:
    """Within random candidates it finds what the kernel of rules finds, each once, in one go or branch by branch.

    So it does where it looks ahead from the beginning, or begins anew after a solution.
    """
    many = 0
    for seed in range(12):
        masks = around(seed, 9)
        found = every(MaskSearch(masks, scalar, hard), budget)
        assert GRID in found
        assert len(set(found)) == len(found)
        assert set(found) == set(by_rules(masks))
        many += len(found) > 1
    assert many


@pytest.mark.parametrize("scalar", [False, True])
def test_clues_are_masks(scalar: bool) -> None:
    """Of clues it finds what the search by clues finds; what contradicts itself has no solution."""
    for seed in range(6):
        rng = random.Random(seed)
        clues = bytes(digit if rng.random() < 0.35 else 0 for digit in GRID)
        grids, _, complete, _ = search(clues, 300)
        masks = [1 << digit >> 1 if digit else 511 for digit in clues]
        mask_search = MaskSearch(masks, scalar)
        if complete:
            assert set(every(mask_search)) == set(grids)
        else:
            assert mask_search.resume() == 1
            assert all(not clue or clue == digit for clue, digit in zip(clues, mask_search.grid()))
    assert MaskSearch([1, 1, *[511] * 79], scalar).resume() == 0


@pytest.mark.parametrize("scalar", [False, True])
@pytest.mark.parametrize("hard", [4096, 0, 2])
def test_steered(scalar: bool, hard: int) -> None:
    """Steered, each solution shows something wanted, and at the end nothing wanted is in any solution."""
    for seed in range(8):
        masks = around(seed, 9)
        solutions = every(MaskSearch(masks, scalar))
        made, wanted = MaskSearch(masks, scalar, hard), list(masks)
        made.want(wanted)
        while (answer := made.resume(5)) != 0:
            if answer == 1:
                grid = made.grid()
                assert any(wanted[k] >> (digit - 1) & 1 for k, digit in enumerate(grid))
                wanted = [mask & ~(1 << digit >> 1) for mask, digit in zip(wanted, grid)]
        shown = [0] * 81
        for grid in solutions:
            shown = [mask | 1 << digit >> 1 for mask, digit in zip(shown, grid)]
        assert [mask & ~left for mask, left in zip(masks, wanted)] == shown


@pytest.mark.parametrize("hard", [4096, 0])
def test_a_budget_is_kept(hard: int) -> None:
    """After so many branches it says that it does not know, and goes on from there."""
    mask_search = MaskSearch([511] * 81, hard=hard)
    assert mask_search.resume(3) == -1
    assert mask_search.branches() == 3
    assert mask_search.resume(0) == -1
    assert mask_search.branches() == 3
    assert mask_search.resume() == 1


def test_what_it_cannot_say() -> None:
    """It keeps no account of what is left and of what it refused: it says so, however far it is."""
    search = MaskSearch([511] * 81)
    for _ in range(3):
        assert search.resume(100) != 0
        assert search.left() == 1
        assert search.refused() == []


def test_looking_ahead_saves_branches() -> None:
    """Where a board is wide open and has few solutions, it takes fewer branches when it looks ahead."""
    ahead = simple = 0
    for seed in range(40, 46):
        masks = around(seed, 9)
        late, early = MaskSearch(masks), MaskSearch(masks, hard=0)
        assert set(every(late)) == set(every(early))
        simple += late.branches()
        ahead += early.branches()
    assert ahead < simple


def test_which_models_are_plain() -> None:
    """Candidates alone make a model plain; what relates cells, or another board, does not."""
    given = from_dict({"type": "candidates", "cells": ["r1c1"], "values": [1, 2]})
    apart = from_dict({"type": "all_different", "cells": ["r1c1", "r2c5", "r5c9"]})
    house = from_dict({"type": "all_different", "cells": ["r1c1", "r1c5"]})
    assert Model(CLASSIC, (given.on(CLASSIC), house.on(CLASSIC))).plain
    assert not Model(CLASSIC, (given.on(CLASSIC), apart.on(CLASSIC))).plain
    other = Geometry(2, 2)
    assert not Model(other, (given.on(other),)).plain


def test_a_puzzle_of_candidates() -> None:
    """Verdict and true candidates of a puzzle whose cells have lists of digits are those of the search by rules."""
    for seed in (0, 1, 2):
        masks = around(seed, 9)
        rules = tuple(
            from_dict({"type": "candidates", "cells": [f"r{k // 9 + 1}c{k % 9 + 1}"], "values": digits})
            for k, mask in enumerate(masks)
            if (digits := [d for d in range(1, 10) if mask >> (d - 1) & 1])
        )
        puzzle = Puzzle(bytes(81), CLASSIC, rules)
        solutions = by_rules(masks)
        assert (type(verify(puzzle)).__name__ == "Unique") == (len(solutions) == 1)
        shown = tuple(tuple(sorted({grid[k] for grid in solutions})) for k in range(81))
        assert candidates(puzzle).digits == shown


ORDER = """
import json, random
from cpsudoku.kernels.classic.masked_search import MaskSearch

rng = random.Random(12)
for steered in (False, True):
    for _ in range(20):
        grid = [(3 * (row % 3) + row // 3 + column) % 9 for row in range(9) for column in range(9)]
        masks = [1 << digit | rng.getrandbits(9) for digit in grid]
        search = MaskSearch(masks)
        if steered:
            search.want([mask & rng.getrandbits(9) for mask in masks])
        found = []
        while len(found) < 40 and (answer := search.resume(7)) != 0:
            found.append([answer, search.branches(), list(search.grid()) if answer == 1 else []])
        print(json.dumps(found))
"""


def test_the_same_way_by_all_vectors() -> None:
    """What is found, and after how many branches, does not depend on the vectors of the processor."""

    def results_of_process(**more: str) -> list[list[list[object]]]:
        process = subprocess.run(
            [sys.executable, "-c", ORDER],
            env={**os.environ, **more},
            capture_output=True,
            text=True,
            cwd=Path(__file__).parents[2],
            check=True,
        )
        return [json.loads(line) for line in process.stdout.splitlines()]

    found = results_of_process()
    assert results_of_process(CPSUDOKU_INSTRUCTIONS="avx2") == found
    assert any(len(rows) > 2 for rows in found)
