# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Singles in houses until nothing changes: the inner loop of assumptions."""

import cython

FINE = cython.declare(cython.int, -1)
NO_DIGIT = cython.declare(cython.int, 63)
"""In place of a digit: a cell has none."""
WIDTH = cython.declare(cython.int, 64)


@cython.locals(house=cython.int, k=cython.int, cell=cython.int, changed=cython.bint, at=cython.Py_ssize_t)
def settle(masks_, cells_, starts_, whole_, which_, of_, of_starts_, dirty_, full_: int) -> int:
    """Narrow *masks* by the houses *which*; -1, or house * 64 + the digit (bit number) that has no place, or 63.

    House h has the cells from `starts[h]`, cell c the houses from `of_starts[c]`. *dirty* is 1 for houses to be looked
    at, and is 0 afterwards for those of *which*.
    """
    masks: cython.uint[::1] = masks_
    cells: cython.int[::1] = cells_
    starts: cython.int[::1] = starts_
    whole: cython.uchar[::1] = whole_
    which: cython.int[::1] = which_
    of: cython.int[::1] = of_
    of_starts: cython.int[::1] = of_starts_
    dirty: cython.uchar[::1] = dirty_
    full: cython.uint = full_
    once: cython.uint
    twice: cython.uint
    single: cython.uint
    alone: cython.uint
    mask: cython.uint
    changed = True
    while changed:
        changed = False
        for at in range(len(which_)):
            house = which[at]
            if not dirty[house]:
                continue
            dirty[house] = 0
            once = 0
            twice = 0
            single = 0
            for k in range(starts[house], starts[house + 1]):
                mask = masks[cells[k]]
                twice |= once & mask
                once |= mask
                if mask & (mask - 1) == 0:
                    if mask == 0:
                        return house * WIDTH + NO_DIGIT
                    if single & mask:
                        return house * WIDTH + _first(mask)
                    single |= mask
            alone = 0
            if whole[house]:
                if once != full:
                    return house * WIDTH + _first(full & ~once)
                alone = once & ~twice
            for k in range(starts[house], starts[house + 1]):
                cell = cells[k]
                mask = masks[cell]
                if mask & (mask - 1) == 0:
                    continue
                if mask & alone:
                    mask = mask & alone
                    if mask & (mask - 1):
                        return house * WIDTH + _first(mask)
                elif mask & single:
                    mask = mask & ~single
                    if mask == 0:
                        return house * WIDTH + NO_DIGIT
                else:
                    continue
                masks[cell] = mask
                changed = True
                for j in range(of_starts[cell], of_starts[cell + 1]):
                    dirty[of[j]] = 1
    return FINE


@cython.cfunc
@cython.locals(mask=cython.uint, k=cython.int)
def _first(mask):
    k = 0
    while mask >> k & 1 == 0:
        k += 1
    return k


@cython.locals(house=cython.int, k=cython.int, cell=cython.int)
def one_round(before_, after_, cells_, starts_, whole_, full_: int) -> int:
    """All singles of all houses at once: from masks *before* to *after*; -1 for a contradiction, else 1 if any changed.

    *after* begins as *before*, or as what rules have left of it.
    """
    before: cython.uint[::1] = before_
    after: cython.uint[::1] = after_
    cells: cython.int[::1] = cells_
    starts: cython.int[::1] = starts_
    whole: cython.uchar[::1] = whole_
    full: cython.uint = full_
    once: cython.uint
    twice: cython.uint
    single: cython.uint
    alone: cython.uint
    mask: cython.uint
    for house in range(len(starts_) - 1):
        once = 0
        twice = 0
        single = 0
        for k in range(starts[house], starts[house + 1]):
            mask = before[cells[k]]
            twice |= once & mask
            once |= mask
            if mask & (mask - 1) == 0:
                if mask == 0 or single & mask:
                    return -1
                single |= mask
        alone = 0
        if whole[house]:
            if once != full:
                return -1
            alone = once & ~twice
        for k in range(starts[house], starts[house + 1]):
            cell = cells[k]
            mask = before[cell]
            if mask & (mask - 1):
                if mask & alone:
                    after[cell] &= alone
                after[cell] &= ~single
                if after[cell] == 0:
                    return -1
    for cell in range(len(before_)):
        if after[cell] != before[cell]:
            return 1
    return 0
