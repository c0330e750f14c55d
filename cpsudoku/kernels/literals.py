# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The inner loops between a grid of bytes and a SAT solver's list of literals `cell * side + digit`."""

import cython


def digits_of_model(model: list, cells: cython.int, side: cython.int) -> bytes:
    """One byte a cell: the digit whose variable `cell * side + digit` is true in *model*, 0 where none is.

    Literals may come in any order; negative ones and those beyond `cells * side` are passed over.
    Where two digits of a cell are true the later in *model* stands.
    """
    cython.declare(k=cython.Py_ssize_t, literal=cython.int)
    found: bytearray = bytearray(cells)
    out: cython.uchar[::1] = found
    last: cython.int = cells * side
    for k in range(len(model)):
        literal = model[k]
        if 0 < literal <= last:
            out[(literal - 1) // side] = (literal - 1) % side + 1
    return bytes(found)


def literals_of_digits(cells: bytes, side: cython.int, sign: cython.int) -> list:
    """The literal of each filled cell, times *sign* (1 or -1), by cell."""
    cython.declare(k=cython.Py_ssize_t)
    grid: cython.const[cython.uchar][::1] = cells
    found: list = []
    for k in range(len(cells)):
        if grid[k]:
            found.append(sign * (k * side + grid[k]))
    return found


def placed(fixed: bytes, model: list, candidates: cython.const[cython.int][::1], side: cython.int) -> bytes:
    """*fixed* with the candidates (cell * side + digit - 1) of the variables that are true in *model*.

    Variable v is candidates[v - 1]; literals may come in any order, and those of other variables are passed over.
    """
    cython.declare(k=cython.Py_ssize_t, v=cython.int, place=cython.int)
    found: bytearray = bytearray(fixed)
    out: cython.uchar[::1] = found
    for k in range(len(model)):
        v = model[k]
        if 0 < v <= len(candidates):
            place = candidates[v - 1] // side
            if not 0 <= place < len(found):
                raise ValueError(f"candidate {candidates[v - 1]} on a board of {len(found)} cells")
            out[place] = candidates[v - 1] % side + 1
    return bytes(found)
