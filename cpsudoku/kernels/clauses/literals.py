# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Literals `cell * side + digit`: between a grid of bytes and a SAT solver's list; and numbers for variables.

MiniSat and its kin, as long as nothing is learnt, branch on the variable with the greatest number. So those that matter
get the greatest: one in many short rows constrains most, each row counts 2 to the power of minus its length (Jeroslow
and Wang, Solving propositional satisfiability problems, 1990). On puzzles of ER 11 and more, by crossings, this saves a
fifth of the conflicts.
"""

import cython

LENGTH = cython.declare(cython.int, 14)
"""A row of this length counts 1, longer ones nothing."""
MOST = cython.declare(cython.int, 65535)
"""No variable weighs more."""
BYTES = cython.declare(cython.int, 257)


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


def memory_for(variables):
    """How many integers `weightiest_last` works in."""
    return 2 * variables + 1 + BYTES


@cython.locals(k=cython.int, i=cython.int, v=cython.int, start=cython.int, more=cython.int)
def weightiest_last(
    rows: cython.int[::1], used: cython.int, variables: cython.int, new: cython.int[::1], memory: cython.int[::1]
) -> cython.void:
    """New numbers for the variables of rows[:used] (a 0 after each row), in place; variable v becomes new[v].

    Those of equal weight keep their order. Linear. Trusted: literals are within 1 .. *variables*, *new* and *memory*
    (`memory_for`) large enough.
    """
    start = 0
    for v in range(variables + 1):
        memory[v] = 0
    for k in range(used):
        if rows[k] == 0:
            more = 1 << (LENGTH - (k - start)) if k - start <= LENGTH else 0
            for i in range(start, k):
                v = rows[i] if rows[i] > 0 else -rows[i]
                memory[v] += more
                if memory[v] > MOST:
                    memory[v] = MOST
            start = k + 1
    for v in range(variables):
        new[v] = v + 1
    _by_byte(memory, 0, variables, new)
    _by_byte(memory, 8, variables, new)
    for v in range(variables):
        memory[v] = new[v]
    new[0] = 0
    for v in range(variables):
        new[memory[v]] = v + 1
    for k in range(used):
        v = rows[k]
        rows[k] = -new[-v] if v < 0 else new[v]


@cython.locals(at=cython.int, k=cython.int, room=cython.int, begins=cython.int)
def _by_byte(memory: cython.int[::1], shift: cython.int, number: cython.int, order: cython.int[::1]) -> cython.void:
    """Sort order[:number] by one byte of the weights, which *memory* begins with, steadily."""
    room = number + 1
    begins = 2 * number + 1
    for k in range(BYTES):
        memory[begins + k] = 0
    for k in range(number):
        memory[room + k] = order[k]
        memory[begins + 1 + (memory[order[k]] >> shift & 255)] += 1
    for k in range(BYTES - 1):
        memory[begins + k + 1] += memory[begins + k]
    for k in range(number):
        at = begins + (memory[memory[room + k]] >> shift & 255)
        order[memory[at]] = memory[room + k]
        memory[at] += 1
