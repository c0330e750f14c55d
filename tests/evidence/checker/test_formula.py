"""The checker's formulas against the catalog's and against all grids of 4x4."""

from __future__ import annotations

from itertools import islice, product
from pathlib import Path

import pytest

from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.evidence import checker
from cpsudoku.evidence.certificate import board_of
from cpsudoku.evidence.checker.board import LARGEST
from cpsudoku.formula import catalog
from cpsudoku.formula.clauses import formula
from tests.evidence.certified import BOARDS


def board(geometry: Geometry) -> checker.Board:
    return checker.board_of(board_of(geometry))


@pytest.mark.parametrize("geometry", BOARDS, ids=str)
def test_checker_derives_the_same_houses_and_formula(geometry: Geometry) -> None:
    """The checker's houses and clauses, written without any code of the package, are those of geometry and catalog."""
    mine = board(geometry)
    assert {frozenset(house) for house in mine.houses} == {frozenset(house.cells) for house in geometry.houses}
    stated = formula(catalog.load("triad"), geometry)
    variables, clauses = checker.rules(mine)
    assert variables == stated.variables
    assert set(clauses) == {tuple(sorted(set(clause))) for clause in stated.clauses}


def test_checker_formula_has_the_288_small_grids_as_models() -> None:
    """The 4x4 formula of the checker admits exactly the grids that keep the rules."""
    mine = board(boxes(2, 2))
    clauses = list(checker.rules(mine)[1])
    rows = [row for row in product(range(1, 5), repeat=4) if len(set(row)) == 4]
    grids = 0
    for a, b in product(rows, repeat=2):
        if len({*a[:2], *b[:2]}) != 4 or len({*a[2:], *b[2:]}) != 4:
            continue
        for c, d in product(rows, repeat=2):
            grid = (*a, *b, *c, *d)
            good = all(len({grid[i] for i in house}) == 4 for house in mine.houses)
            if good:
                state = checker.Clauses(128, [*clauses, *((i * 4 + x,) for i, x in enumerate(grid))])
                assert not state.refuted
                grids += 1
    assert grids == 288
    crossed = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 3, 4, 2, 1)
    assert checker.Clauses(128, [*clauses, *((i * 4 + x,) for i, x in enumerate(crossed))]).refuted


def test_36x36_has_room_and_49x49_has_not() -> None:
    """A formula of the one, its clues and a blocking clause are within the bound, of the other beyond."""
    for box, fits in ((6, True), (7, False)):
        _, clauses = checker.rules(checker.board_of({"box": [box, box]}))
        counted = sum(1 for _ in islice(clauses, checker.MOST_CLAUSES + 1))
        assert (counted + box**4 + 1 <= checker.MOST_CLAUSES) == fits


def test_bounds_are_those_documented() -> None:
    """docs/explanation/trust.md states them."""
    text = (Path(__file__).parents[3] / "docs" / "explanation" / "trust.md").read_text(encoding="utf-8")
    assert f"sides up to {LARGEST}, {checker.MOST_BYTES >> 20} MB, {checker.MOST_CLAUSES:,} lines" in text


def test_cells_of_a_shaped_board_have_a_variable_a_digit() -> None:
    """What rules add comes behind them."""
    variables, clauses = checker.rules(board(Geometry.shaped(2, 3, 5, 8, [[0, 1, 2, 3]], False)))
    assert variables == 6 * 4
    assert {abs(x) for clause in clauses for x in clause} == set(range(1, 25))
