"""Clauses into CaDiCaL 1.5.3 at once: the solver's own `add(literal)`, called for a whole array from compiled code.

PySAT takes one list of integers a clause, which costs more than what the solver does with it. Its module keeps the
solver's C++ methods visible (on Linux) and hands out the solver itself, in a capsule. So the method is looked up by
its name, which spells its class and parameters, and tried once on a formula whose answers are known; where anything is
not as expected (another system, another layout, kernels that are not compiled), there is no bulk way and the plain one
serves. `CPSUDOKU_PLAIN_LOADING=1` asks for the plain one.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from cpsudoku.kernels.clauses.loading import COMPILED, feed

ADD = "_ZN10CaDiCaL1536Solver3addEi"
"""`CaDiCaL153::Solver::add(int)`, as compilers for Linux name it."""
TRIED = ("1.8.", "1.9.")
"""Versions of PySAT whose capsules hold the solver itself."""

Load = Callable[[object, "array[int]", int, int], None]
"""What loads clauses: the capsule of a solver, literals with a 0 after each clause, the first and after the last."""


@lru_cache(maxsize=1)
def cadical_loader(module: Any, version: str) -> Load | None:
    """How to load clauses into a capsule of PySAT's C *module* (`pysolvers`); None where there is no such way."""
    if not COMPILED or not version.startswith(TRIED) or os.environ.get("CPSUDOKU_PLAIN_LOADING", "0") not in ("", "0"):
        return None
    try:
        import ctypes

        method = ctypes.cast(getattr(ctypes.CDLL(module.__file__), ADD), ctypes.c_void_p).value
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    except (ImportError, OSError, AttributeError, TypeError):
        return None

    def load(capsule: object, literals: array[int], first: int, last: int) -> None:
        feed(method, pointer(capsule, None), literals, first, last)

    return load if method and works(module, load) else None


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
