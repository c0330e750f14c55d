"""What a rule states has exactly the models its definition accepts: as clauses in every way, and in CP-SAT."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints import KINDS
from cpsudoku.engines.answer import Sat
from cpsudoku.engines.cp_sat import CpSatEngine
from cpsudoku.engines.sat.pysat_solvers import Incremental
from cpsudoku.formula import catalog
from cpsudoku.formula.primitives.sums import SUMS
from cpsudoku.formula.primitives.templates import MACHINES
from cpsudoku.formula.primitives.to_clauses import Lowering
from tests.constraints.samples import CASES, LINE4, SAMPLES, WIDE, fillings, placed

MOST = 150
"""Fillings tried a rule; a random choice where there are more."""


def chosen(board: Geometry) -> list[tuple[int, ...]]:
    every = fillings(board)
    return list(every) if len(every) <= MOST else random.Random(board.size).sample(every, MOST)


def test_every_kind_has_samples() -> None:
    """No kind is left out of these tests; doublers need a whole board and have a test of their own."""
    assert set(SAMPLES) == set(KINDS)
    assert [word for word, cases in SAMPLES.items() if not cases] == ["doublers"]


def models(board: Geometry, text: str, sums: str, automata: str) -> None:
    encoding = replace(catalog.load("extended"), sums=sums, automata=automata)
    lowering = Lowering(board, encoding)
    rule = placed(board, text)
    guard = lowering.guarded(rule)
    shift = 1 - board.lo
    with Incremental("cadical153", lowering.clauses) as solver:
        for values in chosen(board):
            literals = [cell * board.side + value + shift for cell, value in enumerate(values)]
            assert isinstance(solver.solve([*literals, guard]), Sat) == rule.holds(values), (values, sums, automata)
            assert isinstance(solver.solve(literals), Sat), (values, "guard off")


@pytest.mark.parametrize(("board", "text"), CASES, ids=[text for _, text in CASES])
def test_clauses(board: Geometry, text: str) -> None:
    """A filling satisfies the clauses under the guard exactly where the rule holds, and always without the guard."""
    models(board, text, "auto", "edges")


@pytest.mark.parametrize("sums", SUMS)
@pytest.mark.parametrize("automata", MACHINES)
def test_ways(sums: str, automata: str) -> None:
    """Every way of sums and automata has the same models."""
    for word in ("arrow", "sum", "cage", "zipper", "counting_circles", "sandwich", "skyscraper", "same_values"):
        for board, text in SAMPLES[word][:2]:
            models(board, text, sums, automata)


@pytest.mark.parametrize("text", ["arrow r1c2 / r1c2", "sum 0 1,-1 r1c1 r1c1", "sum 1 1,-1 r1c1 r1c1"])
@pytest.mark.parametrize("sums", SUMS)
def test_sums_of_nothing(text: str, sums: str) -> None:
    """Where all terms cancel out the sum is 0, which is right or wrong whatever the cells hold."""
    for automata in MACHINES:
        models(LINE4, text, sums, automata)
        models(LINE4, f"or {{ {text} | odd r1c1 }}", sums, automata)


@pytest.mark.parametrize(
    "text", ["sum 17 r1c1 r1c2 r1c3 r1c1 r2c1 r2c2", "sum 3 1,1,1,1,-1,-1 r1c1 r1c2 r1c3 r2c1 r1c1 r1c3"]
)
def test_cells_of_a_long_sum_that_are_there_twice(text: str) -> None:
    """Their coefficients are added before the sum is cut by houses; they were lost."""
    models(WIDE, text, "auto", "edges")
    assert len(set(map(placed(WIDE, text).holds, fillings(WIDE)))) == 2


@pytest.mark.long
@pytest.mark.parametrize(("board", "text"), CASES, ids=[text for _, text in CASES])
def test_cp_sat(board: Geometry, text: str) -> None:
    """CP-SAT accepts exactly the fillings that keep the rule, alone and as a branch of `or`."""
    shift = 1 - board.lo
    rule = placed(board, text)
    branch = placed(board, f"or {{ {text} | candidates {board.hi} r1c1 ; {text} }}")
    some = random.Random(text).sample(chosen(board), 12)
    some += [values for values in chosen(board) if rule.holds(values)][:3]
    for made in (rule, branch):
        engine = CpSatEngine(board, constraints=(made,))
        for values in some:
            clues = bytes(value + shift for value in values)
            assert bool(engine.search(clues, 1).solutions) == rule.holds(values), values
