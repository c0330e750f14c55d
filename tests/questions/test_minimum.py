"""Fewest clues: exact on small boards, honest bounds elsewhere, certificates of the bound."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import pytest

from cpsudoku.board.geometry import CLASSIC, Geometry, boxes
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.budget import Limits
from cpsudoku.engines.answer import Sat
from cpsudoku.engines.sat.pysat_solvers import refutation
from cpsudoku.errors import UsageError
from cpsudoku.evidence import checker
from cpsudoku.formula.at_most_one import hitting_clauses
from cpsudoku.kernels.classic.fewclues import FOUND, NONE, FewClues
from cpsudoku.questions.enumeration import count, solve
from cpsudoku.questions.minimum import Query, descend, fewest, unavoidable_sets
from cpsudoku.questions.unavoidable import least, parts
from tests.rules import all_solutions
from tests.selection import long_after

HERE = Path(__file__).parents[1]
FOUR_CLASSES = ["1234341221434321", "1234341223414123"]
"""One grid of each of the two classes of 4x4 grids: 96 and 192 of the 288 (Royle)."""


def grids(geometry: Geometry, number: int, seed: int = 1) -> list[Solution]:
    """Solved grids from random first rows."""
    rng = random.Random(seed)
    found = []
    for _ in range(number):
        row = rng.sample(range(1, geometry.side + 1), geometry.side)
        outcome = solve(Puzzle(bytes(row) + bytes(geometry.size - geometry.side), geometry), limit=40, engine="bitmask")
        found.append(rng.choice(outcome.solutions))
    return found


def classic(number: int) -> list[Solution]:
    texts = (HERE / "puzzles" / "17_clue.txt").read_text().split()[:number]
    return [solve(text).solutions[0] for text in texts]


@pytest.mark.long
def test_every_4x4_grid_needs_four_clues() -> None:
    """All 288 grids: 4 clues, no fewer; for one of each class three are refuted by trying all."""
    board = boxes(2, 2)
    every = [Solution(grid, board) for grid in all_solutions(board, bytes(16))]
    assert len(every) == 288
    for solution in every[::12]:
        found = fewest(solution)
        assert (found.puzzle.clue_count, found.at_least, found.exact, found.why) == (4, 4, True, "")
        assert int(count(found.puzzle)) == 1
    for text in FOUR_CLASSES:
        solution = Solution.parse(text)
        for cells in combinations(range(16), 3):
            assert int(count(solution.puzzle.only(cells), limit=2, engine="bitmask")) == 2


@pytest.mark.long
def test_6x6_minima_are_certified() -> None:
    """The puzzle found is unique, and the certificate of the bound is verified."""
    for solution in grids(boxes(2, 3), 3):
        found = fewest(solution)
        assert found.exact
        assert 8 <= found.at_least <= 10
        assert int(count(found.puzzle, limit=2)) == 1
        assert found.solution.extends(found.puzzle)
        said = str(checker.check_certificate(found.certificate(lrat=True).data))
        assert f"at least {found.at_least} clues" in said
        impossible = fewest(solution, at_most=found.at_least - 1)
        assert impossible.at_least == found.at_least


def test_other_boards() -> None:
    """A jigsaw and a board with diagonals have minima too, below those of brute force's first failure."""
    for geometry in (Geometry.jigsaw("AAABABBBCCCCDDDD"), Geometry(2, 2, extras=("diagonals",))):
        (solution,) = grids(geometry, 1)
        found = fewest(solution)
        assert found.exact
        for cells in combinations(range(16), found.at_least - 1):
            assert int(count(solution.puzzle.only(cells), limit=2, engine="bitmask")) == 2


def test_unavoidable_sets_equal_brute_force() -> None:
    """On 4x4 the minimal unavoidable sets are those of the differences to all other grids."""
    board = boxes(2, 2)
    every = list(all_solutions(board, bytes(16)))
    for grid in every[::40]:
        differences = {tuple(c for c in range(16) if grid[c] != other[c]) for other in every if other != grid}
        assert unavoidable_sets(Solution(grid, board), 16) == least(differences)
        assert unavoidable_sets(Solution(grid, board), 6) == [s for s in least(differences) if len(s) <= 6]


def test_unavoidable_sets_of_9x9_are_unavoidable_and_minimal() -> None:
    """The cells emptied have another filling, and every such filling differs in all of them."""
    (solution,) = classic(1)
    sets = unavoidable_sets(solution, 11)
    assert len(sets) > 80
    for members in sets:
        emptied = solution.puzzle.only([c for c in range(81) if c not in members])
        others = [g for g in solve(emptied, limit=0).solutions if g != solution]
        assert others
        assert all(g.difference(solution) == members for g in others)
    two_digits = [s for s in sets if len({solution.cells[c] for c in s}) == 2]
    for a, b in combinations(range(1, 10), 2):
        cells = [c for c in range(81) if solution.cells[c] in (a, b)]
        swapped = bytes({a: b, b: a}.get(d, d) for d in solution.cells)
        expected = [part for part in parts(solution.cells, swapped, CLASSIC) if len(part) <= 11]
        assert all(part in two_digits for part in expected), cells


def test_exhaustive_search_agrees_with_brute_force_in_part() -> None:
    """With all but a few cells given, the search finds a puzzle of k clues exactly where trying all sets finds one."""
    (solution,) = classic(1)
    sets = unavoidable_sets(solution, 10)
    run = FewClues(solution.cells, sets, 11)
    while (status := run.run(100_000)) not in (FOUND, NONE):
        pass
    assert status == NONE
    run = FewClues(solution.cells, sets, 24)
    assert run.run(5_000_000) == FOUND
    assert len(run.cells()) <= 24
    assert int(count(solution.puzzle.only(run.cells()), limit=2)) == 1


def test_at_most_on_9x9_is_honest() -> None:
    """Few clues are refuted, many are found, and a limit leaves bounds that say so."""
    (solution,) = classic(1)
    none = fewest(solution, at_most=12)
    assert none.at_least == 13
    assert none.why == ""
    assert none.puzzle.clue_count > 12
    some = fewest(solution, at_most=25)
    assert some.puzzle.clue_count <= 25
    assert int(count(some.puzzle, limit=2)) == 1
    cut = fewest(solution, at_most=16, limits=Limits(conflicts=100_000))
    assert "gave up" in cut.why
    assert not cut.exact
    assert cut.at_least < 16
    proven = checker.check_certificate(none.certificate().to_dict())
    assert "at least 13 clues" in proven.message


@pytest.mark.parametrize("number", long_after(1, [1, 3]))
def test_17_clues_are_found_on_9x9(number: int) -> None:
    """Grids of puzzles with 17 clues have one, which is found; the lower bound says no more than was proven."""
    for solution in classic(number):
        found = fewest(solution, at_most=17)
        assert found.puzzle.clue_count == 17
        assert found.why == ""
        assert found.at_least < 17
        assert int(count(found.puzzle, limit=2)) == 1
        assert fewest(solution, at_most=17) == found


def test_reported_bounds_improve() -> None:
    """What is reported on the way never gets worse, and ends with the bounds of the answer."""
    (solution,) = classic(1)
    heard: list[tuple[int, int]] = []
    found = fewest(solution, at_most=12, on_bounds=lambda low, high: heard.append((low, high)))
    assert heard[-1] == (found.at_least, found.puzzle.clue_count)
    assert [low for low, _ in heard] == sorted(low for low, _ in heard)
    assert [high for _, high in heard] == sorted((high for _, high in heard), reverse=True)


@pytest.mark.long
def test_a_time_limit_is_kept_and_too_large_boards_are_refused() -> None:
    """8x8 with little time gives bounds that say so; 16x16 is refused."""
    (solution,) = grids(boxes(2, 4), 1)
    found = fewest(solution, limits=Limits(seconds=0.5))
    assert found.why
    assert found.at_least < found.puzzle.clue_count
    after_guesses = fewest(solution, limits=Limits(conflicts=3))
    assert after_guesses.why
    assert 8 < after_guesses.at_least < after_guesses.puzzle.clue_count
    pattern = bytes((4 * (r % 4) + r // 4 + c) % 16 + 1 for r in range(16) for c in range(16))
    with pytest.raises(UsageError, match="side up to 9"):
        fewest(Solution(pattern, boxes(4, 4)))


def test_descend_gives_minimal_puzzles() -> None:
    """The first upper bound is a puzzle from which no clue can go."""
    (solution,) = grids(boxes(2, 3), 1)
    kept = descend(Query(solution, 0, None, None, None, None))
    for cell in kept:
        rest = solution.puzzle.only([c for c in kept if c != cell])
        assert int(count(rest, limit=2)) == 2


@pytest.mark.parametrize("most", range(4))
def test_hitting_clauses_mean_what_they_say(most: int) -> None:
    """Satisfiable exactly where so few cells meet every set; the checker writes down the same clauses."""
    rng = random.Random(most)
    for _ in range(40):
        sets = [tuple(rng.sample(range(6), rng.randint(1, 3))) for _ in range(5)]
        expected = any(
            all(set(members) & set(cells) for members in sets)
            for size in range(most + 1)
            for cells in combinations(range(6), size)
        )
        variables, clauses = hitting_clauses(sets, 6, most)
        assert isinstance(refutation(clauses), Sat) == expected
        numbered, theirs = checker.hitting(sets, 6, most)
        assert (numbered, set(theirs)) == (variables, {tuple(sorted(clause)) for clause in clauses})


def test_the_old_name_of_the_listener_warns() -> None:
    """`told` still works for one version."""
    heard: list[tuple[int, int]] = []
    with pytest.deprecated_call():
        fewest("1234341221434321", told=lambda low, high: heard.append((low, high)))
    assert heard
