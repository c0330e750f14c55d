# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Different cells whose digits form one of some sets: killer cages, renban lines.

Code after the kind and the gate: the place of the sets in `table`, their number, the number of cells, the cells,
where in `State.near` the houses begin that have two of them or more (0: see `near.py`), and the variable that tells
which of the sets are alive (0: none, see `alive.py`).
Known cells are set aside. Up to SMALL cells that are open, every digit left has a filling (generalised arc
consistency): for each set, which of its subsets the first k cells can hold is one word of 2^cells bits, from both ends.
Beyond, a set counts while each cell has a digit of it, each of its digits a cell, and the known digits lie in it;
digits of all such sets with one place go there. `State.must` is told the digits that all sets with a filling have.
Compiled, three to five open cells are looked at for many sets at once, by vectors (fillings.h); the answer is the same.
"""

import cython

from cpsudoku.kernels.search import most_instructions

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.bits import lowest64
    from cython.cimports.cpsudoku.kernels.rules.fillings import fillings, fillings_available
    from cython.cimports.cpsudoku.kernels.rules.state import State
else:
    from cpsudoku.kernels.bits import lowest64
    from cpsudoku.kernels.rules.state import State

SMALL = cython.declare(cython.int, 6)
EVERY = cython.declare(cython.ulonglong, 2**64 - 1)
BIT = cython.declare(cython.ulonglong, 1)
WITHOUT = cython.declare(cython.ulonglong[6])
"""The subsets (bits of a word) that lack element j."""
VECTOR = cython.declare(cython.int)
VECTOR = fillings_available(most_instructions()) if cython.compiled else 0
WIDEST = cython.declare(cython.ulonglong, 2**16 - 1)
"""The digits that a lane holds."""
WITHOUT = [sum(1 << subset for subset in range(64) if not subset >> j & 1) for j in range(6)]


def sets(state: State, at: cython.int) -> cython.int:
    """Keep the digits with a filling; 0 where there is none."""
    size: cython.int = state.code[at + 4]
    first: cython.int = at + 5
    k: cython.int
    open_: cython.int = 0
    union: cython.ulonglong = 0
    fixed: cython.ulonglong = 0
    masks = cython.declare(cython.ulonglong[6])
    cells = cython.declare(cython.int[6])
    state.must = 0
    for k in range(first, first + size):
        mask: cython.ulonglong = state.masks[state.code[k]]
        if mask & (mask - 1) == 0:
            if fixed & mask:
                state.broken = state.code[k]
                return 0
            fixed |= mask
            continue
        union |= mask
        if open_ < SMALL:
            masks[open_] = mask & state.full
            cells[open_] = state.code[k]
        open_ += 1
    if open_ > SMALL:
        return _many(state, at, union, fixed)
    for k in range(open_):
        masks[k] &= ~fixed
    if not _reached(state, at, open_, union & ~fixed, fixed, masks):
        state.broken = state.code[first]
        return 0
    for k in range(open_):
        if state.masks[cells[k]] & ~state.reach[k] and not state.restrict(cells[k], state.reach[k]):
            return 0
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _reached(
    state: State,
    at: cython.int,
    size: cython.int,
    union: cython.ulonglong,
    fixed: cython.ulonglong,
    masks: cython.ulonglong[6],
) -> cython.int:
    """reach[k]: the digits that open cell k has in some filling; 0 where there is none."""
    here: cython.int = state.code[at + 2]
    end: cython.int = here + state.code[at + 3]
    cython.declare(k=cython.int, left=cython.ulonglong, low=cython.ulonglong)
    found: cython.int = 0
    must: cython.ulonglong = EVERY
    need: cython.ulonglong = _needed(state, at) & ~fixed if state.tied else 0
    one: cython.ulonglong = 0
    two: cython.ulonglong = 0
    first: cython.int = here
    variable: cython.int = state.code[at + 6 + state.code[at + 4]] if state.tied else 0
    alive: cython.ulonglong = state.masks[variable] if variable else EVERY
    kept: cython.ulonglong = 0
    if cython.compiled:
        if VECTOR and 3 <= size <= 5 and state.full <= WIDEST:
            found = fillings(
                cython.address(state.table[here]),
                end - here,
                fixed,
                union,
                need,
                masks,
                size,
                cython.address(state.reach[0]),
                cython.address(state.must),
                cython.address(alive) if variable else cython.NULL,
            )
            return found and (variable == 0 or state.restrict(variable, alive))
    for k in range(size):
        state.reach[k] = 0
    for here in range(here, end):
        chosen: cython.ulonglong = state.table[here]
        if fixed & ~chosen or not (alive >> ((here - first) & 63)) & 1:
            continue
        chosen ^= fixed
        if chosen & ~union or need & ~chosen:
            continue
        if size == 2:
            low = chosen & (~chosen + 1)
            left = chosen ^ low
            k = 0
            if masks[0] & low and masks[1] & left:
                one |= low
                two |= left
                k = 1
            if masks[0] & left and masks[1] & low:
                one |= left
                two |= low
                k = 1
            if k:
                must &= chosen
                found = 1
                kept |= BIT << ((here - first) & 63)
            continue
        if size <= 1:
            one |= chosen
            must &= chosen
            found = 1
            kept |= BIT << ((here - first) & 63)
            continue
        left = 0
        for k in range(size):
            low = masks[k] & chosen
            if low == 0:
                break
            left |= low & ~state.reach[k]
        else:
            # else it shows nothing new, whether it has a filling or not
            if (left or must & ~chosen or variable) and filled(state, masks, size, chosen):
                must &= chosen
                found = 1
                kept |= BIT << ((here - first) & 63)
    if size <= 2:
        state.reach[0] = one
        state.reach[1] = two
    state.must = must
    return found and (variable == 0 or state.restrict(variable, kept))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _needed(state: State, at: cython.int) -> cython.ulonglong:
    """Digits that some full house can have nowhere but in these cells, by the lists of `near.tie`."""
    here: cython.int = state.code[at + 5 + state.code[at + 4]]
    left: cython.int = state.near[here]
    found: cython.ulonglong = 0
    here += 1
    while left:
        left -= 1
        outside: cython.ulonglong = 0
        end: cython.int = here + 1 + state.near[here]
        here += 1
        while here < end:
            outside |= state.masks[state.near[here]]
            here += 1
        found |= state.full & ~outside
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _many(state: State, at: cython.int, union: cython.ulonglong, fixed: cython.ulonglong) -> cython.int:
    """The same for many open cells, less exactly."""
    sets_at: cython.int = state.code[at + 2]
    size: cython.int = state.code[at + 4]
    first: cython.int = at + 5
    cython.declare(k=cython.int, j=cython.int, mask=cython.ulonglong)
    once: cython.ulonglong = 0
    twice: cython.ulonglong = 0
    allowed: cython.ulonglong = 0
    must: cython.ulonglong = EVERY
    need: cython.ulonglong = _needed(state, at) if state.tied else 0
    variable: cython.int = state.code[at + 6 + size] if state.tied else 0
    alive: cython.ulonglong = state.masks[variable] if variable else EVERY
    kept: cython.ulonglong = 0
    for k in range(first, first + size):
        mask = state.masks[state.code[k]]
        twice |= once & mask
        once |= mask
    for j in range(state.code[at + 3]):
        chosen: cython.ulonglong = state.table[sets_at + j]
        if fixed & ~chosen or chosen & ~(union | fixed) or need & ~chosen or not (alive >> (j & 63)) & 1:
            continue
        for k in range(first, first + size):
            if state.masks[state.code[k]] & chosen == 0:
                break
        else:
            allowed |= chosen
            must &= chosen
            kept |= BIT << (j & 63)
    if allowed == 0:
        state.broken = state.code[first]
        return 0
    if variable and not state.restrict(variable, kept):
        return 0
    state.must = must & ~fixed
    must &= ~twice
    for k in range(first, first + size):
        mask = state.masks[state.code[k]]
        if not state.restrict(state.code[k], must if mask & must else allowed):
            return 0
    return 1


def filled(state: State, masks: cython.ulonglong[6], size: cython.int, chosen: cython.ulonglong) -> cython.int:
    """Add to reach[k] the digits of the set that cell k has in some filling; 0 where there is none.

    Without branches, which nobody could foretell: `has` is all ones where the cell can hold element j, else 0.
    """
    cython.declare(next_=cython.ulonglong, mask=cython.ulonglong, has=cython.ulonglong, k=cython.int, j=cython.int)
    digits = cython.declare(cython.int[6])
    before = cython.declare(cython.ulonglong[7])
    one: cython.ulonglong = 1
    for j in range(size):
        digits[j] = lowest64(chosen)
        chosen &= chosen - 1
    before[0] = 1
    for k in range(size):
        mask = masks[k]
        next_ = 0
        for j in range(size):
            has = ~(((mask >> digits[j]) & one) - one)
            next_ |= ((before[k] & WITHOUT[j]) << (1 << j)) & has
        before[k + 1] = next_
    after: cython.ulonglong = one << ((1 << size) - 1)
    if before[size] & after == 0:
        return 0
    for k in range(size - 1, -1, -1):
        mask = masks[k]
        next_ = 0
        found: cython.ulonglong = 0
        for j in range(size):
            has = (after >> (1 << j)) & WITHOUT[j] & ~(((mask >> digits[j]) & one) - one)
            next_ |= has
            found |= cython.cast(cython.ulonglong, (has & before[k]) != 0) << digits[j]
        state.reach[k] |= found
        after = next_
    return 1
