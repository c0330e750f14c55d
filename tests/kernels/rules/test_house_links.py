"""What houses say to the cells beside them, against grids and against a search without it."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from cpsudoku import Geometry
from cpsudoku.constraints.primitives import DigitSet, Pair, Statement
from cpsudoku.engines.model import WORDS, base_of
from cpsudoku.kernels.rules.links import link_houses
from cpsudoku.kernels.rules.program import Program
from cpsudoku.kernels.rules.search import RuleSearch
from cpsudoku.kernels.rules.state import State

pytestmark = pytest.mark.interpreted
APART = frozenset((a, b) for a in range(1, 10) for b in range(1, 10) if abs(a - b) > 1)


def narrowed(pairs: list[tuple[int, int]], masks: list[int], linked: bool) -> list[int] | None:
    """What is left of the masks of a 9x9 board whose *pairs* are not consecutive."""
    return left(tuple(Pair(a, b, APART) for a, b in pairs), masks, linked)


def left(statement: Statement, masks: list[int], linked: bool) -> list[int] | None:
    """What is left of the masks of a 9x9 board under a statement."""
    board = Geometry(3, 3)
    program = Program(base_of(board), board.lo, WORDS)
    program.add(statement)
    _, start, propagators = program.finished()
    state = State(9, 81, start, propagators)
    search = RuleSearch(state)
    if linked:
        link_houses(state)
    return state.values() if search.narrow(masks) else None


def test_between_two_places() -> None:
    """Where 5 is left of a cell or right of it, the cell is neither 4 nor 6; nor where it may be 5 itself."""
    masks = [0b111101111] * 9 + [0b111111111] * 72
    masks[0] = masks[2] = 0b111111111
    pairs = [(0, 1), (1, 2)]
    found, before = narrowed(pairs, masks, True), narrowed(pairs, masks, False)
    assert found is not None
    assert before is not None
    assert before[1] == 0b111101111
    assert found[1] == 0b111000111
    masks[1] = 0b111111111
    found = narrowed(pairs, masks, True)
    assert found is not None
    assert found[1] == 0b111010111
    masks[5] = 0b111111111  # a fourth place, where nothing ties the cell
    found = narrowed(pairs, masks, True)
    assert found is not None
    assert found[1] == 0b111111111


def test_no_grid_is_lost() -> None:
    """Random masks around a grid whose pairs are taken from it: it stays, and never is more left than without."""
    rng = random.Random(3)
    grid = [(2 * (3 * (row % 3) + row // 3 + column)) % 9 + 1 for row in range(9) for column in range(9)]
    narrowed_boards = 0
    for _ in range(20):
        pairs = [
            (a, b)
            for a in range(81)
            for b in ((a + 1, a + 9) if a % 9 < 8 else (a + 9,))
            if b < 81 and abs(grid[a] - grid[b]) > 1 and rng.random() < 0.9
        ]
        masks = [511] * 81
        for row in range(0, 81, 9):  # a digit has its place, and those beside it
            place = rng.randrange(row, row + 9)
            for cell in range(row, row + 9):
                if abs(cell - place) > 1:
                    masks[cell] &= ~(1 << grid[place] - 1)
        found, before = narrowed(pairs, masks, True), narrowed(pairs, masks, False)
        assert found is not None
        assert before is not None
        assert all(mask >> digit - 1 & 1 for mask, digit in zip(found, grid))
        assert all(mask & ~other == 0 for mask, other in zip(found, before))
        narrowed_boards += found != before
    assert narrowed_boards > 5


@pytest.mark.parametrize("cage", [(0, 9), (0, 1, 9), (0, 1, 9, 10), tuple(range(5)) + (9, 10)])
def test_a_cage_holds_what_a_house_has_nowhere_else(cage: tuple[int, ...]) -> None:
    """Where the row, or the column, has its 1 in the cage alone, sets without it go; of two to seven open cells."""
    size = len(cage)
    sets = (frozenset(range(1, size + 1)), frozenset(range(10 - size, 10)), frozenset(range(2, size + 2)))
    house = range(0, 81, 9) if size == 2 else range(9)
    masks = [0b111111110 if cell in house and cell not in cage else 511 for cell in range(81)]
    found, before = (left((DigitSet(cage, sets),), masks, linked) for linked in (True, False))
    assert found is not None
    assert before is not None
    assert any(before[cell] >> size for cell in cage)
    assert not any(found[cell] >> size for cell in cage)


def test_same_solutions() -> None:
    """A search long enough to have it finds the solutions that searches too short to have it find."""
    board = Geometry(2, 3)
    apart = frozenset((a, b) for a in range(1, 7) for b in range(1, 7) if abs(a - b) > 1)
    program = Program(base_of(board), board.lo, WORDS)
    program.add(tuple(Pair(cell, cell + 1, apart) for cell in range(36) if cell % 6 < 4 and cell // 6 % 2))
    _, start, propagators = program.finished()
    state = State(6, 36, start, propagators)

    def found(masks: list[int]) -> tuple[set[bytes], int]:
        state.reset()
        search = RuleSearch(state)
        grids: set[bytes] = set()
        if search.narrow(masks):
            while search.resume() == 1:
                grids.add(search.grid())
        return grids, search.branches()

    first = [1 << digit - 1 for digit in (2, 4, 6, 1, 3, 5)]
    grids, nodes = found([*first, *[63] * 30])
    assert nodes > 512
    parts: set[bytes] = set()
    for second in permutations(range(6), 4):
        some, nodes = found([*first, *[1 << k for k in second], *[63] * 26])
        assert nodes < 256
        parts |= some
    assert grids == parts
