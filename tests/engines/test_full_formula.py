"""The full formula in a live solver: what one puzzle may spend, and what it leaves behind."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import Any

import pytest

from cpsudoku.board.geometry import CLASSIC, boxes
from cpsudoku.budget import NO_LIMITS, Limits, until
from cpsudoku.engines.sat.full_formula import FullFormula, default_solver
from cpsudoku.engines.sat.pysat_solvers import LARGE_SOLVER, Incremental
from cpsudoku.formula import catalog
from cpsudoku.formula.clauses import formula, full_encoding

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def test_conflicts_are_for_the_whole_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each solve may spend what the solves of this puzzle before it have left of the budget, no more."""
    true = Incremental.solve
    calls: list[tuple[int | None, float]] = []

    def spied(self: Incremental, assumptions: Any = (), limits: Limits = NO_LIMITS) -> Any:
        before = self.counters()["conflicts"]
        answer = true(self, assumptions, limits)
        calls.append((limits.conflicts, self.counters()["conflicts"] - before))
        return answer

    monkeypatch.setattr(Incremental, "solve", spied)
    engine = FullFormula(formula(catalog.load(full_encoding(CLASSIC)), CLASSIC), "minisat22")
    engine.search(bytes(81), 3, NO_LIMITS)  # an earlier puzzle's conflicts do not count
    calls.clear()
    engine.search(bytes(81), 40, Limits(conflicts=100_000))
    assert len(calls) == 40
    left = 100_000.0
    for budget, spent in calls:
        assert budget == left
        left -= spent
    assert left < 100_000


def test_a_budget_of_conflicts_suffices_or_not_whatever_came_before() -> None:
    """What a solver has learnt from earlier puzzles does not help a later one within its conflicts."""
    engine = FullFormula(formula(catalog.load(full_encoding(CLASSIC)), CLASSIC), None)
    hard = bytes(map(int, HARD.replace(".", "0")))
    fresh = engine.search(hard, 2, Limits(conflicts=50))
    assert fresh.why
    assert engine.search(hard, 2, NO_LIMITS).complete
    assert engine.search(hard, 2, Limits(conflicts=50)) == fresh


def test_making_and_loading_a_formula_counts_in_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question has what is left until the deadline of the search, not the whole limit anew."""
    asked: list[float | None] = []
    solve = Incremental.solve

    def recorded(self: Incremental, assumptions: Any = (), limits: Limits = NO_LIMITS) -> Any:
        asked.append(limits.seconds)
        return solve(self, assumptions, limits)

    monkeypatch.setattr(Incremental, "solve", recorded)
    board = boxes(2, 2)
    full = FullFormula(formula(catalog.load("extended-dedup"), board), None)
    with until(perf_counter() + 300):
        assert len(full.search(bytes(16), 2, Limits(seconds=600)).solutions) == 2
    assert asked
    assert all(seconds is not None and seconds <= 300 for seconds in asked)


def test_the_solver_of_a_large_board_looks_at_the_clock() -> None:
    """From 36x36 on it is one that does not simplify for seconds between two conflicts."""
    small = formula(catalog.load("extended-dedup"), boxes(2, 2))
    assert default_solver(small) == "cadical153"
    assert default_solver(replace(small, geometry=boxes(6, 6))) == LARGE_SOLVER
