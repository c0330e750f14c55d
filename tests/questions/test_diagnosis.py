"""Diagnoses: conflicts, what to drop, to change, to add. Every claim is re-checked by counting solutions."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from cpsudoku.board.geometry import CLASSIC, Geometry, boxes
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import Limits
from cpsudoku.engines.answer import Unknown
from cpsudoku.questions.diagnosis import Ambiguous, Broken, Sound, diagnose
from cpsudoku.questions.diagnosis.ambiguous import Overview
from cpsudoku.questions.enumeration import count
from tests.rules import all_solutions

HERE = Path(__file__).parents[1]


def lines(name: str, number: int) -> list[str]:
    return (HERE / "puzzles" / name).read_text().split()[:number]


def has_solution(puzzle: Puzzle) -> bool:
    return int(count(puzzle, limit=1, engine="dlx")) == 1


def is_unique(puzzle: Puzzle) -> bool:
    return int(count(puzzle, limit=2, engine="dlx")) == 1


def with_clues(puzzle: Puzzle, clues: object) -> Puzzle:
    cells = bytearray(puzzle.cells)
    for cell, digit in clues:  # type: ignore[attr-defined]
        cells[cell] = digit
    return Puzzle(bytes(cells), puzzle.geometry)


@pytest.mark.parametrize("text", lines("invalid_no_solution.txt", 12) + lines("invalid_conflict.txt", 6))
def test_conflict_is_irredundant_and_repairs_repair(text: str) -> None:
    """The clues named conflict, without any one they do not; drops and repairs leave what they say."""
    puzzle = Puzzle.parse(text)
    found = diagnose(puzzle)
    assert isinstance(found, Broken)
    conflict = found.conflict.cells
    assert not has_solution(puzzle.only(conflict))
    for cell in conflict:
        assert has_solution(puzzle.only([c for c in conflict if c != cell]))
    clues = [cell for cell, _ in puzzle.clues]
    dropped = {drop.cells[0]: drop for drop in found.drops if len(drop.cells) == 1}
    for cell in clues:
        left = puzzle.only([c for c in clues if c != cell])
        assert has_solution(left) == (cell in dropped)
    for drop in found.drops[:3]:
        left = puzzle.only([c for c in clues if c not in drop.cells])
        assert drop.count == int(count(left, limit=drop.count + 1))
        assert (drop.becomes == "unique") == is_unique(left)
    assert found.repairs, "each sample has one clue changed, so changing it back repairs it"
    for repair in found.repairs:
        changed = with_clues(puzzle, [(repair.cell, repair.digit)])
        assert is_unique(changed)
        assert repair.solution.extends(changed)


def test_all_repairs_are_named() -> None:
    """Trying every digit in every clue finds the repairs of the diagnosis, no others."""
    puzzle = Puzzle.parse(lines("invalid_no_solution.txt", 1)[0])
    found = diagnose(puzzle)
    assert isinstance(found, Broken)
    expected = {
        (cell, digit)
        for cell, old in puzzle.clues
        for digit in range(1, 10)
        if digit != old and is_unique(with_clues(puzzle, [(cell, digit)]))
    }
    assert {(repair.cell, repair.digit) for repair in found.repairs} == expected


def test_conflict_is_smallest() -> None:
    """No smaller set of clues conflicts: all sets of one clue fewer are tried."""
    tried = 0
    for text in lines("invalid_no_solution.txt", 25):
        puzzle = Puzzle.parse(text)
        found = diagnose(puzzle)
        assert isinstance(found, Broken)
        assert found.conflict.proven
        size = len(found.conflict.cells)
        if size <= 5 and tried < 2:
            tried += 1
            clues = [cell for cell, _ in puzzle.clues]
            for fewer in combinations(clues, size - 1):
                assert int(count(puzzle.only(fewer), limit=1)) == 1
    assert tried


@pytest.mark.parametrize("text", lines("invalid_no_solution.txt", 6) + lines("invalid_conflict.txt", 2))
def test_houses_named_suffice_and_none_can_go(text: str) -> None:
    """The rules of the houses named, with one digit a cell, refute the conflict; without any one house they do not."""
    from pysat.solvers import Solver

    found = diagnose(text)
    assert isinstance(found, Broken)
    puzzle = found.puzzle

    def refuted(names: list[str]) -> bool:
        clauses = [[puzzle.cells[c] + 9 * c] for c in found.conflict.cells]
        for cell in range(81):
            clauses.append([9 * cell + d for d in range(1, 10)])
            clauses += [[-(9 * cell + a), -(9 * cell + b)] for a, b in combinations(range(1, 10), 2)]
        for house in CLASSIC.houses:
            if house.name in names:
                for d in range(1, 10):
                    clauses.append([9 * cell + d for cell in house.cells])
                    clauses += [[-(9 * a + d), -(9 * b + d)] for a, b in combinations(house.cells, 2)]
        with Solver(name="cadical153", bootstrap_with=clauses) as solver:
            return not solver.solve()

    names = list(found.conflict.houses)
    assert refuted(names)
    for name in names:
        assert not refuted([other for other in names if other != name])


def test_two_wrong_clues_are_both_dropped() -> None:
    """Two clashes far apart need two clues dropped; the diagnosis proves that one is not enough."""
    cells = bytearray(81)
    cells[0] = cells[1] = 1
    cells[79] = cells[80] = 2
    found = diagnose(Puzzle(bytes(cells)), cap=10)
    assert isinstance(found, Broken)
    assert found.drops_proven
    assert [len(drop.cells) for drop in found.drops] == [2]
    assert found.repairs == ()


@pytest.mark.long
def test_counts_and_additions_of_samples() -> None:
    """The count is exact, the clues added leave the first solution alone, and no fewer do."""
    for row in lines("multi_counts.csv", 25)[1:]:
        text, number = row.split(",")[:2]
        puzzle = Puzzle.parse(text)
        found = diagnose(puzzle)
        assert isinstance(found, Ambiguous)
        assert (found.count, found.exact) == (int(number), True)
        assert found.addition is not None
        assert found.addition.proven
        clues = found.addition.clues
        assert is_unique(with_clues(puzzle, clues))
        assert found.first.extends(with_clues(puzzle, clues))
        if len(clues) == 2:
            for cell in range(81):
                assert not is_unique(with_clues(puzzle, [(cell, found.first.cells[cell])]))
        for pattern in found.deadly:
            emptied = bytearray(found.first.cells)
            for cell in pattern:
                assert puzzle.cells[cell] == 0
                emptied[cell] = 0
            assert int(count(Puzzle(bytes(emptied)), limit=2)) == 2
        if found.addition_over_all is not None:
            assert len(found.addition_over_all.clues) <= len(clues)
            assert is_unique(with_clues(puzzle, found.addition_over_all.clues))


@pytest.mark.parametrize("geometry", [boxes(2, 2), Geometry.jigsaw("AAABABBBCCCCDDDD")], ids=str)
def test_small_boards_against_brute_force(geometry: Geometry) -> None:
    """4x4: the count, the differing cells, the single clues and the fewest additions equal those of trying all."""
    for clues in ([(0, 1)], [(0, 1), (5, 3)], [(0, 1), (5, 3), (10, 2)]):
        puzzle = with_clues(Puzzle(bytes(16), geometry), clues)
        grids = list(all_solutions(geometry, puzzle.cells))
        found = diagnose(puzzle)
        if len(grids) == 0:
            assert isinstance(found, Broken)
            continue
        if len(grids) == 1:
            assert isinstance(found, Sound)
            continue
        assert isinstance(found, Ambiguous)
        assert found.count == len(grids)
        assert found.differ == tuple(c for c in range(16) if len({g[c] for g in grids}) > 1)
        singles = {(c, d) for c in range(16) for d in range(1, 5) if sum(g[c] == d for g in grids) == 1}
        assert set(found.singles) == singles

        def fewest(target: bytes, grids: list[bytes] = grids) -> int:
            for size in range(1, 17):
                for cells in combinations(range(16), size):
                    if sum(all(g[c] == target[c] for c in cells) for g in grids) == 1:
                        return size
            raise AssertionError

        assert found.addition is not None
        assert len(found.addition.clues) == fewest(found.first.cells)
        assert found.addition_over_all is not None
        assert len(found.addition_over_all.clues) == min(map(fewest, grids))


def test_overview_finds_more_than_one_clue() -> None:
    """Where no single clue will do the overview looks for two, then three."""
    grids = [bytes(g) for g in ((1, 1, 1), (1, 2, 2), (2, 1, 2), (2, 2, 1))]
    target, clues, proven = Overview(grids).fewest(3)
    assert proven
    assert target in grids
    assert len(clues) == 2
    assert Overview(grids).fewest(2) == (None, (), True)


def test_unique_puzzles_name_redundant_clues() -> None:
    """A clue is redundant exactly where the puzzle without it is still unique."""
    puzzle = Puzzle.parse(lines("kaggle.txt", 1)[0])
    found = diagnose(puzzle)
    assert isinstance(found, Sound)
    clues = [cell for cell, _ in puzzle.clues]
    expected = [c for c in clues if is_unique(puzzle.only([o for o in clues if o != c]))]
    assert list(found.redundant) == expected
    minimal = diagnose(lines("17_clue.txt", 1)[0])
    assert isinstance(minimal, Sound)
    assert minimal.minimal


def test_limits_give_partial_answers_that_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little time: Unknown, or an answer that names what it could not finish."""
    monkeypatch.setattr("cpsudoku.questions.diagnosis.ambiguous.MOST", 2)
    found = diagnose(Puzzle(bytes(81)), cap=50, limits=Limits(conflicts=200))
    assert isinstance(found, Ambiguous)
    assert (found.count, found.exact) == (50, False)
    assert "add" in found.partial
    assert found.addition is not None
    assert not found.addition.proven
    assert is_unique(with_clues(found.puzzle, found.addition.clues))
    assert isinstance(diagnose(lines("hardest_1106.txt", 1)[0], limits=Limits(conflicts=1)), Unknown)
    hard = diagnose(lines("invalid_no_solution.txt", 1)[0], limits=Limits(seconds=0.0))
    assert isinstance(hard, Unknown)
