"""No grid of an engine passes unchecked."""

from __future__ import annotations

import re
from array import array
from pathlib import Path

import pytest

from cpsudoku.board.geometry import CLASSIC, Geometry, boxes
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.constraints import AntiKnight, parse
from cpsudoku.constraints.base import Constraint
from cpsudoku.engines.block import Answers, Found, Status
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.engines.registry import ENGINES, engine, engine_for
from cpsudoku.engines.witnesses import check_block, check_found, check_witnesses
from cpsudoku.errors import EnginesDisagree

PUZZLES = Path(__file__).resolve().parents[1] / "puzzles"
EMPTY = Puzzle(bytes(81))
TEXTS = [*(PUZZLES / "kaggle.txt").read_text().split()[:20], "." * 81]
ASKED = [Puzzle.parse(text) for text in TEXTS]
CELLS = b"".join(puzzle.cells for puzzle in ASKED)


def test_a_wrong_grid_anywhere_in_a_block_is_found() -> None:
    """One wrong first or second grid among many right ones is refused, naming its puzzle."""
    right = engine("bitmask", CLASSIC).verify_block(CELLS)
    check_block(EMPTY, CELLS, right)
    last = len(TEXTS) - 1
    for at in (0, 7, last):
        grids = bytearray(right.grids)
        grids[81 * at + 40] = grids[81 * at + 40] % 9 + 1
        with pytest.raises(EnginesDisagree, match=ASKED[at].line().replace(".", r"\.")):
            check_block(EMPTY, CELLS, Answers(right.statuses, bytes(grids), right.seconds))
    first = right.grids[81 * last :]
    with pytest.raises(EnginesDisagree, match="wrong grid"):
        check_block(EMPTY, CELLS, Answers(right.statuses, right.grids, {last: first}))


def test_a_grid_that_breaks_a_constraint_is_found() -> None:
    """Under constraints every grid is asked of every rule."""
    free = Puzzle(bytes(16), boxes(2, 2))
    strict = Puzzle(bytes(16), boxes(2, 2), (AntiKnight(),))
    answers = engine("bitmask", free.geometry).verify_block(free.cells)
    check_block(free, free.cells, answers)
    with pytest.raises(EnginesDisagree, match="wrong grid"):
        check_block(strict, strict.cells, answers)


RULES = [(), (parse("cage r1c1 r1c2 r3c3"),)]
BLOCK = [Puzzle(cells, boxes(2, 2)) for cells in (bytes([1, *bytes(15)]), bytes(16), bytes([*bytes(15), 4]))]


def named(puzzle: Puzzle) -> str:
    """A pattern of the errors about it, which has rules or not."""
    return f"{re.escape(puzzle.line())}|{re.escape(repr(puzzle.cells))}"


@pytest.mark.parametrize("rules", RULES, ids=["houses", "rules"])
@pytest.mark.parametrize("at", range(len(BLOCK)))
def test_every_grid_of_a_block_is_checked(at: int, rules: tuple[Constraint, ...]) -> None:
    """Wherever it stands: a wrong first or second grid, a second that is the first, one of a unique puzzle."""
    empty = Puzzle(bytes(16), boxes(2, 2), rules)
    cells = b"".join(puzzle.cells for puzzle in BLOCK)
    right = engine_for(empty, "sat").verify_block(cells)
    grid, second = right.grids[16 * at : 16 * at + 16], right.seconds[at]
    check_block(empty, cells, right)
    wrong = bytes([*second[:15], second[15] % 4 + 1])
    for statuses, first, others in (
        (right.statuses, grid, {**right.seconds, at: wrong}),
        (right.statuses, grid, {**right.seconds, at: grid}),
        (right.statuses, wrong, right.seconds),
        (bytes(3), wrong, {}),
    ):
        grids = right.grids[: 16 * at] + first + right.grids[16 * at + 16 :]
        with pytest.raises(EnginesDisagree, match=named(BLOCK[at])):
            check_block(empty, cells, Answers(statuses, grids, others))


@pytest.mark.parametrize("numbers", [(1, 1, 1), (2, 0, 3), (3, 1, 2), (1, 4, 0), (0, 2, 2)])
@pytest.mark.parametrize("rules", RULES, ids=["houses", "rules"])
def test_every_grid_that_is_listed_is_checked(numbers: tuple[int, ...], rules: tuple[Constraint, ...]) -> None:
    """Each in its place is changed, or is one of the same puzzle once more: the error names the puzzle."""
    empty = Puzzle(bytes(16), boxes(2, 2), rules)
    cells = b"".join(puzzle.cells for puzzle in BLOCK)
    lists = [[*engine_for(empty, "sat").search(p.cells, n).solutions][:n] for p, n in zip(BLOCK, numbers, strict=True)]

    def found(lists: list[list[bytes]]) -> Found:
        return Found(array("q", numbers), bytes(3), b"".join(map(b"".join, lists)))

    check_found(empty, cells, found(lists))
    for k, grids in enumerate(lists):
        for at, grid in enumerate(grids):
            for other in {bytes([*grid[:15], grid[15] % 4 + 1]), *grids} - {grid}:
                changed = [*lists[:k], [*grids[:at], other, *grids[at + 1 :]], *lists[k + 1 :]]
                with pytest.raises(EnginesDisagree, match=named(BLOCK[k])):
                    check_found(empty, cells, found(changed))


class Plain(Engine):
    """An engine that writes `search` and nothing else."""

    name = "plain"

    def __init__(self) -> None:
        self.geometry = CLASSIC
        self.inner = engine("bitmask", CLASSIC)

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        return self.inner.search(cells, limit, limits)


@pytest.mark.parametrize("name", ENGINES)
def test_every_route_gives_the_same_answers(name: str) -> None:
    """An engine's own block route says what the default, built on `search`, says, limits or none."""
    cells = CELLS[: 81 * 4] + CELLS[-81:] + bytes([5, 5]) + CELLS[2:81]
    solver = engine(name, CLASSIC)
    for limits in (NO_LIMITS, Limits(seconds=1000)):
        own, default = solver.verify_block(cells, limits), Engine.verify_block(solver, cells, limits)
        check_block(EMPTY, cells, own)
        expected = [Status.UNIQUE] * 4 + [Status.MULTIPLE, Status.IMPOSSIBLE]
        assert list(own.statuses) == list(default.statuses) == expected
        assert own.grids[: 81 * 4] == default.grids[: 81 * 4] == Plain().verify_block(cells).grids[: 81 * 4]
        assert own.grids[-81:] == default.grids[-81:] == bytes(81)
        assert list(own.seconds) == list(default.seconds) == [4]


def test_the_defaults_count_and_list() -> None:
    """`count` and `iterate` come with `search`; a wrong grid is not counted."""
    plain, two = Plain(), bytearray(Plain().search(ASKED[0].cells, 1).solutions[0])
    for cell, digit in enumerate(two):
        two[cell] = 0 if digit in (1, 2) else digit
    number = len(list(plain.iterate(bytes(two))))
    assert number >= 2
    assert plain.count(bytes(two)) == (number, "")
    assert plain.count(bytes(two), 1) == (1, "")
    with pytest.raises(EnginesDisagree):
        check_witnesses(EMPTY, (bytes(81),))


def test_a_limit_is_a_reason_in_a_block() -> None:
    """A puzzle that a limit left open is UNKNOWN, has a reason and no grid."""
    for name in ("bitmask", "sat", "dlx"):
        hard = Puzzle.parse((PUZZLES / "hardest_1106.txt").read_text().split()[0]).cells
        answers = engine(name, CLASSIC).verify_block(CELLS[:81] + hard, Limits(conflicts=1))
        assert answers.statuses[1] == Status.UNKNOWN
        assert answers.whys[1]
        assert answers.grids[81:] == bytes(81)


@pytest.mark.parametrize("board", [boxes(2, 2), Geometry(extras=("diagonals",))], ids=str)
def test_a_wrong_grid_anywhere_in_a_block_of_any_board_is_found(board: Geometry) -> None:
    """First or second grid, at the start of the block or behind right ones; the error names the puzzle."""
    empty = Puzzle(bytes(board.size), board)
    grid = engine("bitmask", board).search(empty.cells, 1).solutions[0]
    puzzles = [Puzzle(grid[:k] + bytes(board.size - k), board) for k in (board.size, 0, board.size - 1, 0)]
    cells = b"".join(puzzle.cells for puzzle in puzzles)
    right = engine("bitmask", board).verify_block(cells)
    check_block(empty, cells, right)
    for at, puzzle in enumerate(puzzles):
        place = board.size * at
        wrong = right.grids[:place] + right.grids[place + 1 : place + 2] * 2 + right.grids[place + 2 :]
        with pytest.raises(EnginesDisagree, match=f"wrong grid for '{re.escape(puzzle.line())}'$"):
            check_block(empty, cells, Answers(right.statuses, wrong, right.seconds))
    with pytest.raises(EnginesDisagree, match=f"wrong grid for '{re.escape(empty.line())}'$"):
        check_block(empty, cells, Answers(right.statuses, right.grids, {**right.seconds, 3: bytes(board.size)}))


def test_what_is_found_of_a_block_is_checked_by_its_own_puzzle() -> None:
    """A wrong grid is named with the clues of its puzzle, wherever it stands; so is one that breaks a constraint."""
    grids = [engine("bitmask", CLASSIC).search(puzzle.cells, 1).solutions[0] for puzzle in ASKED[:4]]
    cells = CELLS[: 81 * 4]
    check_found(EMPTY, cells, Found.of([Outcome((grid,), True) for grid in grids]))
    for at in range(4):
        wrong = [*grids[:at], grids[at][1::-1] + grids[at][2:], *grids[at + 1 :]]
        with pytest.raises(EnginesDisagree, match=f"wrong grid for '{re.escape(ASKED[at].line())}'$"):
            check_found(EMPTY, cells, Found.of([Outcome((grid,), True) for grid in wrong]))
    strict = Puzzle(bytes(81), CLASSIC, (AntiKnight(),))
    with pytest.raises(EnginesDisagree, match="wrong grid"):
        check_found(strict, cells, Found.of([Outcome((grid,), True) for grid in grids]))
