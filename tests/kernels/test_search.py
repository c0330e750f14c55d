"""The 9x9 search kernel, compiled or (with --interpreted) as plain Python."""

from __future__ import annotations

import itertools
import random

import pytest

from cpsudoku.board.geometry import CLASSIC
from cpsudoku.kernels import search
from cpsudoku.kernels.general.backtrack import Backtracker

pytestmark = pytest.mark.interpreted
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


def puzzles(count: int, seed: int) -> list[bytes]:
    """Puzzles with no, one or several solutions: clues dropped from grids made by shuffling one, some changed."""
    random_ = random.Random(seed)
    base = search.search(PUZZLE, 1)[0][0]
    samples = []
    for _ in range(count):
        digits = random_.sample(range(1, 10), 9)
        order = [3 * b + i for _ in "rc" for b in random_.sample(range(3), 3) for i in random_.sample(range(3), 3)]
        cells = [digits[base[9 * r + c] - 1] for r in order[:9] for c in order[9:]]
        for cell in random_.sample(range(81), random_.randint(45, 58)):
            cells[cell] = 0
        if random_.random() < 0.2:
            cells[random_.randrange(81)] = random_.randint(1, 9)
        samples.append(bytes(cells))
    return samples


@pytest.mark.skipif(search.instructions() == "python", reason="one code only when interpreted")
def test_vectors_and_scalar_code_find_the_same() -> None:
    """The vector search gives the counts and the solutions of the scalar search, in the same order."""
    cells = b"".join(puzzles(2000, seed=1))
    fast, plain = search.solve_batch(cells, limit=5, keep=3), search.solve_batch(cells, limit=5, keep=3, scalar=True)
    assert set(fast[0]) == {0, 1, 2, 3, 4, 5}
    assert fast[0] == plain[0]
    assert fast[1] == plain[1]


def test_a_full_grid_is_a_right_grid() -> None:
    """Propagation ends before its fixpoint; what it leaves without an open cell is a solution all the same."""
    line = "8.........95.......67.........476982...923145...518736......497....9.263....3.518"
    cells = bytes(int(cell) if cell != "." else 0 for cell in line)
    for scalar in (False, True):
        counts, grids, nodes = search.solve_batch(cells, limit=2, keep=2, scalar=scalar)
        assert list(counts) == [2]
        assert nodes == 8
        for at in (0, 81):
            grid = bytes(grids)[at : at + 81]
            assert all(sorted(grid[cell] for cell in house.cells) == list(range(1, 10)) for house in CLASSIC.houses)


def test_counts_agree_with_the_general_search() -> None:
    """The 9x9 search and the search for any board, which share no code, count the same."""
    board = Backtracker(9, [house.cells for house in CLASSIC.houses])
    for cells in puzzles(300 if search.instructions() != "python" else 5, seed=2):
        board.start(cells)
        assert search.count(cells, 50) == board.count(50)


def test_grids_kept_solve_their_puzzles() -> None:
    """Every grid kept is a solution of its own puzzle; places without one are zero."""
    samples = puzzles(100 if search.instructions() != "python" else 5, seed=3)
    counts, grids, _ = search.solve_batch(b"".join(samples), limit=4, keep=4)
    for i, puzzle in enumerate(samples):
        kept = [grids[324 * i + 81 * k : 324 * i + 81 * k + 81] for k in range(4)]
        assert all(is_solution(grid, puzzle) for grid in kept[: counts[i]])
        assert not any(map(any, kept[counts[i] :]))


def test_digits_beyond_nine_have_no_solution() -> None:
    """Bytes above 9 are no digits: such a puzzle has no solution, whichever code runs."""
    for value in (10, 127, 128, 255):
        for scalar in (False, True):
            assert list(search.solve_batch(bytes([value]) + bytes(80), 2, 0, 0, scalar)[0]) == [0]


def test_lengths_are_checked() -> None:
    """A batch is a multiple of 81 bytes, a puzzle 81; an empty batch is a batch."""
    for call in (lambda: search.count(bytes(80)), lambda: search.count_batch(bytes(82)), lambda: search.search(b"")):
        with pytest.raises(ValueError, match="81"):
            call()
    assert list(search.count_batch(b"")) == []
