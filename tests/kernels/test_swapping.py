"""The moves of the swap fills, and what they can reach."""

from __future__ import annotations

from itertools import permutations

import pytest

from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.generation.filling import pattern_grid, reduced_grids
from cpsudoku.kernels.classic.swapping import Swapper
from cpsudoku.kernels.randomness import Stream, derive
from tests.rules import is_solution


def sign(grid: bytes, board: Geometry) -> int:
    """Product of the signs of the permutations in all houses."""
    product = 1
    for house in board.houses:
        digits = [grid[cell] for cell in house.cells]
        product *= (-1) ** sum(a > b for i, a in enumerate(digits) for b in digits[i + 1 :])
    return product


def moves(swapper: Swapper, grid: bytes, board: Geometry) -> set[bytes]:
    """Every grid one swap away."""
    found = set()
    for cell in range(board.size):
        for which in range(board.box_rows - 1):
            found.add(swapper.swap(grid, cell, True, which))
        for which in range(board.box_cols - 1):
            found.add(swapper.swap(grid, cell, False, which))
    return found


@pytest.mark.interpreted
@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (3, 3)])
def test_swaps_keep_grids_valid_and_their_sign(shape: tuple[int, int]) -> None:
    """A swap leads to another grid with the same product of signs."""
    board = boxes(*shape)
    swapper = Swapper(*shape)
    grid = pattern_grid(board)
    assert is_solution(board, grid, bytes(board.size))
    for other in moves(swapper, grid, board):
        assert is_solution(board, other, bytes(board.size))
        assert sign(other, board) == sign(grid, board)
        assert other != grid


@pytest.mark.interpreted
def test_all_4x4_grids_are_reached() -> None:
    """From the pattern grid swaps reach all 288."""
    board, swapper = boxes(2, 2), Swapper(2, 2)
    reached = {pattern_grid(board)}
    waiting = list(reached)
    while waiting:
        new = moves(swapper, waiting.pop(), board) - reached
        reached |= new
        waiting += new
    assert len(reached) == 288


@pytest.mark.long
def test_6x6_grids_fall_into_two_components() -> None:
    """Swaps part the 28,200,960 grids of 6x6 (boxes 2x3) into 6,635,520 and 21,565,440; exchanges join them.

    Renaming digits maps moves to moves, so components are found among the 39,168 grids with 123456 in the first row;
    that each is one component and not several is seen from the renamings that closed walks amount to: all 720.
    """
    board, swapper = boxes(2, 3), Swapper(2, 3)
    left = set(reduced_grids(board))
    sizes = []
    first_of: list[bytes] = []
    while left:
        start = min(left)
        first_of.append(start)
        # each class with the renaming that the walk from the start has brought it
        names = {start: tuple(range(1, 7))}
        waiting = [start]
        loops: set[tuple[int, ...]] = set()
        while waiting:
            grid = waiting.pop()
            for moved in moves(swapper, grid, board):
                back = bytes.maketrans(moved[:6], bytes(range(1, 7)))
                reduced = moved.translate(back)
                # moved = reduced renamed by its own first row
                brought = tuple(names[grid][digit - 1] for digit in moved[:6])
                if reduced not in names:
                    names[reduced] = brought
                    waiting.append(reduced)
                elif brought != names[reduced] and len(loops) < 60:
                    inverse = {digit: k for k, digit in enumerate(names[reduced])}
                    loops.add(tuple(inverse[digit] for digit in brought))
        assert len(_generated(loops)) == 720
        left -= set(names)
        sizes.append(720 * len(names))
    assert sorted(sizes) == [6_635_520, 21_565_440]
    assert sum(sizes) == 28_200_960

    def component(grid: bytes) -> int:
        """Which of the two a grid is in."""
        reached = {grid.translate(bytes.maketrans(grid[:6], bytes(range(1, 7))))}
        waiting = list(reached)
        while waiting and len(reached) <= 9216:
            for moved in moves(swapper, waiting.pop(), board):
                reduced = moved.translate(bytes.maketrans(moved[:6], bytes(range(1, 7))))
                if reduced not in reached:
                    reached.add(reduced)
                    waiting.append(reduced)
        return 720 * len(reached) if len(reached) <= 9216 else 21_565_440

    small = first_of[sizes.index(6_635_520)]
    crossed = {swapper.exchange(small, cell, digit) for cell in range(36) for digit in range(1, 7)}
    assert any(component(other) == 21_565_440 for other in sorted(crossed)[:40])


def _generated(generators: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """The group that permutations of 0 .. 5 generate."""
    found = {tuple(range(6))}
    waiting = list(found)
    while waiting:
        here = waiting.pop()
        for step in generators:
            there = tuple(here[k] for k in step)
            if there not in found:
                found.add(there)
                waiting.append(there)
    assert len(found) <= len(list(permutations(range(6))))
    return found


@pytest.mark.interpreted
def test_exchanges_are_valid_and_can_flip_the_sign() -> None:
    """An exchange of two digits leads to a grid; at 9x9 exchanging two digits everywhere changes the sign."""
    board, swapper = boxes(3, 3), Swapper(3, 3)
    grid = pattern_grid(board)
    signs = set()
    for cell in range(0, 81, 10):
        for digit in range(1, 10):
            other = swapper.exchange(grid, cell, digit)
            assert is_solution(board, other, bytes(81))
            signs.add(sign(other, board))
    everywhere = grid.translate(bytes.maketrans(b"\1\2", b"\2\1"))
    assert sign(everywhere, board) == -sign(grid, board)
    assert is_solution(board, swapper.walk(grid, Stream(derive(1, 1)), 2, True), bytes(81))
