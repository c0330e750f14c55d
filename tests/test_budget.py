"""Deadlines of long work that is no search."""

from __future__ import annotations

import threading
from time import perf_counter

import pytest

from cpsudoku import Limits, generate
from cpsudoku.board.geometry import boxes
from cpsudoku.budget import BudgetSpent, check_deadline, until
from cpsudoku.engines.sat.pysat_solvers import Incremental
from cpsudoku.formula import catalog
from cpsudoku.formula.clauses import formula
from cpsudoku.formula.reduced import reduced

PASSED = 0.0


def test_the_sooner_of_two_deadlines_holds() -> None:
    """A deadline inside another may be sooner, not later; after its block the outer one holds again."""
    check_deadline()
    with until(perf_counter() + 1000):
        with until(PASSED), pytest.raises(BudgetSpent):
            check_deadline()
        check_deadline()
    with until(PASSED), until(None), until(perf_counter() + 1000), pytest.raises(BudgetSpent):
        check_deadline()
    check_deadline()


def test_a_deadline_is_of_one_thread() -> None:
    """Another thread does not see it."""
    seen = []
    with until(PASSED):
        other = threading.Thread(target=lambda: seen.append(check_deadline()))
        other.start()
        other.join()
    assert seen == [None]


@pytest.mark.parametrize("name", ["extended-dedup", "log"])
def test_no_formula_is_built_after_the_deadline(name: str) -> None:
    """Neither over atoms nor over conditions; nothing half made is kept, so afterwards it is whole."""
    board = boxes(3, 4)
    formula.cache_clear()  # another test may have made it
    with until(PASSED), pytest.raises(BudgetSpent):
        formula(catalog.load(name), board)
    assert formula(catalog.load(name), board).clauses


def test_nothing_is_fed_to_a_solver_after_the_deadline() -> None:
    """Neither lists of clauses nor those of a reduced formula."""
    with until(PASSED):
        with pytest.raises(BudgetSpent):
            Incremental("cadical153", [[1]])
        with pytest.raises(BudgetSpent):
            reduced(boxes(2, 2), list(range(64))).feed(print)


def test_a_large_board_is_given_up_before_its_formula_is_there() -> None:
    """Where time is up before the 3 million clauses of a 36x36 board are made, they are not made to the end."""
    before = formula.cache_info().currsize
    record = generate(geometry=boxes(6, 6), limits=Limits(0.1), seed=1)
    assert "0.1 s" in record.missed
    assert formula.cache_info().currsize == before
