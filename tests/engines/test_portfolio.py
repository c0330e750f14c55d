"""The kernel and SAT in turns: however short the turns are, each solution comes once, and limits are kept."""

from __future__ import annotations

import math
import random

import pytest

from cpsudoku import Limits, Puzzle, solve
from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints.board_rules import AntiKnight
from cpsudoku.engines import kernel_candidates, portfolio
from cpsudoku.engines.block import DecidedBy, Status
from cpsudoku.engines.constraints import ConstraintsEngine, KernelThenSat
from cpsudoku.engines.portfolio import OpenFormula, Turn, fitting
from cpsudoku.engines.support import Tally
from cpsudoku.kernels.classic.masked_search import MaskSearch
from tests.engines.test_constraints import random_puzzle
from tests.selection import long_after

MOST = 300
"""Solutions from which on a puzzle is left out: brute force looks for them."""


@pytest.mark.parametrize("seed", long_after(6, range(24)))
def test_short_turns(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All solutions and all true candidates, in turns of a few branches and conflicts, with limits and without."""
    rng = random.Random(seed)
    while True:
        puzzle = random_puzzle(rng)
        every = {s.cells for s in solve(puzzle, limit=MOST, engine="recursive").solutions}
        if 1 < len(every) < MOST:
            break
    monkeypatch.setattr(portfolio, "CONFLICTS", 1 + seed % 4)
    monkeypatch.setattr(portfolio, "SUMS", (0, 100)[seed % 2])
    monkeypatch.setattr(portfolio, "SHARE", 1 + seed % 3)
    monkeypatch.setattr(portfolio, "MANY", (0, 1, 3, 10_000)[seed % 4])
    monkeypatch.setattr(kernel_candidates, "TRIAL", 0)
    placed = Puzzle(puzzle.cells, puzzle.geometry, puzzle.constraints)
    monkeypatch.setattr(ConstraintsEngine, "nodes", seed % 3)
    engine = ConstraintsEngine(placed.geometry, constraints=placed.constraints)
    tally = Tally(puzzle.cells, puzzle.geometry)
    for grid in every:
        tally.enter(grid)
    for limits in (Limits(), Limits(seconds=1000), Limits(conflicts=10**6)):
        outcome = engine.search(puzzle.cells, 0, limits)
        assert outcome.complete
        assert sorted(outcome.solutions) == sorted(every)
        support = engine.support(puzzle.cells, 1, limits)
        assert (support.counts, support.open, support.why) == (tuple(tally.counts), (), "")
    for conflicts in (1, 2, 5):
        limits = Limits(conflicts=conflicts)
        outcome = engine.search(puzzle.cells, 0, limits)
        assert outcome.solutions == engine.search(puzzle.cells, 0, limits).solutions
        assert set(outcome.solutions) <= every
        assert len(set(outcome.solutions)) == len(outcome.solutions)
        assert outcome.complete is (outcome.why == "")
        assert not outcome.complete or set(outcome.solutions) == every
        support = engine.support(puzzle.cells, 1, limits)
        assert support == engine.support(puzzle.cells, 1, limits)
        assert all(a == b or k in support.open for k, (a, b) in enumerate(zip(support.counts, tally.counts)))
        assert not support.open or support.why == limits.reached


@pytest.mark.parametrize(("nodes", "word"), [(1000, DecidedBy.SEARCH), (0, DecidedBy.SAT)])
def test_what_decided(nodes: int, word: DecidedBy, monkeypatch: pytest.MonkeyPatch) -> None:
    """Propagation of what it fills or refutes; of an open board who had the last word, the search or SAT."""
    geometry = Geometry(3, 3)
    rule = AntiKnight().on(geometry)
    monkeypatch.setattr(KernelThenSat, "nodes", nodes)
    engine = KernelThenSat(geometry, constraints=(rule,))
    solution = engine.search(bytes(81), 1).solutions[0]
    known, apart = solution[:80] + b"\0", bytes([1, *([0] * 10), 1, *([0] * 69)])
    answers = engine.verify_block(known + apart + bytes(81))
    assert list(answers.statuses) == [Status.UNIQUE, Status.IMPOSSIBLE, Status.MULTIPLE]
    assert list(answers.by) == [DecidedBy.PROPAGATION, DecidedBy.PROPAGATION, word]
    stats = engine.search(bytes(81)).stats
    assert stats.get("sat_decided") == (1 if word == DecidedBy.SAT else None)


class Told:
    """A search that has spent as many branches, and left as much, as it is told."""

    def __init__(self) -> None:
        self.spent, self.share = 0, 1.0

    def branches(self) -> int:
        return self.spent

    def left(self) -> float:
        return self.share


def test_turns_with_an_end_in_sight() -> None:
    """A turn is made longer, by as many branches as it had, while these leave little of the search, and ends else."""
    search = Told()
    turn = Turn(search, 100)  # type: ignore[arg-type]
    assert turn.more() == 100
    assert turn.expected == math.inf
    search.spent, search.share = 60, 0.9
    assert turn.more() == 40
    search.spent, search.share = 100, 0.5
    assert turn.more() == 100
    assert turn.expected == 100  # 100 branches for half of it
    search.spent, search.share = 150, 0.4
    turn.again()  # a solution: from here on 200
    assert turn.more() == 200
    search.spent, search.share = 350, 0.3
    assert turn.more() == 200
    search.spent, search.share = 550, 0.19
    assert turn.more() == 400  # 400 were spent since the solution, fewer are expected
    assert turn.expected == pytest.approx(200 * 0.19 / 0.11)
    search.spent, search.share = 950, 0.16
    assert turn.more() == 0
    assert turn.expected == pytest.approx(400 * 0.16 / 0.03)
    assert Turn(search, -1).more() == -1  # type: ignore[arg-type]
    search.share = MaskSearch([511] * 81).left()  # a search that cannot say what is left
    alike = Turn(search, 100)  # type: ignore[arg-type]
    search.spent = 1050
    assert alike.more() == 0
    assert alike.expected == math.inf


def test_conflicts_that_fit() -> None:
    """Large formulas get fewer, in proportion to their clauses; so do those where few branches are expected."""
    loaded = OpenFormula(Geometry(2, 2), (), [15] * 16)
    with loaded.solver:
        for clauses, conflicts in ((100, 4000), (12_000, 4000), (48_000, 1000), (10**9, 1)):
            loaded.stats["clauses"] = clauses
            assert fitting(4000, loaded, math.inf) == conflicts
        loaded.stats["clauses"] = 12_000
        assert [fitting(4000, loaded, branches) for branches in (0, 3000, 10_000)] == [500, 1500, 4000]
        assert fitting(300, loaded, 0) == 300
