"""Reduction: unique, irredundant, the same by every engine, symmetric where asked."""

from __future__ import annotations

from typing import Any

import pytest

from cpsudoku import CpSudokuError, Geometry, Puzzle, Solution, generate, reduce, reduce_many
from cpsudoku.board.geometry import CLASSIC, boxes
from cpsudoku.board.symmetry import SYMMETRIES, is_symmetric, orbits
from cpsudoku.budget import Limits
from cpsudoku.errors import CannotReduce, UsageError
from cpsudoku.generation.filling import fill
from cpsudoku.kernels.randomness import Stream, derive
from cpsudoku.questions.reduction import clue_oracle, dig
from tests.rules import all_solutions

GRID = "513268497482739615769541238157394862628175349394682751941826573276953184835417926"
BOARDS = [
    boxes(2, 2),
    boxes(2, 3),
    Geometry(2, 2, None, ("diagonals",)),
    Geometry.jigsaw("111222113322133332444555446655466665"),
]


def solutions(board: Geometry, cells: bytes) -> int:
    """Solutions up to two, by code that shares nothing with the engines."""
    found = all_solutions(board, cells)
    return sum(1 for _ in zip(range(2), found))


def irredundant(puzzle: Puzzle) -> bool:
    """One solution, and two without any one clue."""
    cells, board = puzzle.cells, puzzle.geometry
    without = [cells[:cell] + b"\0" + cells[cell + 1 :] for cell, _ in puzzle.clues]
    return solutions(board, cells) == 1 and all(solutions(board, fewer) == 2 for fewer in without)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_results_are_minimal_on_any_board(board: Geometry) -> None:
    """The result is unique, and removing any clue makes it ambiguous."""
    for index in range(3):
        solution = Solution(fill("sat", board, Stream(derive(1, index))), board)
        reduced = reduce(solution, seed=7, index=index)
        assert reduced.minimal
        assert reduced.orbit_minimal
        assert irredundant(reduced.puzzle)
        assert reduced.solution == solution


def test_every_engine_gives_the_same_puzzle() -> None:
    """The order decides, not the engine: cores and unavoidable sets save questions and change nothing."""
    wanted = reduce(GRID, seed=3).puzzle
    for engine in ("bitmask", "sat:glucose4", "sat:minisat22", "dlx"):
        assert reduce(GRID, seed=3, engine=engine).puzzle == wanted
    assert reduce(GRID, seed=3, encoding="triad").puzzle == wanted
    assert reduce(GRID, seed=4).puzzle != wanted


def test_short_cuts_change_nothing() -> None:
    """Bisection and unavoidable sets give what asking group by group gives, with fewer questions."""
    board = boxes(2, 3)
    checks = clue_oracle("dlx", board)
    for index in range(5):
        stream = Stream(derive(2, index))
        solution = Solution(fill("uniform", board, stream), board)
        order = stream.shuffled(orbits(board, "none"))
        clues = set(range(36))
        for (cell,) in order:
            fewer = bytes(d if other in clues - {cell} else 0 for other, d in enumerate(solution.cells))
            if solutions(board, fewer) == 1:
                clues.discard(cell)
        for ledger in (True, False):
            dug = dig(checks, solution, order, ledger=ledger)
            assert dug.clues == clues
            assert dug.settled


def test_witnesses_answer_questions() -> None:
    """Engine hybrid leaves the same clues as SAT alone and asks SAT once: witnesses and sets do the rest."""
    hybrid = clue_oracle("hybrid", CLASSIC)
    alone = [
        clue_oracle("sat", CLASSIC),
        clue_oracle("sat:cadical153", CLASSIC),
        clue_oracle("sat", CLASSIC, encoding="triad"),
    ]
    for index in range(6):
        stream = Stream(derive(6, index))
        solution = Solution.trusted(fill("uniform", CLASSIC, stream), CLASSIC)
        order = stream.shuffled(orbits(CLASSIC, "none"))
        mine = dig(hybrid, solution, order)
        assert mine.settled
        assert mine.calls == 1
        assert mine.by_witnesses > 0
        assert mine.by_sets > 0
        for asked in alone:
            theirs = dig(asked, solution, order)
            assert mine.clues == theirs.clues
            assert (theirs.by_witnesses, theirs.by_sets) == (0, 0)


def test_sat_alone_decides_every_clue() -> None:
    """By default each clue that stays has a model of SAT, each that goes a core; no kernel and no set is used."""
    checks = clue_oracle("sat", CLASSIC)
    assert not checks.uses_sets
    assert checks.witnesses() is None
    for index in range(10):
        reduced = reduce(GRID, seed=8, index=index)
        assert (reduced.by_witnesses, reduced.by_sets) == (0, 0)
        assert reduced.sat_questions == reduced.calls >= reduced.clues  # a model a clue (one may serve the prefix, too)
        assert reduced.by_cores > 0
        removed = 81 - reduced.clues
        assert reduced.by_cores <= removed
        assert reduced.sat_questions <= 81 - reduced.by_cores


def test_the_engine_changes_nothing_but_the_counts() -> None:
    """SAT alone, hybrid and CP-SAT give the same puzzle for a seed; only the counts of questions differ."""
    for board, symmetry in ((CLASSIC, None), (boxes(2, 3), "rot180"), (boxes(2, 2), None)):
        solution = Solution(fill("uniform", board, Stream(11)), board)
        for seed in range(2):
            sat, hybrid, cp_sat = (
                reduce(solution, seed=seed, symmetry=symmetry, engine=name) for name in ("sat", "hybrid", "cp-sat")
            )
            assert sat.puzzle == hybrid.puzzle == cp_sat.puzzle
            assert sat.to_dict()["sat_questions"] > hybrid.to_dict()["sat_questions"] > 0
            assert cp_sat.to_dict()["sat_questions"] == 0 < cp_sat.calls
            assert sat.to_dict()["witnesses"] == cp_sat.to_dict()["witnesses"] == 0


def test_settled_is_not_said_lightly() -> None:
    """A dig that kept a group for the number of clues, or for want of an answer, is not settled."""
    board = boxes(2, 3)
    solution = Solution(fill("uniform", board, Stream(1)), board)
    order = Stream(2).shuffled(orbits(board, "none"))
    for name in ("dlx", "sat"):
        checks = clue_oracle(name, board)
        assert dig(checks, solution, order).settled
        fewest = len(dig(checks, solution, order).clues) + 3
        stopped = dig(checks, solution, order, fewest=fewest)
        assert len(stopped.clues) == fewest
        assert not stopped.settled
        assert not dig(checks, solution, order, thorough=False).settled
        assert not dig(checks, solution, order, limits=Limits(seconds=0.0)).settled


@pytest.mark.parametrize("name", SYMMETRIES)
def test_symmetric_reduction(name: str) -> None:
    """Whole orbits go: the clues keep the symmetry, no orbit is left to spare, and `minimal` tells the truth."""
    board = boxes(2, 2)
    for index in range(3):
        reduced = reduce(Solution(fill("uniform", board, Stream(index)), board), seed=1, index=index, symmetry=name)
        clues = {cell for cell, _ in reduced.puzzle.clues}
        assert is_symmetric(clues, board, name)
        assert reduced.orbit_minimal
        assert reduced.minimal == irredundant(reduced.puzzle)
        assert solutions(board, reduced.puzzle.cells) == 1
        for orbit in orbits(board, name):
            if clues.issuperset(orbit):
                fewer = bytes(0 if cell in orbit else d for cell, d in enumerate(reduced.puzzle.cells))
                assert solutions(board, fewer) == 2


def test_orbits() -> None:
    """Orbits part the cells, and their sizes divide that of the group."""
    sizes = {"none": 1, "rot180": 2, "rot90": 4, "both-diagonals": 4, "full": 8}
    for name in SYMMETRIES:
        found = orbits(CLASSIC, name)
        assert sorted(cell for orbit in found for cell in orbit) == list(range(81))
        assert all(sizes.get(name, 2) % len(orbit) == 0 for orbit in found)


def test_from_a_puzzle_keep_and_range() -> None:
    """Only clues of the puzzle are used, kept ones stay, and the number of clues is within the range."""
    easy = reduce(GRID, seed=1, clues=(40, 40)).puzzle
    assert easy.clue_count == 40
    kept = [cell for cell, _ in easy.clues[:5]]
    reduced = reduce(easy, seed=2, keep=kept)
    assert set(reduced.puzzle.clues) <= set(easy.clues)
    assert all(reduced.puzzle.cells[cell] for cell in kept)
    assert 30 <= reduce(easy, seed=2, clues=(30, 34)).clues <= 34


def test_what_cannot_be_reduced() -> None:
    """Not unique, no solution, not symmetric, out of range: CannotReduce says which; a stream goes on."""
    for puzzle, options, word in [
        ("." * 81, {}, "several solutions"),
        ("11" + "." * 79, {}, "no solution"),
        (GRID[1] + GRID[1:], {}, "no solution: row 1 holds"),
        (GRID[1] + GRID[1:], {"smallest": True}, "no solution"),
        ("." + GRID[1:], {"symmetry": "rot180"}, "not rot180-symmetric"),
        (GRID, {"clues": (17, 17), "attempts": 1}, "no puzzle with at most 17"),
        ("." + GRID[1:], {"keep": [0]}, "holds no clue"),
    ]:
        with pytest.raises(CannotReduce, match=word):
            reduce(puzzle, **options)  # type: ignore[arg-type]
    with pytest.raises(UsageError):
        reduce(GRID, clues=(30, 20))
    with pytest.raises(CpSudokuError):
        reduce(GRID, symmetry="spiral")
    results = list(reduce_many([GRID, "." * 81, GRID, GRID[1] + GRID[1:]], seed=5))
    assert isinstance(results[1], CannotReduce)
    assert isinstance(results[3], CannotReduce)
    assert results[0] == reduce(GRID, seed=5, index=0)


def test_limits_keep_the_result_unique() -> None:
    """With no conflicts allowed clues stay for want of an answer; the puzzle is unique and not called minimal."""
    reduced = reduce(GRID, seed=1, limits=Limits(conflicts=1))
    assert solutions(CLASSIC, reduced.puzzle.cells) == 1
    assert reduced.minimal is False or irredundant(reduced.puzzle)


def test_a_number_of_clues_is_a_number() -> None:
    """clues=26 means exactly 26, as in `generate`; what is no number or pair of them is refused."""
    grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    assert reduce(grid, clues=26, seed=1).clues == 26
    assert reduce(grid, clues=(26, 26), seed=1) == reduce(grid, clues=26, seed=1)
    wrong: Any
    for wrong in ("26", 26.0, (20, 22, 24), True):
        with pytest.raises(UsageError, match="such as 24"):
            reduce(grid, clues=wrong)
        with pytest.raises(UsageError, match="such as 24"):
            generate(clues=wrong)
