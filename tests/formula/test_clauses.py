"""Formulas: their models are the solutions, on every kind of board and under every encoding."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice

import pytest

from cpsudoku.board.geometry import CLASSIC, Geometry, boxes
from cpsudoku.errors import EncodingError
from cpsudoku.formula import catalog
from cpsudoku.formula.clauses import clause_count, formula, full_encoding
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.rules import rules

from .plain import grids, solutions, solver_for

JIGSAW = Geometry.jigsaw("AAABBACCBBACCDBEECDDEEEDD")
BOARDS = {
    "4x4": boxes(2, 2),
    "2x3": boxes(2, 3),
    "3x2": boxes(3, 2),
    "boxes that are rows": boxes(1, 4),
    "4x4 with diagonals": Geometry(2, 2, extras=("diagonals",)),
    "4x4 disjoint": Geometry(2, 2, extras=("disjoint",)),
    "jigsaw 5x5": JIGSAW,
}


@pytest.mark.parametrize("name", catalog.names("cnf"))
def test_the_models_of_4x4_are_its_288_grids(name: str) -> None:
    """Every encoding has exactly the 288 grids of the 4x4 board as models."""
    board = boxes(2, 2)
    found = solutions(formula(catalog.load(name), board), bytes(16))
    assert len(found) == 288
    assert found == set(grids(board, bytes(16)))


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize("name", catalog.names("cnf"))
def test_every_encoding_has_the_solutions_of_a_plain_backtracker(name: str, board: Geometry) -> None:
    """Up to 40 solutions of random puzzles, impossible ones among them, are found alike on every kind of board."""
    chance = random.Random(7)
    full = next(grids(board, bytes(board.size)))
    cnf = formula(catalog.load(name), board)
    kinds = set()
    for _ in range(6):
        kept = chance.sample(range(board.size), round(board.size * chance.uniform(0.25, 0.6)))
        cells = bytearray(digit if cell in kept else 0 for cell, digit in enumerate(full))
        if chance.random() < 0.4:
            cells[chance.choice(kept)] = chance.randint(1, board.side)
        expected = set(islice(grids(board, bytes(cells)), 41))
        if len(expected) <= 40:
            assert solutions(cnf, bytes(cells)) == expected
        kinds.add(min(len(expected), 2))
    assert len(kinds) >= 2  # the sample holds verdicts of more than one kind


@pytest.mark.long
@pytest.mark.parametrize("name", catalog.names("cnf"))
def test_verdicts_at_9x9_are_those_of_a_plain_backtracker(name: str) -> None:
    """The first two solutions of a unique, a multiple and an impossible puzzle."""
    unique = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    for text in (unique, "..." + unique[3:], "55" + unique[2:], "1" + unique[1:]):
        cells = bytes(int(c) if c != "." else 0 for c in text)
        cnf = formula(catalog.load(name), CLASSIC)
        found = solutions(cnf, cells, limit=2)
        expected = set(islice(grids(CLASSIC, cells), 3))
        assert len(found) == min(len(expected), 2)
        assert len(expected) > 2 or found == expected


@pytest.mark.parametrize("name", catalog.names("cnf"))
def test_clues_are_read_back_and_blocked(name: str) -> None:
    """A grid's assumptions decode to the grid, in any order of literals; its blocking clause is their negation."""
    chance = random.Random(3)
    for board in (boxes(2, 3), CLASSIC):
        cnf = formula(catalog.load(name), board)
        grid = next(grids(board, bytes(board.size)))
        literals = cnf.assumptions(grid)
        chance.shuffle(literals)
        assert cnf.decode(literals) == grid
        assert sorted(cnf.blocking_clause(grid)) == sorted(-x for x in literals)
        assert cnf.assumptions(grid) == [x for c, d in enumerate(grid) for x in cnf.cells.equals(c, d)]
        assert cnf.assumptions(bytes(board.size)) == []


@pytest.mark.parametrize("name", catalog.names("cnf"))
def test_cells_and_digits_are_a_bijection(name: str) -> None:
    """No two digits of a cell hold together, digits of a cell differ, and all literals are in range."""
    board = boxes(2, 3)
    cnf = formula(catalog.load(name), board)
    for cell in range(board.size):
        conditions = [frozenset(cnf.cells.equals(cell, digit)) for digit in range(1, 7)]
        assert len(set(conditions)) == 6
        assert all(0 < abs(x) <= cnf.cell_variables for condition in conditions for x in condition)
    used = [abs(x) for clause in cnf.clauses for x in clause] + [abs(x) for group, _ in cnf.atmosts for x in group]
    assert 0 not in used
    assert max(used) == cnf.variables


def test_direct_literals_are_numbered_by_cell_and_digit() -> None:
    """Literal = cell * n + digit, so 1 is r1c1=1 and 729 is r9c9=9."""
    cnf = formula(catalog.load("extended"), CLASSIC)
    assert [cnf.literal(0, 1), cnf.literal(0, 9), cnf.literal(1, 1), cnf.literal(80, 9)] == [1, 9, 10, 729]
    assert cnf.meaning(10) == "r1c2=1"
    assert formula(catalog.load("triad"), CLASSIC).meaning(730) == "aux"


def test_a_digit_of_several_literals_has_no_single_one() -> None:
    """Asking a log formula for the literal of a digit is an error; a first or last digit of order variables has one."""
    with pytest.raises(EncodingError, match="log"):
        formula(catalog.load("log"), CLASSIC).literal(0, 1)
    order = formula(catalog.load("order"), CLASSIC)
    assert (order.literal(0, 1), order.literal(0, 9)) == (1, -8)


def test_a_cp_encoding_has_no_formula() -> None:
    """An encoding for CP-SAT is refused by name."""
    with pytest.raises(EncodingError, match='cp-alldifferent: target is "cp"'):
        formula(catalog.load("cp-alldifferent"), CLASSIC)


def test_formulas_are_built_once() -> None:
    """The same encoding on the same board is the same object."""
    assert formula(catalog.load("extended"), boxes(3, 3)) is formula(catalog.load("extended"), Geometry(3, 3))


def test_an_own_definition_works_like_one_of_the_shelf() -> None:
    """A definition written by a user: natural with sequential counters, its rules in three scopes."""
    text = """
    [encoding]
    name = "mine"
    summary = "natural, sequential"
    source = "this test"
    target = "cnf"
    variables = "direct"
    rules = ["cell: exactly-one", "row: at-most-one", "column: at-most-one", "box: at-most-one", "extra: at-most-one"]
    at_most_one = "sequential"
    """
    board = Geometry(2, 2, extras=("diagonals",))
    cnf = formula(Encoding.parse(text, file="mine.toml"), board)
    assert solutions(cnf, bytes(16)) == set(grids(board, bytes(16)))


def test_jigsaw_pieces_of_one_cell_need_no_variable() -> None:
    """Triads on a jigsaw board: one variable a digit for each line and region with two or more common cells."""
    regions = JIGSAW.regions
    assert regions is not None
    shared = 0
    for line in range(5):
        for cells in (range(line * 5, line * 5 + 5), range(line, 25, 5)):
            held = [regions[cell] for cell in cells]
            shared += sum(held.count(region) >= 2 for region in range(5))
    assert formula(catalog.load("triad"), JIGSAW).variables == 125 + 5 * shared


@pytest.mark.parametrize("side", [16, 25])
def test_large_boards_solve(side: int) -> None:
    """A board of 16 or 25 cells a side, with a third of its clues gone, comes back under extended and triad."""
    b = int(side**0.5)
    board = boxes(b, b)
    pattern = bytes((b * (r % b) + r // b + c) % side + 1 for r in range(side) for c in range(side))
    chance = random.Random(side)
    clues = bytes(digit if chance.random() < 0.67 else 0 for digit in pattern)
    for name in ("extended", "triad"):
        cnf = formula(catalog.load(name), board)
        with solver_for(cnf) as solver:
            assert solver.solve(assumptions=cnf.assumptions(clues))
            grid = cnf.decode(solver.get_model())
        assert all(clue in (0, digit) for clue, digit in zip(clues, grid))
        assert all(sorted(grid[cell] for cell in house.cells) == list(range(1, side + 1)) for house in board.houses)


def test_the_default_encoding_of_large_boards() -> None:
    """All pairs are stated up to side 36; beyond, auxiliary variables keep the formula small."""
    assert full_encoding(boxes(6, 6)) == "extended-dedup"
    assert full_encoding(boxes(1, 37)) == "extended-sequential"


@pytest.mark.parametrize("name", ["order", "log", "extended", "extended-product"])
def test_the_number_of_clauses_is_known_before(name: str) -> None:
    """The count that refuses formulas that are too large is the number of clauses that the groups become."""
    board, encoding = boxes(2, 3), catalog.load(name)
    stated = rules(encoding, board)
    counted = sum(clause_count(kind, len(members), encoding) for kind, members in stated.groups)
    axioms = {"order": board.size * (board.side - 2), "log": board.size * 2}
    assert counted + axioms.get(name, 0) == len(formula(replace(encoding, duplicates="keep"), board).clauses)


@pytest.mark.parametrize(("method", "size"), [("binary-tree", 27), ("ternary-tree", 25)])
def test_exactly_one_at_a_stroke(method: str, size: int) -> None:
    """A definition with a method for "exactly one" uses it for these groups, and at-most-one methods for the others."""
    encoding = catalog.load(f"extended-{method}")
    assert encoding.exactly_one == method
    assert clause_count("exactly-one", 9, encoding) == size
    assert clause_count("at-most-one", 9, encoding) == 36
    assert clause_count("at-least-one", 9, encoding) == 1
