"""Models of exactly-one rows, asked of the solver itself and by PySAT's functions."""

from __future__ import annotations

from array import array
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pysat
import pysolvers
import pytest

from cpsudoku.board.geometry import CLASSIC
from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits
from cpsudoku.engines.bitmask import BitmaskEngine
from cpsudoku.engines.block import DecidedBy
from cpsudoku.engines.sat import bulk, minicard_rows
from cpsudoku.engines.sat.engine import SatEngine
from cpsudoku.engines.sat.minicard_rows import COUNTED, minicard_models
from cpsudoku.kernels.clauses.solver_methods import Rows

PUZZLES = Path(__file__).resolve().parents[1] / "puzzles"
SMALL = [[1, 2, 3], [3, 4], [1, 5], [2, 4, 5], [6, 7]]


def flat(rows: list[list[int]]) -> array[int]:
    """A 0 after each row."""
    return array("i", [x for row in rows for x in (*row, 0)])


@pytest.fixture(params=["bulk", "plain"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways of asking, whichever this machine would take."""
    if request.param == "plain":
        monkeypatch.setattr(minicard_rows, "minicard_asker", lambda module, version: None)
    elif bulk.minicard_asker(pysolvers, pysat.__version__) is None:
        pytest.skip("no bulk way here")
    return str(request.param)


def test_the_models_are_all_there_are(way: str) -> None:
    """Every assignment with exactly one of each row, once."""
    wanted = {
        tuple(v for v, holds in enumerate(values, start=1) if holds)
        for values in product((0, 1), repeat=7)
        if all(sum(values[v - 1] for v in row) == 1 for row in SMALL)
    }
    found = [tuple(model or ()) for model in minicard_models(flat(SMALL), 7, NO_LIMITS)]
    assert len(found) == len(set(found)) == 4
    assert set(found) == wanted


def test_both_ways_do_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Grids, their order and the solver's counts do not depend on how it was asked, with limits or without."""
    if bulk.minicard_asker(pysolvers, pysat.__version__) is None:
        pytest.skip("no bulk way here")
    engine = SatEngine(CLASSIC)
    lines = [
        line.replace(".", "0")
        for file, count in (("17_clue", 20), ("hardest_1905_11plus", 3), ("serg_benchmark", 20))
        for line in (PUZZLES / f"{file}.txt").read_text().split()[:count]
    ]
    for limits in (NO_LIMITS, Limits(conflicts=60), Limits(seconds=60)):
        answers = []
        for plain in (False, True):
            with monkeypatch.context() as patch:
                if plain:
                    patch.setattr(minicard_rows, "minicard_asker", lambda module, version: None)
                found = [engine.search(bytes(map(int, line)), 4, limits) for line in lines]
            answers.append([(f.solutions, f.complete, f.why, [f.stats.get(name) for name in COUNTED]) for f in found])
        assert answers[0] == answers[1]


def test_a_block_says_what_each_puzzle_alone_says(way: str) -> None:
    """Many at once and one by one: the same verdicts, grids (zeros where there is none), and whether SAT decided."""
    engine = SatEngine(CLASSIC)
    files = ("kaggle", "17_clue", "invalid_no_solution", "invalid_conflict", "serg_benchmark", "random_minimal")
    lines = [line for file in files for line in (PUZZLES / f"{file}.txt").read_text().split()[:12]]
    cells = bytes(map(int, "".join(lines).replace(".", "0")))
    block = engine.verify_block(cells)
    assert set(block.statuses) == {0, 1, 2}
    assert set(block.by) == {DecidedBy.SINGLES, DecidedBy.SAT, DecidedBy.MERGING}
    for k in range(len(lines)):
        alone = engine.search(cells[81 * k : 81 * k + 81])
        grids = [*alone.solutions, bytes(81)][:1]
        assert block.grids[81 * k : 81 * k + 81] == grids[0]
        assert block.statuses[k] == {1: 0, 2: 1, 0: 2}[len(alone.solutions)]
        assert block.seconds.get(k) == (alone.solutions[1] if len(alone.solutions) == 2 else None)
        assert (block.by[k] == DecidedBy.SAT) == bool(alone.stats)


@pytest.mark.parametrize("solver", [None, "glucose4", "cadical153", "minisat22"])
def test_what_merging_leaves_free(solver: str | None, way: str) -> None:
    """Pairs of digits taken out leave opposites alone, triples rows, too: all solutions, and no other, either way."""
    line = (PUZZLES / "17_clue.txt").read_text().split()[0]
    grid = SatEngine(CLASSIC).search(bytes(map(int, line.replace(".", "0")))).solutions[0]
    engine, kernel = SatEngine(CLASSIC, solver), BitmaskEngine(CLASSIC)
    numbers = set()
    for out in ((1, 2), (1, 2, 3, 4), (2, 5, 7), (3, 4, 6, 8, 9)):
        cells = bytes(0 if digit in out else digit for digit in grid)
        found = engine.search(cells, 500)
        assert found.complete == kernel.search(cells, 500).complete
        numbers.add(len(found.solutions))
        if found.complete:
            assert set(found.solutions) == set(kernel.search(cells, 500).solutions)
        assert engine.verify_block(cells).by == bytes([DecidedBy.SAT])
    assert 2 in numbers
    assert max(numbers) > 20


@pytest.mark.parametrize("solver", [None, "glucose4", "cadical153"])
def test_a_search_says_what_the_solver_counted(solver: str | None) -> None:
    """Conflicts, decisions and propagations by the default solver and by a named one, the same each time."""
    line = (PUZZLES / "hardest_1905_11plus.txt").read_text().split()[0]
    cells = bytes(map(int, line.replace(".", "0")))
    stats = [SatEngine(CLASSIC, solver).search(cells).stats for _ in range(2)]
    for name in ("conflicts", "decisions", "propagations"):
        assert stats[0][name] == stats[1][name] > 0
    assert {"variables", "clauses", "encode_seconds", "load_seconds"} <= set(stats[0])


def test_a_question_may_take_more_than_a_slice(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the first slice does not suffice, the rest of the search follows; a limit of conflicts is kept."""
    pigeons, holes = 7, 6
    rows = [[p * holes + h + 1 for h in range(holes)] for p in range(pigeons)]
    rows += [[p * holes + h + 1 for p in range(pigeons)] for h in range(holes)]
    with pytest.raises(BudgetSpent, match="20 conflicts"):
        next(minicard_models(flat(rows), pigeons * holes, Limits(conflicts=20)))
    monkeypatch.setattr(minicard_rows, "UNLIMITED_SLICE", 10)
    stats: dict[str, float] = {}
    assert list(minicard_models(flat(rows), pigeons * holes, NO_LIMITS, stats)) == []
    assert stats["conflicts"] > 20


def test_rows_that_make_no_sense() -> None:
    """Variables that were not announced, a row without end, a second load: an error, not a wild write."""
    make = bulk.minicard_asker(pysolvers, pysat.__version__)
    if make is None:
        pytest.skip("no bulk way here")
    solver = pysolvers.minicard_new()
    try:
        for rows in ([1, 9, 0], [0, -4, 0], [1, 2], [1, 1, 1, 1, 0]):
            with pytest.raises(ValueError, match=r"row entry|no end"):
                make(solver).load(array("i", rows), 3)
        rows_ = make(solver)
        with pytest.raises(ValueError, match="nothing is loaded"):
            rows_.solve()
        rows_.load(array("i", [1, 2, 3, 0]), 3)
        with pytest.raises(ValueError, match="loaded twice"):
            rows_.load(array("i", [1, 2, 3, 0]), 3)
        with pytest.raises(ValueError, match="a model of 0 values"):
            rows_.model()
        with pytest.raises(ValueError, match="variables loaded"):
            rows_.block([4])
        with pytest.raises(ValueError, match="Rows"):
            Rows((1, 2), solver)
        with pytest.raises(ValueError, match="PyCapsule"):
            make(object())
    finally:
        pysolvers.minicard_del(solver)


def test_where_there_is_no_bulk_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another version, a module without the symbols, the wish of the user: the plain way."""
    find = bulk.minicard_asker.__wrapped__
    assert find(pysolvers, "2.0") is None
    assert find(SimpleNamespace(__file__=__file__), pysat.__version__) is None
    monkeypatch.setattr(bulk, "ROWS", (*bulk.ROWS[:3], "_ZN8Minicard6Solver6solve_Ex", bulk.ROWS[4]))
    assert find(pysolvers, pysat.__version__) is None
    monkeypatch.undo()
    monkeypatch.setenv("CPSUDOKU_PLAIN_LOADING", "1")
    assert find(pysolvers, pysat.__version__) is None


@pytest.mark.parametrize("fault", ["drops a row", "finds none", "not bare", "reads another model", "no such function"])
def test_an_asker_is_tried_first(fault: str) -> None:
    """What does not do what it must is not used; the same without the fault is."""

    class Faulty:
        def __init__(self, capsule: object) -> None:
            self.capsule = capsule

        def bare(self) -> bool:
            return fault != "not bare"

        def load(self, rows: array[int], variables: int, mixed: bytes) -> None:
            kept = rows[: -7 if fault == "drops a row" else None]
            self.plain = minicard_rows._Plain(self.capsule, kept, mixed)

        def solve(self) -> int:
            return 1 if fault == "finds none" else self.plain.solve()

        def model(self) -> list[int]:
            return [1] if fault == "reads another model" else self.plain.model()

        def block(self, model: list[int]) -> None:
            self.plain.block(model)

    module: Any = pysolvers
    if fault == "no such function":
        module = SimpleNamespace(minicard_new=pysolvers.minicard_new, minicard_del=pysolvers.minicard_del)
    make: Any = Faulty
    assert not bulk.answers(module, make)
    fault = "none"
    assert bulk.answers(pysolvers, make)
