"""Groups of cells taken away: the loop, by an oracle that enumerates."""

from __future__ import annotations

import pytest

from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.board.puzzle import Solution
from cpsudoku.board.symmetry import orbits
from cpsudoku.generation.filling import fill
from cpsudoku.kernels.classic.rivals import Witnesses
from cpsudoku.kernels.general.deleting import Deleting
from cpsudoku.kernels.general.unavoidable import Ledger, tables
from cpsudoku.kernels.randomness import Stream, derive
from cpsudoku.subsets.clue_oracles import clue_oracle
from cpsudoku.subsets.oracle import core_of
from tests.rules import all_solutions

BOARD = boxes(2, 2)


class Enumeration:
    """Says whether clues determine a grid, and counts its questions."""

    def __init__(self, board: Geometry, grid: bytes):
        self.board, self.grid, self.asked = board, grid, 0

    def __call__(self, clues: list[int]) -> list[int] | None:
        self.asked += 1
        puzzle = bytes(digit if cell in clues else 0 for cell, digit in enumerate(self.grid))
        found = all_solutions(self.board, puzzle)
        return clues if len([next(found, b""), next(found, b"")][1]) == 0 else None


def one_by_one(ask: Enumeration, order: list[tuple[int, ...]], clues: set[int]) -> set[int]:
    """What is left where every group is asked about."""
    for group in order:
        if ask(sorted(clues.difference(group))) is not None:
            clues.difference_update(group)
    return clues


@pytest.mark.interpreted
@pytest.mark.parametrize("symmetry", ["none", "rot180"])
@pytest.mark.parametrize("sets", [True, False])
def test_what_is_left(symmetry: str, *, sets: bool) -> None:
    """The short cuts change nothing, and every group is accounted for."""
    for index in range(4):
        stream = Stream(derive(3, index))
        grid = fill("uniform", BOARD, stream)
        order = stream.shuffled(orbits(BOARD, symmetry))
        ask = Enumeration(BOARD, grid)
        wanted = one_by_one(ask, order, set(range(16)))
        slow, ask.asked = ask.asked, 0
        ledger = Ledger(grid, tables(4, BOARD.houses)) if sets else None
        deleting = Deleting(16, [], order, ledger, ask, None)
        deleting.run(0, True)
        assert set(deleting.left()) == wanted
        assert deleting.questions == ask.asked < slow + 4
        assert not deleting.skipped
        assert (deleting.by_sets > 0) <= sets


@pytest.mark.parametrize("branches", [1, 2, 3, 20])
def test_bold(branches: int) -> None:
    """What no witness was found against is taken to be spare; a question at the end finds out where that was wrong."""
    board, by_engine = boxes(3, 3), clue_oracle("dlx", boxes(3, 3))
    questions = 0

    def ask(clues: list[int]) -> frozenset[int] | None:
        return core_of(by_engine.check(clues))

    for index in range(4):
        stream = Stream(derive(9, index))
        grid = fill("uniform", board, stream)
        by_engine.take(Solution.trusted(grid, board))
        order = stream.shuffled(orbits(board, "none"))
        left = []
        for bold in (False, True):
            ledger = Ledger(grid, tables(9, board.houses))
            deleting = Deleting(81, [], order, ledger, ask, None, Witnesses(grid, branches) if bold else None)
            deleting.run(0, True, bold=bold)
            left.append(sorted(deleting.left()))
        questions += deleting.questions
        assert left[0] == left[1]
        stopped = Deleting(81, [], order, None, ask, None, Witnesses(grid, branches))
        stopped.run(40, True, bold=True)
        assert len(stopped.left()) == 40
    assert (questions == 4) is (branches == 20)


@pytest.mark.interpreted
def test_how_far() -> None:
    """It keeps as many clues as it is told to, and what is not in the order; or stops at the first that is needed."""
    stream = Stream(derive(4, 0))
    grid = fill("uniform", BOARD, stream)
    order = [group for group in stream.shuffled(orbits(BOARD, "none")) if group not in ((0,), (5,))]
    ask = Enumeration(BOARD, grid)
    deleting = Deleting(16, [0, 5], order, None, ask, None)
    deleting.run(9, True)
    assert deleting.skipped
    assert len(deleting.left()) == 9
    assert {0, 5} < set(deleting.left())
    deleting = Deleting(16, [0, 5], order, None, ask, None)
    deleting.run(0, False)
    left = set(deleting.left())
    assert ask(sorted(left)) is not None
    first = next(cell for (cell,) in order if cell in left)
    assert ask(sorted(left - {first})) is None


@pytest.mark.interpreted
def test_cells_are_looked_at() -> None:
    """Cells off the board, twice, or none at all, are refused."""
    for stay, order in (([], [(16,)]), ([0], [(0,)]), ([], [(1,), ()]), ([-1], [(1,)]), ([], [(1, 1)])):
        with pytest.raises(ValueError, match="group"):
            Deleting(16, stay, order, None, lambda clues: clues, None)


@pytest.mark.interpreted
def test_witnesses() -> None:
    """A witness is another grid with the same clues; where there is none, none is found."""
    board = boxes(3, 3)
    grid = fill("uniform", board, Stream(5))
    looked = Witnesses(grid, 20)
    assert looked.found(list(range(81))) is None
    a, b = 1, 2
    clues = [cell for cell, digit in enumerate(grid) if digit not in (a, b)]  # exchanging the two is another solution
    other = looked.found(clues)
    assert other is not None
    assert other != grid
    assert all(other[cell] == grid[cell] for cell in clues)
    assert all(len({other[cell] for cell in house.cells}) == 9 for house in board.houses)
    assert looked.found([]) is None or looked.found([]) != grid
    with pytest.raises(ValueError, match="cell 81"):
        looked.found([81])
    with pytest.raises(ValueError, match="full grid"):
        Witnesses(bytes(81), 20)
