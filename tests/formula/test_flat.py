"""Clauses built in compiled code: the same as before, and with candidates the same models."""

from __future__ import annotations

import json
import random
from array import array
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints.primitives import Is, Sum
from cpsudoku.engines.answer import Sat
from cpsudoku.engines.sat.pysat_solvers import Incremental
from cpsudoku.formula import catalog
from cpsudoku.formula.primitives.sums import SUMS
from cpsudoku.formula.primitives.templates import MACHINES
from cpsudoku.formula.primitives.to_clauses import Lowering, Scope
from cpsudoku.kernels.clauses.clause_template import ClauseTemplate as Sheet
from cpsudoku.kernels.clauses.formula import Clauses
from tests.constraints.samples import CASES, SAMPLES, placed
from tests.formula.clause_digests import table

KNOWN = Path(__file__).with_name("clause_digests.json")
MOST = 60
"""Fillings tried of a rule's candidates."""


@pytest.mark.long
def test_the_same_clauses() -> None:
    """Every rule becomes the clauses that plain Python made of it, in every way, for good and under a guard."""
    known = json.loads(KNOWN.read_text(encoding="utf-8"))
    assert sum(map(len, known.values())) > 800
    assert table() == known


def candidates(board: Geometry, seed: int) -> list[int]:
    """Random candidates of each cell: all of them, some, or one."""
    chance = random.Random(seed)
    every = (1 << board.side) - 1
    return [
        chance.choice([every, chance.randrange(1, every + 1), 1 << chance.randrange(board.side)])
        for _ in range(board.size)
    ]


def fillings(board: Geometry, masks: list[int], seed: int) -> Iterator[tuple[int, ...]]:
    """Values for each cell among its candidates: all, or a random choice."""
    choices = [[board.lo + k for k in range(board.side) if mask >> k & 1] for mask in masks]
    number = 1
    for some in choices:
        number *= len(some)
    if number <= MOST:
        yield from product(*choices)
        return
    chance = random.Random(seed)
    for _ in range(MOST):
        yield tuple(map(chance.choice, choices))


def models(board: Geometry, text: str, seed: int, sums: str = "auto", automata: str = "layered") -> None:
    """The open formula accepts exactly the fillings within the candidates that keep houses and rule; guard included."""
    encoding = replace(catalog.load("extended"), sums=sums, automata=automata)
    rule = placed(board, text)
    masks = candidates(board, seed)
    good, guarded = (Lowering(board, encoding, masks) for _ in range(2))
    good.stated(rule)
    guard = guarded.guarded(rule)
    open_ = set(good.clauses.open_candidates())
    mentioned = {abs(x) for lowering in (good, guarded) for clause in lowering.clauses.lists() for x in clause}
    assert not {x for x in mentioned if x <= board.size * board.side} - open_
    with (
        Incremental("cadical153", good.clauses) as plain,
        Incremental("cadical153", guarded.clauses) as switched,
    ):
        for values in fillings(board, masks, seed):
            literals = [cell * board.side + value - board.lo + 1 for cell, value in enumerate(values)]
            literals = [x for x in literals if x in open_]
            houses = all(len({values[c] for c in house.cells}) == len(house.cells) for house in board.houses)
            right = houses and rule.holds(values)
            where = (text, masks, values, sums, automata)
            assert isinstance(plain.solve(literals), Sat) == right, where
            assert isinstance(switched.solve([*literals, guard]), Sat) == right, where
            assert isinstance(switched.solve([*literals, -guard]), Sat) == houses, where


@pytest.mark.parametrize(("board", "text"), CASES, ids=[text for _, text in CASES])
def test_open_clauses(board: Geometry, text: str) -> None:
    """With candidates the formula has the models it had, those with other digits left out."""
    for seed in range(6):
        models(board, text, seed)


@pytest.mark.long
@pytest.mark.parametrize("sums", SUMS)
@pytest.mark.parametrize("automata", MACHINES)
def test_open_ways(sums: str, automata: str) -> None:
    """In every way of sums and automata, too."""
    for word in ("arrow", "sum", "cage", "zipper", "counting_circles", "sandwich", "skyscraper", "region_sum_line"):
        for board, text in SAMPLES[word][:2]:
            for seed in range(3):
                models(board, text, seed, sums, automata)


def test_what_is_known_is_not_mentioned() -> None:
    """Candidates of 78 cells of a solved board: what is left speaks of the open cells alone; a wrong one is refuted."""
    board = Geometry()
    grid = [(r * 3 + r // 3 + c) % 9 for r in range(9) for c in range(9)]
    masks = [1 << digit for digit in grid]
    assert Lowering(board, masks=masks).clauses.lists() == []
    for cell in (0, 1, 9):
        masks[cell] = 0b1111
    lowering = Lowering(board, masks=masks)
    assert {(abs(x) - 1) // 9 for clause in lowering.clauses.lists() for x in clause} <= {0, 1, 9}
    with Incremental("glucose4", lowering.clauses) as solver:
        assert isinstance(solver.solve(), Sat)
    masks[80] = masks[79]
    assert [] in Lowering(board, masks=masks).clauses.lists()


def test_native_rows_of_what_is_open() -> None:
    """Native at-most rows lose what is known, and go where nothing can break them."""
    board = Geometry(2, 2)
    masks = [0b1111] * 16
    masks[0] = 1
    full, open_ = (Lowering(board, catalog.load("extended-native"), given) for given in (None, masks))
    assert len(open_.atmosts) < len(full.atmosts)
    assert not {x for row, _ in open_.atmosts for x in row} & {1, 2, 3, 4}
    assert {(-17,), (-5,)} <= set(map(tuple, open_.clauses.lists()))


def test_sums_of_any_size() -> None:
    """Values far apart, a term that counts against the others, no terms at all."""
    board = Geometry.shaped(1, 2, 1, 3, latin=False)
    for sums, masks in product(SUMS, (None, [7, 7], [7, 2])):
        lowering = Lowering(board, replace(catalog.load("extended"), sums=sums), masks)
        lowering.primitive(Sum(((0, 10**9), (1, -(10**6)), (Is(0, 3), 5)), (2 * 10**9 - 2 * 10**6,)), (), Scope())
        with Incremental("cadical153", lowering.clauses) as solver:
            assert isinstance(solver.solve([2] if masks else [2, 5]), Sat)
            assert not isinstance(solver.solve([3]), Sat)
        lowering.primitive(Sum((), (0,)), (), Scope())
        assert [] not in lowering.clauses.lists()
        lowering.primitive(Sum((), (1,)), (), Scope())
        assert [] in lowering.clauses.lists()


@pytest.mark.interpreted
def test_sheets_into_formulas() -> None:
    """A sheet is renumbered at each use; units among its clauses are followed where candidates are given."""
    sheet = Sheet(2)
    state = sheet.new()
    sheet.extend([(-1, state), (-state, 2), (1, 2, state)])
    plain = Clauses(1, 3)
    plain.write(sheet, (1, -2), (-3,))
    plain.add((1, 2))
    assert plain.lists() == [[-1, 4, -3], [-4, -2, -3], [1, -2, 4, -3], [1, 2]]
    assert list(plain.flat())[-3:] == [1, 2, 0]
    known = Clauses(2, 2, (1, 3))
    known.write(sheet, (1, 3), ())  # 1 is true: so is the state, and so is 3
    assert known.lists() == [[3]]
    assert known.value_of(3) == 1
    known.write_rows(sheet_of_pair(), (0, 1), 2, (), ())
    assert known.lists() == [[3], []]
    assert known.refuted


def sheet_of_pair() -> Sheet:
    """Two cells of two digits are not equal."""
    sheet = Sheet(4)
    sheet.add(-1, -3)
    sheet.add(-2, -4)
    return sheet


@pytest.mark.interpreted
def test_what_is_given_is_looked_at() -> None:
    """Candidates for other cells, inputs of another number, a cell off the board: errors, no reads beyond an array."""
    for masks in ([1], [1, 2, 4, 8], [16, 1], [-1, 1]):
        with pytest.raises(ValueError, match="candidates"):
            Clauses(2, 4, masks)
    clauses = Clauses(2, 2)
    with pytest.raises(ValueError, match="inputs"):
        clauses.write(Sheet(3), (1, 2), ())
    with pytest.raises(ValueError, match="inputs"):
        clauses.write_rows(Sheet(3), (0,), 2, (), ())
    with pytest.raises(ValueError, match="cell 2"):
        clauses.write_rows(Sheet(2), (2,), 2, (), ())
    with pytest.raises(ValueError, match="literal 4"):
        Sheet(3).add(1, 4)
    for rows in (([1], [0], [0]), ([0], [2], [0]), ([0], [0], [-1]), ([0], [0, 1], [0])):
        with pytest.raises(ValueError, match="layer"):
            MACHINES["layered"](Sheet(2), [tuple(array("i", row) for row in rows)], [[1, 2]])  # type: ignore[misc]
    with pytest.raises(ValueError, match="no literal"):
        Clauses(1, 2, [3]).value_of(9)


def test_a_house_of_the_digits_left_is_full() -> None:
    """A digit that has one cell left of a house of three is there, where its cells hold three digits of five."""
    board = Geometry.shaped(1, 3, 0, 4)
    assert [2 * 5 + 4] in Lowering(board, masks=[0b00110, 0b00110, 0b01110]).clauses.lists()
    assert [2 * 5 + 4] not in Lowering(board, masks=[0b00110, 0b00110, 0b11110]).clauses.lists()
