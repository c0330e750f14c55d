"""Repair of full boards: what it calls a grid is one, the same seed takes the same way, and it claims nothing else."""

from __future__ import annotations

import random
from array import array
from itertools import combinations

import pytest

from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.engines.sat.propagation import board_of
from cpsudoku.kernels.general.repairing import Repair, pair_count, rivals_of

pytestmark = pytest.mark.interpreted


def left_open(board: Geometry, clues: bytes) -> tuple[bytes, array[int]]:
    """What singles fix, and the candidates they leave."""
    with board_of(board) as propagated:
        assert propagated.load(clues) == 0
        return propagated.values(), propagated.open_candidates()


def repaired(board: Geometry, clues: bytes, seed: int, moves: int = 100_000) -> tuple[bytes | None, int]:
    """The grid that repair finds, None where it finds none, and how many moves that took."""
    fixed, candidates = left_open(board, clues)
    repair = Repair(candidates, board.side, [house.cells for house in board.houses], seed)
    if not repair.run(moves):
        return None, repair.made()
    grid = bytearray(fixed)
    for v in repair.chosen():
        cell, digit = divmod(candidates[v], board.side)
        assert not grid[cell]
        grid[cell] = digit + 1
    return bytes(grid), repair.made()


@pytest.mark.parametrize("board", [boxes(2, 2), boxes(2, 3), boxes(3, 3), Geometry(2, 2, extras=("diagonals",))])
def test_what_it_finds_is_a_grid_with_the_clues(board: Geometry) -> None:
    """Empty boards and boards with a third of their cells given: every house is a permutation, every clue kept."""
    wanted = list(range(1, board.side + 1))
    chance = random.Random(board.size)
    clues = bytes(board.size)
    for seed in range(3):
        grid, _ = repaired(board, clues, seed)
        assert grid is not None
        assert all(sorted(grid[cell] for cell in house.cells) == wanted for house in board.houses)
        assert all(clue in (0, digit) for clue, digit in zip(clues, grid))
        clues = bytes(digit if chance.random() < 0.2 else 0 for digit in grid)


def test_the_same_seed_takes_the_same_way() -> None:
    """Moves and grid are those of the seed, in one turn or in several, also when it begins anew; seeds differ."""
    board = boxes(3, 3)
    first = repaired(board, bytes(81), 5)
    assert repaired(board, bytes(81), 5) == first
    assert len({repaired(board, bytes(81), seed)[0] for seed in range(4)}) > 1
    _, candidates = left_open(board, bytes(81))
    repair = Repair(candidates, 9, [house.cells for house in board.houses], 4)
    repair.run(7)
    repair.begin(5)
    while not repair.run(3):
        assert repair.made() <= first[1]
    assert repair.made() == first[1]


def test_no_grid_is_ever_claimed_where_there_is_none() -> None:
    """Three cells of a row share two candidates: some pair stays in conflict, however long it goes on."""
    candidates = array("i", [cell * 4 + digit for cell in (0, 1, 2) for digit in (0, 1)])
    repair = Repair(candidates, 4, [house.cells for house in boxes(2, 2).houses], 0)
    assert not repair.run(500)
    assert repair.made() == 500
    assert repair.best() == 1


def test_pairs_are_those_of_the_houses() -> None:
    """Counted by hand: candidates of one digit in one house, cells that share two houses twice."""
    board = boxes(2, 3)
    _, candidates = left_open(board, bytes([1, *bytes(35)]))
    by_hand = sum(
        a % 6 == b % 6 and a // 6 in house.cells and b // 6 in house.cells
        for a, b in combinations(candidates, 2)
        for house in board.houses
    )
    assert pair_count(candidates, 6, [house.cells for house in board.houses]) == by_hand


def test_wrong_candidates_are_refused() -> None:
    """None at all, one beyond the board, and those of a cell apart."""
    houses = [house.cells for house in boxes(2, 2).houses]
    for wrong, why in (([], "no open candidates"), ([64], "candidate 64"), ([0, 4, 1], "apart")):
        with pytest.raises(ValueError, match=why):
            Repair(array("i", wrong), 4, houses, 0)


def pairs_of(board: Geometry, grid: list[int]) -> int:
    """Pairs of cells with equal digits in a house, those in two houses once."""
    found = set()
    for house in board.houses:
        found |= {(a, b) for a, b in combinations(sorted(house.cells), 2) if grid[a] == grid[b]}
    return len(found)


def test_every_move_is_one_of_the_best() -> None:
    """One move at a time: a cell in conflict changes; where some move gives fewer pairs than ever, the fewest are
    taken, banned or not; `best` is the fewest there were."""
    board = boxes(2, 3)
    candidates = array("i", [cell * 6 + digit for cell in range(36) for digit in range(6) if (cell, digit) != (0, 0)])
    starred = risen = 0
    for seed in range(12):
        repair = Repair(candidates, board.side, [house.cells for house in board.houses], seed)
        grid = [candidates[v] % 6 for v in repair.chosen()]
        fewest = pairs = pairs_of(board, grid)
        for _ in range(60):
            if not pairs:
                break
            options = {
                (cell, digit): pairs_of(board, grid[:cell] + [digit] + grid[cell + 1 :])
                for cell in range(36)
                if any(grid[cell] == grid[peer] for peer in board.peers[cell])
                for digit in range(6)
                if digit != grid[cell] and (cell, digit) != (0, 0)
            }
            repair.run(1)
            after = [candidates[v] % 6 for v in repair.chosen()]
            (moved,) = (cell for cell in range(36) if after[cell] != grid[cell])
            taken = options[moved, after[moved]]
            assert taken == pairs_of(board, after)
            if min(options.values()) < fewest:
                assert taken == min(options.values())
                starred += 1
            risen += taken > pairs
            grid, pairs, fewest = after, taken, min(fewest, taken)
            assert repair.best() == fewest
    assert starred > 12
    assert risen > 5


def test_rivals_are_those_of_a_house() -> None:
    """By definition, on a board with diagonals; and as many pairs as are counted, those in two houses twice."""
    board = Geometry(2, 3, extras=("diagonals",))
    _, candidates = left_open(board, bytes([1, 2]) + bytes(34))
    houses = [house.cells for house in board.houses]
    starts, rivals = rivals_of(array("i", candidates), board.side, houses)
    twice = 0
    for k, one in enumerate(candidates):
        cell, digit = divmod(one, 6)
        meant = [v for v, other in enumerate(candidates) if other % 6 == digit and other // 6 in board.peers[cell]]
        assert sorted(rivals[starts[k] : starts[k + 1]]) == meant
        twice += sum(sum(cell in house and candidates[v] // 6 in house for house in houses) for v in meant)
    assert pair_count(array("i", candidates), board.side, houses) == twice // 2
