# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Reading models: the inner loop between a SAT solver's list of literals and a grid of bytes."""

import cython


def digits_of_model(model: list, cells: cython.int, side: cython.int) -> bytes:
    """One byte a cell: the digit whose variable `cell * side + digit` is true in *model*, 0 where none is.

    Literals may come in any order; negative ones and those beyond `cells * side` are passed over.
    Where two digits of a cell are true the later in *model* stands.
    """
    found: bytearray = bytearray(cells)
    out: cython.uchar[::1] = found
    last: cython.int = cells * side
    k: cython.Py_ssize_t
    literal: cython.int
    for k in range(len(model)):
        literal = model[k]
        if 0 < literal <= last:
            out[(literal - 1) // side] = (literal - 1) % side + 1
    return bytes(found)
