"""Formulas reduced by givens: sizes as published, solutions as those of the whole formula."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from cpsudoku.board.geometry import CLASSIC, Geometry, boxes
from cpsudoku.errors import EncodingError
from cpsudoku.formula import catalog
from cpsudoku.formula.clauses import formula
from cpsudoku.formula.primitives.to_clauses import Lowering
from cpsudoku.formula.reduced import formula_for, stated_for

from .plain import grids, solver_for

PLATINUM_BLONDE = ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6..."
DIRECT = [name for name in catalog.names("cnf") if catalog.load(name).variables == "direct"]


def cells_of(line: str) -> bytes:
    return bytes(0 if symbol == "." else int(symbol) for symbol in line)


def solutions(name: str, board: Geometry, cells: bytes) -> set[bytes]:
    cnf = formula_for(replace(catalog.load(name), givens="reduce"), board, cells)
    found: set[bytes] = set()
    if [] in cnf.clauses:
        return found
    with solver_for(cnf) as solver:
        while solver.solve():
            found.add(cnf.decode(solver.get_model()))
            solver.add_clause(cnf.blocking_clause(cnf.decode(solver.get_model())))
    return found


def test_platinum_blonde_has_the_published_size() -> None:
    """257 variables and 2,085 clauses (Ercsey-Ravasz and Toroczkai, 2012)."""
    cnf = formula_for(catalog.load("extended-reduced"), CLASSIC, cells_of(PLATINUM_BLONDE))
    assert (cnf.variables, len(cnf.clauses)) == (257, 2085)
    assert cnf.assumptions(cells_of(PLATINUM_BLONDE)) == []


@pytest.mark.parametrize("name", DIRECT)
def test_every_direct_encoding_can_be_reduced(name: str) -> None:
    """Random givens, some contradictory, on boards with and without extra houses: the solutions are those of a
    backtracker, and no candidate that a given sees is in the formula.
    """
    draw = random.Random(name)
    for board in (boxes(2, 2), Geometry(2, 2, extras=("diagonals",)), Geometry.jigsaw("AABBAACBDDCBDDCC")):
        for _ in range(4):
            cells = bytearray(16)
            for cell in draw.sample(range(16), 3):
                cells[cell] = draw.randint(1, 4)
            assert solutions(name, board, bytes(cells)) == set(grids(board, bytes(cells)))


def test_without_the_word_the_formula_is_the_board_s() -> None:
    """`givens = "keep"` gives the shared formula; an empty board has nothing to leave out."""
    cells = cells_of(PLATINUM_BLONDE)
    assert formula_for(catalog.load("extended"), CLASSIC, cells) is formula(catalog.load("extended"), CLASSIC)
    empty = formula_for(catalog.load("extended-reduced"), CLASSIC, bytes(81))
    assert empty.clauses == formula(catalog.load("extended"), CLASSIC).clauses


def test_the_numbers_of_the_board_are_kept_where_wanted() -> None:
    """`stated_for` has the same clauses, over the candidates' numbers on the empty board."""
    cells = cells_of(PLATINUM_BLONDE)
    cnf = formula_for(catalog.load("triad"), CLASSIC, cells)
    reduced = formula_for(replace(catalog.load("triad"), givens="reduce"), CLASSIC, cells)
    stated, last = stated_for(catalog.load("triad"), CLASSIC, cells)
    assert last == cnf.variables
    names = [cnf.meaning(abs(x)) for clause in stated for x in clause]
    assert names == [reduced.meaning(abs(x)) for clause in reduced.clauses for x in clause]


def test_rules_beyond_houses_are_refused() -> None:
    """What givens decide of other rules is not worked out; the refusal says so."""
    with pytest.raises(EncodingError, match="extended-reduced: givens"):
        Lowering(CLASSIC, catalog.load("extended-reduced"))
