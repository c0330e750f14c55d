"""Clauses loaded into CaDiCaL at once."""

from __future__ import annotations

from array import array
from random import Random
from types import SimpleNamespace
from typing import Any

import pysat
import pysolvers
import pytest

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import BudgetSpent, until
from cpsudoku.constraints import parse
from cpsudoku.engines.answer import Sat, Unsat
from cpsudoku.engines.sat import bulk, pysat_solvers
from cpsudoku.engines.sat.pysat_solvers import Incremental
from cpsudoku.formula.primitives.to_clauses import Lowering
from cpsudoku.kernels.clauses.solver_methods import SATISFIABLE, UNSATISFIABLE

BOARD = Geometry(2, 2)


@pytest.fixture
def formula() -> Lowering:
    lowering = Lowering(BOARD)
    for text in ("cage 5 r1c1 r2c1", "thermo r1c3 r2c3", "little-killer 9 r1c1-r4c4"):
        lowering.stated(parse(text).on(BOARD))
    return lowering


@pytest.fixture(params=["bulk", "plain"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways of loading, whichever this machine would take."""
    if request.param == "plain":
        monkeypatch.setattr(pysat_solvers, "cadical_loader", lambda module, version: None)
    elif bulk.cadical_loader(pysolvers, pysat.__version__) is None:
        pytest.skip("no bulk way here")
    return str(request.param)


def test_both_ways_load_the_same(formula: Lowering, way: str) -> None:
    """However it is loaded, a formula has its clauses, and the answers it has clause by clause."""
    with (
        Incremental("cadical153", formula.clauses) as loaded,
        Incremental("cadical153", formula.clauses.lists()) as known,
    ):
        solver = loaded._solver.solver.cadical
        assert pysolvers.cadical153_nof_vars(solver) == formula.variables
        assert pysolvers.cadical153_nof_cls(solver) == pysolvers.cadical153_nof_cls(known._solver.solver.cadical)
        chance = Random(1)
        for _ in range(60):
            some = [chance.choice((-1, 1)) * chance.randint(1, 64) for _ in range(3)]
            assert isinstance(loaded.solve(some), Sat) == isinstance(known.solve(some), Sat)


def test_a_proof_sees_what_was_loaded(formula: Lowering, way: str) -> None:
    """A refutation of what was loaded at once is logged as any other."""
    with Incremental("cadical153", formula.clauses, with_proof=True) as solver:
        for x in (1, 21):  # r1c1 = 1 and r2c2 = 1 share a box
            solver.add([x])
        assert isinstance(solver.solve(), Unsat)
        assert isinstance(solver.lemmas(), list)


def test_other_solvers_are_fed(formula: Lowering) -> None:
    """Every other solver takes the same formula clause by clause."""
    for name in ("minisat22", "glucose4", "minicard", "lingeling", "kissat404"):
        with Incremental(name, formula.clauses) as solver:
            assert isinstance(solver.solve(), Sat)


def test_deadlines_hold_while_loading(formula: Lowering, way: str) -> None:
    """A deadline that has passed ends the loading."""
    with until(0.0), pytest.raises(BudgetSpent):
        Incremental("cadical153", formula.clauses)


def test_questions_put_at_once() -> None:
    """Questions by the solver's own methods have the answers and cores of PySAT's functions."""
    with Incremental("cadical153", [[-1, -2, -9], [-4, 3], [-5, 6], [-7, -8]]) as solver:
        asked = solver.assuming()
        if asked is None:
            pytest.skip("no bulk way here")
        asked.about(array("i", [1, 2, 4, 5]), 9)
        assert asked.ask([0, 2, 3], 100) == SATISFIABLE
        assert isinstance(solver.solve([9, 1, 4, 5]), Sat)
        assert asked.ask([3, 0, 1], 100) == UNSATISFIABLE
        assert asked.core([3, 0, 1]) == (0, 1)
        with pytest.raises(ValueError, match="a core of"):
            asked.core([0, 4])
        assert asked.ask([0], 100) == SATISFIABLE
        with pytest.raises(ValueError, match="a core of"):
            asked.core([0])
        for cells, words in (([4], "cell 4 of 4"), ([-1], "cell -1 of 4"), ([0] * 5, "5 cells of 4")):
            with pytest.raises(ValueError, match=words):
                asked.ask(cells, 100)
        for literals, active in (([1, 0], 9), ([1, 2], 0)):
            with pytest.raises(ValueError, match="literal"):
                asked.about(array("i", literals), active)
        asked.end()
        with pytest.raises(ValueError, match="1 cells of 0"):
            asked.ask([0], 100)


@pytest.mark.parametrize("fault", ["never rivals", "cores with all", "no such function"])
def test_questions_are_tried_first(fault: str) -> None:
    """A way to ask that does not answer as it must is not used."""

    class Wrong:
        def __init__(self, capsule: object):
            self.solver = capsule

        def about(self, literals: array[int], active: int) -> None:
            if fault == "no such function":
                raise AttributeError(fault)

        def ask(self, cells: list[int], conflicts: int) -> int:
            return UNSATISFIABLE if fault == "never rivals" or 1 in cells else SATISFIABLE

        def core(self, cells: list[int]) -> tuple[int, ...]:
            return tuple(cells if fault == "cores with all" else cells[-2:])

    assert not bulk.assumes(pysolvers, Wrong)  # type: ignore[arg-type]


def test_where_there_is_no_bulk_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another version, a module without the symbol, the wish of the user: the plain way."""
    find = bulk.cadical_loader.__wrapped__
    assert find(pysolvers, "2.0") is None
    assert find(SimpleNamespace(__file__=__file__), pysat.__version__) is None
    assert find(SimpleNamespace(__file__=None), pysat.__version__) is None
    monkeypatch.setenv("CPSUDOKU_PLAIN_LOADING", "1")
    assert find(pysolvers, pysat.__version__) is None
    assert bulk.cadical_assumer.__wrapped__(pysolvers, pysat.__version__) is None


@pytest.mark.parametrize("fault", ["drops a clause", "drops all", "no such function"])
def test_a_loader_is_tried_first(fault: str) -> None:
    """A loader that does not do what it must is not used."""

    def load(capsule: object, literals: array[int], first: int, last: int) -> None:
        clauses = [[1, 2], [-1, 3], [-2, 3], [-3, 4]][: 3 if fault == "drops a clause" else 0]
        for clause in clauses:
            pysolvers.cadical153_add_cl(capsule, clause)

    module: Any = pysolvers
    if fault == "no such function":
        module = SimpleNamespace(cadical153_new=pysolvers.cadical153_new, cadical153_del=pysolvers.cadical153_del)
    assert not bulk.works(module, load)
