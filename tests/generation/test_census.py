"""All minimal 4x4 puzzles: 85,632 = 25,728 with 4 clues + 58,368 with 5 + 1,536 with 6."""

from __future__ import annotations

from collections import Counter

import pytest

from cpsudoku.board.geometry import boxes
from cpsudoku.board.puzzle import Solution
from cpsudoku.generation.filling import reduced_grids
from cpsudoku.questions.reduction import clue_oracle
from cpsudoku.subsets.oracle import Inconsistent

CENSUS = {4: 25_728, 5: 58_368, 6: 1_536}
RENAMINGS = 24


@pytest.mark.long
def test_census_by_exhaustive_reduction() -> None:
    """Clues are taken away in every possible order from the 12 grids with 1234 on top; renaming makes 24 of each.

    A set of clues is unique when it meets the difference to each of the 287 other grids: counted that way too, and
    the engine agrees on a sample.
    """
    board = boxes(2, 2)
    grids = reduced_grids(board)
    from itertools import permutations

    every = [g.translate(bytes([0, *p, *range(5, 256)])) for g in grids for p in permutations(range(1, 5))]
    tester = clue_oracle("sat", board)
    found: Counter[int] = Counter()
    for grid in grids:
        differences = [sum(1 << i for i in range(16) if other[i] != grid[i]) for other in every if other != grid]
        smallest = [d for d in differences if not any(e != d and e & d == e for e in differences)]
        known: dict[int, bool] = {}

        def unique(clues: int, smallest: list[int] = smallest, known: dict[int, bool] = known) -> bool:
            if clues not in known:
                known[clues] = all(clues & d for d in smallest)
            return known[clues]

        seen = {(1 << 16) - 1}
        waiting = list(seen)
        while waiting:
            clues = waiting.pop()
            fewer = [clues & ~(1 << i) for i in range(16) if clues >> i & 1 and unique(clues & ~(1 << i))]
            if not fewer:
                found[clues.bit_count()] += RENAMINGS
            for other in fewer:
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
        tester.take(Solution(grid, board))
        for clues in list(known)[::997]:
            cells = [i for i in range(16) if clues >> i & 1]
            assert isinstance(tester.check(cells), Inconsistent) == known[clues]
    assert found == CENSUS
    assert sum(found.values()) == 85_632
