"""`check_move` and `state` against all completions."""

from __future__ import annotations

import random

import pytest

from cpsudoku import Puzzle, tasks
from cpsudoku.budget import Limits
from cpsudoku.errors import NoSuchCell, UsageError, WrongInput
from tests.selection import long_after
from tests.tasks.small import completions, line, puzzles

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HOUSES = [house.cells for house in Puzzle("." * 16).geometry.houses]


@pytest.mark.parametrize("seed", long_after(1, range(8)))
def test_moves_are_judged_by_all_completions(seed: int) -> None:
    """On 250 small puzzles a seed: legal by the houses, solvable and forced by the list of all grids."""
    rng = random.Random(seed)
    for cells in puzzles(250, seed):
        cell, digit = rng.randrange(16), rng.randint(1, 4)
        every = completions(cells)
        move = tasks.check_move(line(cells), cell, digit)
        clash = any(cells[other] == digit for house in HOUSES if cell in house for other in house)
        assert move.legal == (not cells[cell] and not clash)
        assert move.solvable == (move.legal and any(grid[cell] == digit for grid in every))
        assert move.forced == (move.legal and bool(every) and all(grid[cell] == digit for grid in every))
        assert bool(move.broken) == (not move.legal)


def test_a_position_names_the_first_wrong_move() -> None:
    """Random moves on small puzzles: the first after which no grid is left."""
    rng = random.Random(3)
    for cells in puzzles(150, 3):
        moves = [(cell, rng.randint(1, 4)) for cell in rng.sample(range(16), 4) if not cells[cell]]
        found = tasks.state(line(cells), moves)
        now, first = list(cells), None
        for index, (cell, digit) in enumerate(moves):
            now[cell] = digit
            if first is None and completions(cells) and not completions(tuple(now)):
                first = index
        assert found.first_wrong == first
        assert found.solvable == bool(completions(tuple(now)))
        assert found.puzzle.cells == bytes(now)


def test_a_forced_move_names_its_technique() -> None:
    """The step that places the digit is one a person sees, and says how far ahead it is."""
    single = tasks.check_move(PUZZLE, "r5c5", 5)
    assert (single.technique, single.ahead) == ("naked-single", 0)
    later = tasks.check_move(PUZZLE, "r1c3", 4)
    assert later.forced
    assert later.ahead
    assert tasks.check_move("." * 81, "r1c3", 4).step is None


def test_a_move_breaks_what_it_breaks() -> None:
    """Houses and cells by name."""
    assert tasks.check_move(PUZZLE, (0, 2), 9).broken == ("box 1",)
    assert tasks.check_move(PUZZLE, 0, 9).broken == ("r1c1 holds 5",)
    assert str(tasks.check_move(PUZZLE, "r1c3", 1)) == "r1c3 = 1: dead"


def test_moves_as_texts() -> None:
    """A text of placements, and several forms in a list."""
    found = tasks.state(PUZZLE, "r1c3 = 4, then r1c4 = 6 and (1, 6): 2")
    assert (found.first_wrong, found.word) == (2, "dead")
    assert "r1c6 = 2" in found.why
    assert tasks.state(PUZZLE, ["r1c3 = 4", ((0, 3), 6), ("r1c6", 8)]).word == "solvable"
    assert tasks.state(PUZZLE, [("r1c1", 4)]).why == "r1c1 = 4, but 5 is given"
    assert tasks.state("11" + "." * 79, []).why == "the puzzle has no solution"


def test_what_is_no_move_is_refused() -> None:
    """Cells and digits that the board has not, and things that are no moves."""
    for cell, digit, error in (
        ("r10c1", 1, NoSuchCell),
        (81, 1, NoSuchCell),
        (0, 10, UsageError),
        (0, "5", UsageError),
    ):
        with pytest.raises(error):
            tasks.check_move(PUZZLE, cell, digit)  # type: ignore[arg-type]
    for moves in ("no move", [5], 5, ["r1c1"]):
        with pytest.raises(WrongInput):
            tasks.state(PUZZLE, moves)  # type: ignore[arg-type]


def test_limits_leave_open() -> None:
    """What a search cannot decide within its limits is unknown."""
    hard = "98.7..6..7...9..5..4...3...5....9.2...827........5.1..3..9...7..6......1....3.4.."
    assert tasks.check_move(hard, "r1c3", 1, limits=Limits(conflicts=1)).word == "unknown"
    assert tasks.check_move(hard, "r1c3", 1).word == "dead"
