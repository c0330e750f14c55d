"""What a named encoding says of solutions is confirmed by a kernel, where that takes few branches."""

from __future__ import annotations

import pytest

from cpsudoku import Limits, solve
from cpsudoku.board.geometry import CLASSIC, boxes
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints import AntiKnight
from cpsudoku.engines.block import Answers, Found, Status
from cpsudoku.engines.confirmation import confirm_answers, confirm_claim, confirm_found
from cpsudoku.engines.engine import Outcome
from cpsudoku.engines.registry import engine
from cpsudoku.errors import EnginesDisagree

UNIQUE = Puzzle.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
MULTIPLE = Puzzle(bytes(81))
IMPOSSIBLE = Puzzle.parse("55" + "." * 79)
SMALL = {
    Status.UNIQUE: Puzzle.parse("1234341221434321"),
    Status.MULTIPLE: Puzzle(bytes(16), boxes(2, 2)),
    Status.IMPOSSIBLE: Puzzle.parse("11" + "." * 14),
}
ENGINE = engine("sat", CLASSIC, encoding="order")


def answers(*statuses: Status) -> Answers:
    return Answers(bytes(statuses), b"")


def confirmed(puzzles: list[Puzzle], *statuses: Status) -> None:
    empty = Puzzle(bytes(puzzles[0].geometry.size), puzzles[0].geometry, puzzles[0].constraints)
    confirm_answers(ENGINE, empty, b"".join(puzzle.cells for puzzle in puzzles), answers(*statuses))


@pytest.mark.parametrize(
    "puzzles",
    [{Status.UNIQUE: UNIQUE, Status.MULTIPLE: MULTIPLE, Status.IMPOSSIBLE: IMPOSSIBLE}, SMALL],
    ids=["classic", "4x4"],
)
def test_a_status_that_says_too_little_is_refused(puzzles: dict[Status, Puzzle]) -> None:
    """Fewer solutions than a kernel finds are an error; as many, more, or none said, are not."""
    most = {Status.IMPOSSIBLE: 0, Status.UNIQUE: 1, Status.MULTIPLE: 2, Status.UNKNOWN: 3}
    for truth, puzzle in puzzles.items():
        for said, number in most.items():
            if number >= most[truth]:
                confirmed([puzzle], said)
            else:
                with pytest.raises(EnginesDisagree):
                    confirmed([puzzle], said)


def test_a_solution_before_the_kernel_gives_up_counts() -> None:
    """Of a hard puzzle the kernel finds one in its few branches, without knowing whether it is the only one."""
    hard = Puzzle.parse(".2.4.......6.8....7....35....4....7....8..39.9....7..53....1.5....2....3.6......1")
    confirmed([hard], Status.UNIQUE)
    with pytest.raises(EnginesDisagree, match="finds no solution, bitmask finds 1"):
        confirmed([hard], Status.IMPOSSIBLE)


def test_the_error_names_the_puzzle_of_the_block_and_both_numbers() -> None:
    """Wherever it stands in the block; engine, encoding and kernel are named, too."""
    right = [Status.UNIQUE, Status.MULTIPLE, Status.IMPOSSIBLE, Status.UNIQUE]
    puzzles = [UNIQUE, MULTIPLE, IMPOSSIBLE, UNIQUE]
    confirmed(puzzles, *right)
    text = UNIQUE.line().replace(".", r"\.")
    words = f"^engine sat with encoding order finds no solution, bitmask finds 1, for the puzzle {text}$"
    with pytest.raises(EnginesDisagree, match=words):
        confirmed(puzzles, *right[:3], Status.IMPOSSIBLE)
    with pytest.raises(EnginesDisagree, match=r"finds 1 solution, bitmask finds 2, for the puzzle \.{81}$"):
        confirmed(puzzles, Status.UNIQUE, Status.UNIQUE, *right[2:])


def test_a_list_that_is_said_to_be_all_is_confirmed() -> None:
    """One solution more than a complete list has is an error; a list that is not complete says nothing."""
    puzzle = Puzzle.parse("12..3412........")
    grids = tuple(grid.cells for grid in solve(puzzle, limit=0).solutions)
    assert len(grids) > 2
    empty = SMALL[Status.MULTIPLE]
    for number in range(len(grids) + 1):
        confirm_found(ENGINE, empty, puzzle.cells, Found.of([Outcome(grids[:number], False, "limit")]))
    confirm_found(ENGINE, empty, puzzle.cells, Found.of([Outcome(grids, True)]))
    with pytest.raises(EnginesDisagree, match=f"finds 2 solutions, bitmask finds 3, for the puzzle {puzzle.line()}"):
        confirm_found(ENGINE, empty, puzzle.cells, Found.of([Outcome(grids[:2], True)]))
    with pytest.raises(EnginesDisagree, match="finds no solution, bitmask finds 1,"):
        confirm_found(ENGINE, empty, puzzle.cells * 2, Found.of([Outcome(grids, True), Outcome((), True)]))


def test_constraints_are_part_of_the_puzzle() -> None:
    """A solution that breaks a constraint confirms nothing; one that keeps them contradicts."""
    grid = SMALL[Status.UNIQUE]
    confirmed([Puzzle(grid.cells, grid.geometry, (AntiKnight(),))], Status.IMPOSSIBLE)
    free = Puzzle(bytes(81), CLASSIC, (AntiKnight(),))
    with pytest.raises(EnginesDisagree, match="constraints finds 1"):
        confirmed([free], Status.IMPOSSIBLE)


def test_larger_boards_stand_as_the_engine_says() -> None:
    """The kernel has no word for boards above its largest side."""
    large = boxes(9, 9)
    confirm_answers(ENGINE, Puzzle(bytes(81 * 81), large), bytes(81 * 81), answers(Status.IMPOSSIBLE))


def test_claims_of_programs_are_confirmed() -> None:
    """That there are no more solutions than these, unless no time is left; what is not claimed is not contradicted."""
    grid = solve(UNIQUE).solutions[0].cells
    for outcome in (Outcome((grid,), True), Outcome((), False, "a limit")):
        confirm_claim(ENGINE, UNIQUE, outcome, Limits())
    confirm_claim(ENGINE, UNIQUE, Outcome((), True), Limits(seconds=0))
    with pytest.raises(EnginesDisagree, match="finds no solution, sat finds 1"):
        confirm_claim(ENGINE, UNIQUE, Outcome((), True), Limits())
    with pytest.raises(EnginesDisagree, match="wrong grid"):
        confirm_claim(ENGINE, UNIQUE, Outcome((bytes(81),), False), Limits())
