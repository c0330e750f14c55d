# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Clauses into a SAT solver's own `add(literal)`, one call a literal, 0 at the end of each clause.

Addresses are trusted: who calls this has looked at them (`engines.sat.bulk`). Compiled only.
"""

import cython

COMPILED = cython.compiled
"""Whether there is a function to call by its address at all."""


def feed(method: cython.size_t, solver: cython.size_t, literals, first: cython.int, last: cython.int) -> None:
    """Call the method at that address of the solver at that address with literals *first* .. *last* - 1."""
    cython.declare(k=cython.int)
    row: cython.int[::1] = literals
    if not cython.compiled or not method or not solver or not 0 <= first <= last <= len(row):
        raise ValueError("feed: no address, a range beyond the literals, or kernels that are not compiled")
    if cython.compiled:
        add: Add = cython.cast(Add, method)
        this: cython.p_void = cython.cast(cython.p_void, solver)
        with cython.nogil:
            for k in range(first, last):
                add(this, row[k])
