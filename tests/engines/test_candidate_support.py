"""Steering a solver to candidates not yet seen."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from cpsudoku import Geometry, Limits
from cpsudoku.constraints import Cage
from cpsudoku.engines.registry import engine
from cpsudoku.engines.sat.engine import SatEngine
from cpsudoku.engines.sat.pysat_solvers import Incremental


def questions(monkeypatch: pytest.MonkeyPatch, steered: bool) -> int:
    """How often a solver is asked for the supports of the empty 9x9 board."""
    calls = 0
    solve, prefer = Incremental.solve, Incremental.prefer

    def counting(self: Incremental, *words: object) -> object:
        nonlocal calls
        calls += 1
        return solve(self, *words)  # type: ignore[arg-type]

    def preferring(self: Incremental, literals: Iterable[int]) -> None:
        if steered:
            prefer(self, literals)

    monkeypatch.setattr(Incremental, "solve", counting)
    monkeypatch.setattr(Incremental, "prefer", preferring)
    assert set(engine("sat", Geometry(3, 3)).support(bytes(81)).counts) == {1}
    return calls


def test_steering_needs_fewer_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """With phases set to unseen candidates 32 solutions show all 729; without them it takes ten times as many."""
    with_phases = questions(monkeypatch, True)
    assert 9 <= with_phases <= 32
    assert questions(monkeypatch, False) > 10 * with_phases


@pytest.mark.parametrize("solver", ["sat", "sat:cadical195", "sat:minisat22", "sat:maplechrono"])
def test_every_solver_gives_the_same(solver: str) -> None:
    """Also those that take no phases."""
    found = engine(solver, Geometry(2, 3)).support(bytes([1, 2, 3, *bytes(33)]), 2)
    assert found == engine("sat:glucose4", Geometry(2, 3)).support(bytes([1, 2, 3, *bytes(33)]), 2)


def test_nothing_left_to_choose() -> None:
    """Counting beyond the only solution ends."""
    board = Geometry(2, 2)
    rule = Cage("r1c1 r1c2", 3).on(board)
    solver = SatEngine(board, constraints=(rule,))
    grid = bytes([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    found = solver.support(grid, 5)
    assert sum(found.counts) == 16
    assert found.open == ()


def test_time() -> None:
    """A limit of seconds ends it between two questions, too."""
    found = engine("sat", Geometry(4, 4)).support(bytes(256), 10_000, Limits(seconds=0.3))
    assert found.why == "gave up after 0.3 s"
