"""The one idea: a set of clues determines a solution exactly when nothing else has these clues."""

from __future__ import annotations

import random

import pytest

from cpsudoku import Limits, Solution, Unknown
from cpsudoku.board.geometry import CLASSIC, Geometry, boxes
from cpsudoku.questions.uniqueness import Determined, Rival
from cpsudoku.results import Uniqueness
from tests.rules import all_solutions, is_solution

GRID = Solution.parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
BOARDS = {
    "4x4": boxes(2, 2),
    "2x3": boxes(2, 3),
    "jigsaw 5x5": Geometry.jigsaw("AAABBACCBBACCDBEECDDEEEDD"),
}


@pytest.mark.parametrize("name", BOARDS)
def test_rival_equals_enumeration(name: str) -> None:
    """For any subset of the clues there is a rival exactly when enumeration finds a second solution."""
    geometry, rng = BOARDS[name], random.Random(7)
    solution = Solution(next(all_solutions(geometry, bytes(geometry.size))), geometry)
    with Uniqueness(solution) as question:
        for trial in range(60):
            clues = rng.sample(range(geometry.size), trial % geometry.size)
            puzzle = question.puzzle(clues)
            found = [grid for grid, _ in zip(all_solutions(geometry, puzzle.cells), range(2))]
            match question.rival(clues):
                case Rival(grid):
                    assert len(found) == 2
                    assert grid != solution.cells
                    assert is_solution(geometry, grid, puzzle.cells)
                case Determined(core):
                    assert found == [solution.cells]
                    assert set(core) <= set(clues)


def test_a_core_determines_the_solution() -> None:
    """Asked again with the core alone, the answer is still that the clues determine the solution."""
    with Uniqueness(GRID) as question:
        clues = list(range(81))
        while True:
            answer = question.rival(clues)
            assert isinstance(answer, Determined)
            if len(answer.core) >= len(clues):
                break
            clues = list(answer.core)
        assert 17 <= len(clues) < 81
        found = [grid for grid, _ in zip(all_solutions(CLASSIC, question.puzzle(clues).cells), range(2))]
        assert found == [GRID.cells]


def test_limits() -> None:
    """With too few conflicts allowed the answer is Unknown, and the next question is answered as ever."""
    with Uniqueness(GRID, solver="glucose4") as question:
        assert isinstance(question.rival([], Limits(conflicts=1)), (Unknown, Rival))
        assert isinstance(question.rival([]), Rival)
        assert isinstance(question.rival(range(81)), Determined)
