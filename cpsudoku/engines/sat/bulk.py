"""Formulas into PySAT's solvers at once: the solvers' own C++ methods, called for whole arrays from compiled code.

PySAT takes one list of integers a clause, which costs more than what the solver does with it. Its module keeps the
solvers' C++ methods visible (on Linux) and hands out the solvers themselves, in capsules. So methods are looked up by
their names, which spell class and parameters, and tried once on formulas whose answers are known; where anything is
not as expected (another system, another layout, kernels that are not compiled), there is no bulk way and the plain one
serves. `CPSUDOKU_PLAIN_LOADING=1` asks for the plain one.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, TypeVar

from cpsudoku.kernels.clauses import solver_methods
from cpsudoku.kernels.clauses.solver_methods import SATISFIABLE, UNSATISFIABLE, Assuming, Rows

ADD = "_ZN10CaDiCaL1536Solver3addEi"
"""`CaDiCaL153::Solver::add(int)`, as compilers for Linux name it."""
QUESTIONS = (
    "_ZN10CaDiCaL1536Solver6assumeEi",
    "_ZN10CaDiCaL1536Solver5limitEPKci",
    "_ZN10CaDiCaL1536Solver5solveEv",
    "_ZN10CaDiCaL1536Solver6failedEi",
    "_ZN10CaDiCaL1536Solver3valEi",
)
"""What `Assuming` calls: `CaDiCaL153::Solver::assume(int)` and so on."""
ROWS = (
    "_ZN8Minicard6Solver6newVarEbb",
    "_ZN8Minicard6Solver10addClause_ERNS_3vecINS_3LitEEE",
    "_ZN8Minicard6Solver10addAtMost_ERNS_3vecINS_3LitEEEi",
    "_ZN8Minicard6Solver6solve_Ev",
    "_ZN8Minicard6Solver13addClauseWarmERNS_3vecINS_3LitEEE",
)
"""What `Rows` calls: `Minicard::Solver::newVar(bool, bool)` and so on."""
TRIED = ("1.8.", "1.9.")
"""Versions of PySAT whose capsules hold the solver itself."""

Load = Callable[[object, "array[int]", int, int], None]
"""What loads clauses: the capsule of a solver, literals with a 0 after each clause, the first and after the last."""
Asker = Callable[[object], Rows]
"""What gives a way to ask the Minicard solver of a capsule."""
Assumer = Callable[[object], Assuming]
"""What gives a way to ask the CaDiCaL of a capsule about clues."""
Found = tuple[tuple[int, ...], Callable[..., int]] | None
"""The addresses of methods, and what gives the address in a capsule; None where something is missing."""
T = TypeVar("T")


@lru_cache(maxsize=1)
def cadical_loader(module: Any, version: str) -> Load | None:
    """How to load clauses into a capsule of PySAT's C *module* (`pysolvers`); None where there is no such way."""
    found = _found(module, version, solver_methods.COMPILED, ADD)
    if found is None:
        return None
    (method,), pointer = found

    def load(capsule: object, literals: array[int], first: int, last: int) -> None:
        solver_methods.feed(method, pointer(capsule, None), literals, first, last)

    return load if works(module, load) else None


@lru_cache(maxsize=1)
def cadical_assumer(module: Any, version: str) -> Assumer | None:
    """How to ask a CaDiCaL of PySAT's C *module* about clues; None where there is no such way."""
    return _served(Assuming, assumes, module, _found(module, version, solver_methods.COMPILED, *QUESTIONS))


@lru_cache(maxsize=1)
def minicard_asker(module: Any, version: str) -> Asker | None:
    """How to ask a Minicard of PySAT's C *module* for models of rows; None where there is no such way."""
    return _served(Rows, answers, module, _found(module, version, solver_methods.COMPILED, *ROWS))


def _served(
    make: Callable[[tuple[int, ...], object], T],
    serves: Callable[[Any, Callable[[object], T]], bool],
    module: Any,
    found: Found,
) -> Callable[[object], T] | None:
    """What makes such an object of a capsule, by the methods found; None where there are none, or it does not serve."""
    if found is None:
        return None
    way = partial(make, found[0])
    return way if serves(module, way) else None


def _found(module: Any, version: str, compiled: bool, *names: str) -> Found:
    """The addresses of these symbols, and what gives the address in a capsule; None where something is missing."""
    if not compiled or not version.startswith(TRIED) or os.environ.get("CPSUDOKU_PLAIN_LOADING", "0") not in ("", "0"):
        return None
    try:
        import ctypes

        library = ctypes.CDLL(module.__file__)
        methods = tuple(ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0 for name in names)
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    except (ImportError, OSError, AttributeError, TypeError):
        return None
    return (methods, pointer) if all(methods) else None


def works(module: Any, load: Load) -> bool:
    """Whether a formula loaded so has the answers it must have, by PySAT's own functions."""
    solver = module.cadical153_new()
    try:
        load(solver, array("i", [1, 2, 0, -1, 3, 0, -2, 3, 0, -3, 4, 0]), 0, 12)
        if module.cadical153_nof_vars(solver) != 4 or module.cadical153_solve(solver, [-4], 0):
            return False
        if list(module.cadical153_core(solver, [-4])) != [-4] or not module.cadical153_solve(solver, [-1], 0):
            return False
        model = module.cadical153_model(solver)
        return set(model) == {-1, 2, 3, 4}
    except (AttributeError, TypeError, ValueError):
        return False
    finally:
        module.cadical153_del(solver, None)


def assumes(module: Any, assumer: Assumer) -> bool:
    """Whether questions put so have the answers and cores they must have, and leave PySAT's own functions to work."""
    solver = module.cadical153_new()
    try:
        for clause in ([-1, -2, -9], [-4, 3], [-5, 6]):
            module.cadical153_add_cl(solver, clause)
        questions = assumer(solver)
        questions.about(array("i", [1, 2, 4, 5]), 9)
        found = [
            questions.ask([3, 2, 1, 0], 100),
            *questions.core([3, 2, 1, 0]),
            questions.ask([3, 2, 0], 100),
            *questions.rival(),
        ]
        if found != [UNSATISFIABLE, 1, 0, SATISFIABLE, 1]:
            return False
        if not {1, -2, 3, 4, 5, 6, 9}.issubset(module.cadical153_model(solver)):
            return False
        return bool(module.cadical153_solve(solver, [1, 2], 0)) and not module.cadical153_solve(solver, [4, -3], 0)
    except (AttributeError, TypeError, ValueError):
        return False
    finally:
        module.cadical153_del(solver, None)


def answers(module: Any, asker: Asker) -> bool:
    """Whether rows asked so have the two models they must have, read as PySAT's own functions read them."""
    solver = module.minicard_new()
    try:
        rows = asker(solver)
        if not rows.bare():
            return False
        module.minicard_set_start(solver, 1)
        text = array("i", [1, 2, 3, 0, 3, 4, 0, 1, 5, 0, 2, 4, 5, 0, 1, -6, 0])  # 1, 4 and 6, or 3 and 5
        rows.load(text, 6, bytes([0, 0, 0, 0, 0, 0, 1]))
        found: list[list[int]] = []
        while rows.solve() == SATISFIABLE and len(found) < 3:
            model = rows.model()
            if module.minicard_model(solver) != [v if v in model else -v for v in range(1, 7)]:
                return False
            found.append(model)
            rows.block(model)
        counted = module.minicard_acc_stats(solver)["decisions"] > 0 and module.minicard_nof_vars(solver) == 6
        return counted and sorted(found) == [[1, 4, 6], [3, 5, -6]] and rows.solve() == UNSATISFIABLE
    except (AttributeError, TypeError, ValueError):
        return False
    finally:
        module.minicard_del(solver)
