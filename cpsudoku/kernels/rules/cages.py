# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Different cells whose digits form one of some sets: killer cages, renban lines.

Known cells are set aside. Up to SMALL open cells, a digit stays where it has a filling (generalised arc consistency):
for each set, one word of 2^cells bits says which of its subsets the first k cells can hold, from both ends. With more
open cells, a set counts while each cell has a digit of it, each of its digits a cell, and the known digits lie in it;
digits of all such sets that have one place go there. `State.required` becomes the digits that are in every set with a
filling. Compiled code propagates three to five open cells for many sets at once, by vectors (fillings.h), with the same
result.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64
from cython.cimports.cpsudoku.kernels.rules.records import Cage
from cython.cimports.cpsudoku.kernels.rules.state import State

from cpsudoku.kernels.search import most_instructions

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.rules.vectors import fillings, vectors_available

SMALL = cython.declare(cython.int, 6)
EVERY = cython.declare(cython.ulonglong, 2**64 - 1)
BIT = cython.declare(cython.ulonglong, 1)
WITHOUT = cython.declare(cython.ulonglong[6])
"""The subsets (bits of a word) that lack element j."""
VECTOR = cython.declare(cython.int, vectors_available(most_instructions()) if cython.compiled else 0)
WIDEST = cython.declare(cython.ulonglong, 2**16 - 1)
"""The digits that a lane holds."""
WITHOUT = [sum([1 << subset for subset in range(64) if not subset >> j & 1]) for j in range(6)]


def propagate_cage(state: State, cage: Cage) -> cython.int:
    """Keep the digits with a filling; 0 where there is none."""
    cython.declare(k=cython.int, open_=cython.int, mask=cython.ulonglong, union=cython.ulonglong)
    cython.declare(fixed=cython.ulonglong)
    masks = cython.declare(cython.ulonglong[6])
    cells = cython.declare(cython.int[6])
    union = fixed = open_ = 0
    state.required = 0
    for k in range(cage.size):
        mask = state.masks[cage.cells[k]]
        if mask & (mask - 1) == 0:
            if fixed & mask:
                return state.fail(cage.cells[k])
            fixed |= mask
            continue
        union |= mask
        if open_ < SMALL:
            masks[open_] = mask & state.full
            cells[open_] = cage.cells[k]
        open_ += 1
    if open_ > SMALL:
        return _many_open(state, cage, union, fixed)
    for k in range(open_):
        masks[k] &= ~fixed
    if not _few_open(state, cage, open_, union & ~fixed, fixed, masks):
        return state.fail(cage.cells[0])
    for k in range(open_):
        if state.masks[cells[k]] & ~state.reach[k] and not state.restrict(cells[k], state.reach[k]):
            return 0
    return 1


def _few_open(state, cage, size, union, fixed, masks) -> cython.int:
    """Write to reach[k] the digits that open cell k has in some filling; 0 where there is none."""
    cython.declare(k=cython.int, n=cython.int, found=cython.int, left=cython.ulonglong, low=cython.ulonglong)
    cython.declare(one=cython.ulonglong, two=cython.ulonglong, kept=cython.ulonglong)
    must: cython.ulonglong = EVERY
    need: cython.ulonglong = _confined(state, cage) & ~fixed if state.linked else 0
    variable: cython.int = cage.combinations if state.linked else 0
    possible: cython.ulonglong = state.masks[variable] if variable else EVERY
    one = two = kept = found = 0
    if cython.compiled:
        if VECTOR and 3 <= size <= 5 and state.full <= WIDEST:
            sets: cython.p_ulonglong = cython.address(state.table[cage.sets])
            reach: cython.p_ulonglong = cython.address(state.reach[0])
            required: cython.p_ulonglong = cython.address(state.required)
            left_: cython.p_ulonglong = cython.address(possible) if variable else cython.NULL
            found = fillings(sets, cage.number, fixed, union, need, masks, size, reach, required, left_)
            return found and (variable == 0 or state.restrict(variable, possible))
    for k in range(size):
        state.reach[k] = 0
    for n in range(cage.number):
        chosen: cython.ulonglong = state.table[cage.sets + n]
        if fixed & ~chosen or not (possible >> (n & 63)) & 1:
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
            if not k:
                continue
        elif size <= 1:
            one |= chosen
        else:
            left = 0
            for k in range(size):
                low = masks[k] & chosen
                if low == 0:
                    break
                left |= low & ~state.reach[k]
            # a set with nothing new to show is skipped, whether it has a filling or not
            if low == 0 or not (left or must & ~chosen or variable) or not filled(state, masks, size, chosen):
                continue
        must &= chosen
        found = 1
        kept |= BIT << (n & 63)
    if size <= 2:
        state.reach[0] = one
        state.reach[1] = two
    state.required = must
    return found and (variable == 0 or state.restrict(variable, kept))


def _many_open(state: State, cage: Cage, union: cython.ulonglong, fixed: cython.ulonglong) -> cython.int:
    """The same for many open cells, less exactly."""
    cython.declare(k=cython.int, n=cython.int, mask=cython.ulonglong)
    cython.declare(once=cython.ulonglong, twice=cython.ulonglong, allowed=cython.ulonglong, kept=cython.ulonglong)
    must: cython.ulonglong = EVERY
    need: cython.ulonglong = _confined(state, cage) if state.linked else 0
    variable: cython.int = cage.combinations if state.linked else 0
    possible: cython.ulonglong = state.masks[variable] if variable else EVERY
    once = twice = allowed = kept = 0
    for k in range(cage.size):
        mask = state.masks[cage.cells[k]]
        twice |= once & mask
        once |= mask
    for n in range(cage.number):
        chosen: cython.ulonglong = state.table[cage.sets + n]
        if fixed & ~chosen or chosen & ~(union | fixed) or need & ~chosen or not (possible >> (n & 63)) & 1:
            continue
        for k in range(cage.size):
            if state.masks[cage.cells[k]] & chosen == 0:
                break
        else:
            allowed |= chosen
            must &= chosen
            kept |= BIT << (n & 63)
    if allowed == 0:
        return state.fail(cage.cells[0])
    if variable and not state.restrict(variable, kept):
        return 0
    state.required = must & ~fixed
    must &= ~twice
    for k in range(cage.size):
        mask = state.masks[cage.cells[k]]
        if not state.restrict(cage.cells[k], must if mask & must else allowed):
            return 0
    return 1


def _confined(state: State, cage: Cage) -> cython.ulonglong:
    """The digits that some full house can have nowhere but in the cage; see `links.py`."""
    found: cython.ulonglong = 0
    at: cython.int = cage.links
    left: cython.int = state.links[at]
    at += 1
    while left:
        left -= 1
        outside: cython.ulonglong = 0
        end: cython.int = at + 1 + state.links[at]
        at += 1
        while at < end:
            outside |= state.masks[state.links[at]]
            at += 1
        found |= state.full & ~outside
    return found


def filled(state: State, masks: cython.ulonglong[6], size: cython.int, chosen: cython.ulonglong) -> cython.int:
    """Add to reach[k] the digits of the set that cell k has in some filling; 0 where there is none.

    Without branches, which no processor could predict: `has` is all ones where the cell can hold element j, else 0.
    """
    cython.declare(k=cython.int, j=cython.int, next_=cython.ulonglong, has=cython.ulonglong)
    digits = cython.declare(cython.int[6])
    before = cython.declare(cython.ulonglong[7])
    one: cython.ulonglong = 1
    for j in range(size):
        digits[j] = lowest64(chosen)
        chosen &= chosen - 1
    before[0] = 1
    for k in range(size):
        next_ = 0
        for j in range(size):
            has = ~(((masks[k] >> digits[j]) & one) - one)
            next_ |= ((before[k] & WITHOUT[j]) << (1 << j)) & has
        before[k + 1] = next_
    after: cython.ulonglong = one << ((1 << size) - 1)
    if before[size] & after == 0:
        return 0
    for k in range(size - 1, -1, -1):
        next_ = 0
        found: cython.ulonglong = 0
        for j in range(size):
            has = (after >> (1 << j)) & WITHOUT[j] & ~(((masks[k] >> digits[j]) & one) - one)
            next_ |= has
            found |= cython.cast(cython.ulonglong, (has & before[k]) != 0) << digits[j]
        state.reach[k] |= found
        after = next_
    return 1
