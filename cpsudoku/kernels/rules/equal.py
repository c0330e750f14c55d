# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Several parts with the same sum; the cells of a part all differ.

Sums are bits of a word: those that each part can have, hence those that all can, and then what each cell has in a way
to one of these.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64
from cython.cimports.cpsudoku.kernels.rules.cages import filled
from cython.cimports.cpsudoku.kernels.rules.innies import group_sums, keep_sums
from cython.cimports.cpsudoku.kernels.rules.records import Equal, Numbers, Part, Term, record
from cython.cimports.cpsudoku.kernels.rules.state import State

FEW = 3
"""Cells of a small part, at most: see `innies.py`."""
MOST = 64
"""Sums that a word holds."""
SMALL = cython.declare(cython.int, 6)
"""As in `cages.py`."""
EVERY = cython.declare(cython.ulonglong, 2**64 - 1)


def propagate_equal(state: State, equal: Equal) -> cython.int:
    """Keep the digits with a way to a sum that all parts can have; 0 where there is none."""
    cython.declare(k=cython.int, part=Part)
    common: cython.ulonglong = EVERY
    sums = cython.declare(cython.ulonglong[16])
    for k in range(equal.small):
        part = cython.cast(Part, record(state, equal.parts[k]))
        sums[k] = group_sums(state, part.terms, 0, part.size)
        common &= sums[k] << part.shift
    for k in range(equal.small, equal.small + equal.large):
        common = _propagate_large(state, cython.cast(Part, record(state, equal.parts[k])), common)
        if common == 0:
            return 0
    if common == 0:
        return state.fail(-1)
    for k in range(equal.small):
        part = cython.cast(Part, record(state, equal.parts[k]))
        kept: cython.ulonglong = common >> part.shift
        if kept != sums[k] and not keep_sums(state, part.terms, 0, part.size, kept):
            return 0
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _propagate_large(state: State, part: Part, common: cython.ulonglong) -> cython.ulonglong:
    """Which of the *common* sums the part can have, 0 for none; its cells keep what they have in a way to one."""
    cython.declare(n=cython.int, k=cython.int, cell=cython.int, open_=cython.int, mask=cython.ulonglong)
    cython.declare(found=cython.ulonglong, allowed=cython.ulonglong, fixed=cython.ulonglong, union=cython.ulonglong)
    terms: Term = part.terms
    begins: Numbers = cython.cast(Numbers, record(state, part.begins))
    masks = cython.declare(cython.ulonglong[6])
    cells = cython.declare(cython.int[6])
    found = allowed = fixed = union = open_ = 0
    state.broken = -1
    for k in range(part.size):
        cell = terms[k].variable
        mask = state.masks[cell]
        if mask & (mask - 1) == 0:
            if fixed & mask:
                return 0
            fixed |= mask
            continue
        union |= mask
        if open_ < SMALL:
            masks[open_] = mask
            cells[open_] = cell
            state.reach[open_] = 0
        open_ += 1
    for k in range(min(open_, SMALL)):
        masks[k] &= ~fixed
    left: cython.ulonglong = common >> part.shift
    while left:
        sum_: cython.int = lowest64(left)
        bit: cython.ulonglong = left & (~left + 1)
        left ^= bit
        for n in range(part.sets + begins.items[sum_], part.sets + begins.items[sum_ + 1]):
            chosen: cython.ulonglong = state.table[n]
            if fixed & ~chosen or (chosen ^ fixed) & ~union:
                continue
            chosen ^= fixed
            if open_ > SMALL:
                allowed |= chosen
                found |= bit
                continue
            fresh: cython.ulonglong = 0
            for k in range(open_):
                mask = masks[k] & chosen
                if mask == 0:
                    break
                fresh |= mask & ~state.reach[k]
            else:
                # a set with nothing new to show is skipped, whether it has a filling or not
                if (fresh or not found & bit) and filled(state, masks, open_, chosen):
                    found |= bit
    if open_ > SMALL:
        for k in range(part.size):
            mask = state.masks[terms[k].variable]
            if mask & (mask - 1) and not state.restrict(terms[k].variable, allowed):
                return 0
    else:
        for k in range(open_):
            if not state.restrict(cells[k], state.reach[k]):
                return 0
    return found << part.shift
