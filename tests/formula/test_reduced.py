"""The formula of what singles leave open: exactly the solutions of the puzzle, in few clauses."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from pysat.solvers import Solver

from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.formula import catalog
from cpsudoku.formula.clauses import formula
from cpsudoku.formula.reduced import ReducedFormula, reduced
from cpsudoku.kernels.general.singles import OPEN, Propagator
from tests.selection import long_after

from .plain import grids

BOARDS = {
    "4x4": boxes(2, 2),
    "2x3": boxes(2, 3),
    "9x9": boxes(3, 3),
    "boxes that are rows": boxes(1, 4),
    "4x4 with diagonals": Geometry(2, 2, extras=("diagonals",)),
    "9x9 windoku": Geometry(3, 3, extras=("windoku",)),
    "jigsaw 5x5": Geometry.jigsaw("AAABBACCBBACCDBEECDDEEEDD"),
}


def open_part(board: Geometry, cells: bytes) -> tuple[int, bytes, list[int]]:
    """Status of singles, the digits they fix, and the candidates they leave open."""
    kernel = Propagator(board.side, [house.cells for house in board.houses])
    status = kernel.load(cells)
    return status, kernel.values(), kernel.residue()[1] if status == OPEN else []


def solutions(board: Geometry, fixed: bytes, cnf: ReducedFormula, limit: int) -> set[bytes]:
    """Up to *limit* grids: the models over the candidates, on top of what is fixed."""
    found: set[bytes] = set()
    with Solver("minisat22") as solver:
        cnf.feed(lambda clause: solver.add_clause(list(clause)))
        while len(found) < limit and solver.solve():
            chosen = [v for v in solver.get_model()[: len(cnf.candidates)] if v > 0]
            grid = bytearray(fixed)
            for v in chosen:
                cell, digit = divmod(cnf.candidates[v - 1], board.side)
                assert not grid[cell]
                grid[cell] = digit + 1
            found.add(bytes(grid))
            solver.add_clause([-v for v in chosen])
    return found


@pytest.mark.parametrize("board", long_after(2, BOARDS.values()), ids=BOARDS)
def test_its_models_are_the_solutions(board: Geometry) -> None:
    """On random puzzles of every kind of board, the solutions equal those of a plain backtracker (up to 60)."""
    chance = random.Random(11)
    full = next(grids(board, bytes(board.size)))
    opened = 0
    for _ in range(14):
        cells = bytes(digit if chance.random() < chance.choice((0.1, 0.35)) else 0 for digit in full)
        status, fixed, candidates = open_part(board, cells)
        if status != OPEN:
            continue
        opened += 1
        chance.shuffle(candidates)
        cnf = reduced(board, candidates)
        expected = set(islice(grids(board, cells), 61))
        found = solutions(board, fixed, cnf, 61)
        assert len(found) == len(expected)
        if len(expected) <= 60:
            assert found == expected
    assert opened >= 3


def test_the_count_of_clauses_is_what_is_fed() -> None:
    """`clauses` counts what `feed` hands out; no literal is 0 or beyond `variables`, and all variables are used."""
    board = boxes(3, 3)
    _, _, candidates = open_part(board, bytes(81))
    cnf = reduced(board, candidates)
    fed: list[list[int]] = []
    cnf.feed(lambda clause: fed.append(list(clause)))
    assert len(fed) == cnf.clauses
    assert {abs(x) for clause in fed for x in clause} == set(range(1, cnf.variables + 1))


@pytest.mark.parametrize("board", [boxes(2, 2), boxes(2, 3), boxes(3, 3)])
def test_the_empty_board_gives_the_triad_encoding(board: Geometry) -> None:
    """With every candidate open the formula is as large as the catalog's triad encoding."""
    every = list(range(board.size * board.side))
    cnf = reduced(board, every)
    triad = formula(catalog.load("triad"), board)
    assert (cnf.variables, cnf.clauses) == (triad.variables, len(triad.clauses))
