"""The 9x9 search kernel, compiled or (with --interpreted) as plain Python."""

from __future__ import annotations

import itertools

from cpsudoku.kernels import search

PUZZLE = bytes(map(int, "530070000600195000098000060800060003400803001700020006060000280000419005000080079"))
ROWS = [range(9 * r, 9 * r + 9) for r in range(9)]
COLUMNS = [range(c, 81, 9) for c in range(9)]
BOXES = [[27 * (b // 3) + 3 * (b % 3) + 9 * i + j for i in range(3) for j in range(3)] for b in range(9)]


def is_solution(grid: bytes, puzzle: bytes) -> bool:
    houses = itertools.chain(ROWS, COLUMNS, BOXES)
    return all({grid[i] for i in house} == set(range(1, 10)) for house in houses) and all(
        p in (0, g) for p, g in zip(puzzle, grid)
    )


def test_unique_puzzle() -> None:
    """A puzzle with one solution counts one, and the grid kept solves it."""
    counts, grids, _ = search.solve_batch(PUZZLE * 3, limit=2, keep=1)
    assert list(counts) == [1, 1, 1]
    assert search.count(PUZZLE) == 1
    assert grids[:81] == grids[81:162]
    assert is_solution(grids[:81], PUZZLE)


def test_limit_and_distinct_solutions() -> None:
    """An empty board is counted up to the limit, and the grids kept are distinct solutions."""
    grids, found, complete, _ = search.search(bytes(81), limit=20)
    assert found == len(set(grids)) == 20
    assert not complete
    assert all(is_solution(grid, bytes(81)) for grid in grids)


def test_node_bound_is_unknown() -> None:
    """Where the bound on branches is reached, the count says so and is never mistaken for an answer."""
    assert list(search.solve_batch(bytes(81), limit=2, keep=0, max_nodes=3)[0]) == [-1]


def test_impossible() -> None:
    """Clashing clues and puzzles without solution count zero."""
    assert search.count(bytes([5, 5]) + bytes(79)) == 0
    broken = bytearray(81)
    broken[:8] = bytes(range(1, 9))
    broken[17] = 9
    assert search.count(bytes(broken)) == 0
