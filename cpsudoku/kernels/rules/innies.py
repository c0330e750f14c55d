# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Short sums of cells that count once, some perhaps negative: a value stays if it is part of some way to a total.

A group (one to three cells that all differ) is taken as what its cells can sum to together; the groups are free of each
other. Sums are bits of a word: those that the groups so far reach, counted from the least that they can, and those from
which the rest reaches a total. Most runs find that each sum of each group is possible, and end. Sums of many
cells that are still too wide for a word are propagated as in `sums.py`.

EQUAL: several parts with the same sum; the cells of a part all differ. Of the sums that all parts can have, a cell
keeps the digits with a way to one. A small part is a group; a large one has the sets of digits of each sum.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import highest64, lowest64
from cython.cimports.cpsudoku.kernels.rules.cages import filled
from cython.cimports.cpsudoku.kernels.rules.records import Equal, Numbers, Part, Sum, Term, record
from cython.cimports.cpsudoku.kernels.rules.state import State
from cython.cimports.cpsudoku.kernels.rules.sums import propagate_sum

GROUP = 3
"""Cells of a group, and of a small part, at most."""
GROUPS = 8
"""Groups, at most."""
WIDE = cython.declare(cython.int, 64)
WIDEST = 90
"""How far the ends of a sum may be apart, with all cells open: these are soon less wide than a word."""
BIAS = cython.declare(cython.longlong, 1 << 40)
"""As in `sums.py`."""
ONE = cython.declare(cython.ulonglong, 1)
MOST = 64
"""The sums of a part, that a word holds."""
SMALL = cython.declare(cython.int, 6)
"""As in `cages.py`."""
EVERY = cython.declare(cython.ulonglong, 2**64 - 1)


def is_short(groups: list, side: int) -> bool:
    """Whether `propagate_innies` takes these groups: a factor and cells each (a negative one is a literal)."""
    cells: cython.int = 0
    for factor, group in groups:
        if len(group) > GROUP or group[0] < 0 or (factor != 1 and factor != -1):
            return False
        cells += len(group)
    return 0 < len(groups) <= GROUPS and GROUP * (side - 1) < 64 and cells * (side - 1) <= WIDEST


def propagate_innies(state: State, sum_: Sum) -> cython.int:
    """Keep the values that can be part of a total; 0 where none can be reached."""
    cython.declare(g=cython.int, k=cython.int, groups=cython.int, first=cython.int, value=cython.longlong)
    cython.declare(least=cython.longlong, width=cython.longlong, next_=cython.ulonglong, left=cython.ulonglong)
    terms: Term = sum_.terms
    zero: cython.longlong = BIAS
    need: cython.ulonglong = 0
    sums = cython.declare(cython.ulonglong[8])
    before = cython.declare(cython.ulonglong[8])
    low = cython.declare(cython.int[8])
    begins = cython.declare(cython.int[8])
    least = width = first = groups = 0
    while first < sum_.size:
        left = group_sums(state, terms, first, terms[first].group)
        if left == 0:
            return state.fail(-1)
        begins[groups] = first
        low[groups] = lowest64(left)
        sums[groups] = left >> low[groups]
        value = highest64(left)
        width += value - low[groups]
        if terms[first].factor > 0:
            zero += low[groups]
        else:
            zero -= value
            least += value - low[groups]
        first += terms[first].group
        groups += 1
    if width >= WIDE:
        return _propagate_bounds(state, sum_)
    for k in range(sum_.number):
        value = cython.cast(cython.longlong, state.table[sum_.totals + k]) - zero
        if 0 <= value < WIDE:
            need |= ONE << value
    before[0] = ONE << least
    for g in range(groups - 1):
        left = sums[g]
        next_ = 0
        if terms[begins[g]].factor > 0:
            if g == 0:
                next_ = left << least
                left = 0
            while left:
                next_ |= before[g] << lowest64(left)
                left &= left - 1
        else:
            while left:
                next_ |= before[g] >> lowest64(left)
                left &= left - 1
        before[g + 1] = next_
    for g in range(groups - 1, -1, -1):
        first = begins[g]
        left = sums[g]
        next_ = 0
        kept: cython.ulonglong = 0
        factor: cython.int = terms[first].factor
        if factor < 0 and need and need & (need - 1) == 0:
            value = lowest64(need)
            kept = left & (before[g] >> value)
            next_ = kept << value
            left = 0
        elif factor > 0 and g == 0:
            kept = left & (need >> least)
            left = 0
        while left:
            bit: cython.ulonglong = left & (~left + 1)
            left ^= bit
            # counted back from the totals
            value = lowest64(bit)
            next_ |= need >> value if factor > 0 else need << value
            if before[g] & (need >> value if factor > 0 else need << value):
                kept |= bit
        need = next_
        if kept == 0 or (kept != sums[g] and not keep_sums(state, terms, first, terms[first].group, kept << low[g])):
            return state.fail(-1)
    return 1


def _propagate_bounds(state: State, sum_: Sum) -> cython.int:
    """As `propagate_sum`, until nothing changes."""
    mark: cython.int = -1
    while mark != state.trail_end:
        mark = state.trail_end
        if not propagate_sum(state, sum_):
            return 0
    return 1


def group_sums(state: State, terms: Term, first: cython.int, size: cython.int) -> cython.ulonglong:
    """What the cells of a group, *size* terms from *first* on, can sum to."""
    one: cython.ulonglong = state.masks[terms[first].variable]
    if size == 1:
        return one
    two: cython.ulonglong = state.masks[terms[first + 1].variable]
    if size == 2:
        return _sums_of_two(one, two)
    three: cython.ulonglong = state.masks[terms[first + 2].variable]
    found: cython.ulonglong = 0
    while one:
        bit: cython.ulonglong = one & (~one + 1)
        one ^= bit
        found |= _sums_of_two(two & ~bit, three & ~bit) << lowest64(bit)
    return found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _sums_of_two(one: cython.ulonglong, two: cython.ulonglong) -> cython.ulonglong:
    """What two cells that differ can sum to."""
    found: cython.ulonglong = 0
    while one:
        bit: cython.ulonglong = one & (~one + 1)
        one ^= bit
        found |= (two & ~bit) << lowest64(bit)
    return found


def keep_sums(state: State, terms: Term, first: cython.int, size: cython.int, sums: cython.ulonglong) -> cython.int:
    """Keep the digits of a group's cells that are in some way to one of its *sums*; 0 where there is none."""
    cython.declare(bit=cython.ulonglong, some=cython.ulonglong)
    cython.declare(ones=cython.ulonglong, twos=cython.ulonglong, threes=cython.ulonglong)
    a: cython.int = terms[first].variable
    left: cython.ulonglong = state.masks[a]
    ones = twos = threes = 0
    if size == 1:
        return state.restrict(a, sums)
    b: cython.int = terms[first + 1].variable
    two: cython.ulonglong = state.masks[b]
    if size == 2:
        while left:
            bit = left & (~left + 1)
            left ^= bit
            some = ((two & ~bit) << lowest64(bit)) & sums
            if some:
                ones |= bit
                twos |= some >> lowest64(bit)
        return state.restrict(a, ones) and state.restrict(b, twos)
    c: cython.int = terms[first + 2].variable
    three: cython.ulonglong = state.masks[c]
    while left:
        bit = left & (~left + 1)
        left ^= bit
        rest: cython.ulonglong = two & ~bit
        while rest:
            other: cython.ulonglong = rest & (~rest + 1)
            rest ^= other
            here: cython.ulonglong = lowest64(bit) + lowest64(other)
            some = (((three & ~bit) & ~other) << here) & sums
            if some:
                ones |= bit
                twos |= other
                threes |= some >> here
    return state.restrict(a, ones) and state.restrict(b, twos) and state.restrict(c, threes)


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
