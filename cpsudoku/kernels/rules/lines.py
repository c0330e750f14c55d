# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Propagators of whole lines: sandwiches and ranks.

BETWEEN: what lies between the lowest and the highest digit of a full house is one of some sets of digits. A place of
the two ends counts with a set while the cells between, and the others, can hold their digits, each cell and each digit
by itself. Cells are bits of a word here: those that have a digit of a set are read from tables for four digits at a
time, once for all places of the ends.

RANK: the place of a line among all lines read as numbers, on a board whose four edges are full houses. Each digit then
begins four lines, one from each edge: a rank gives the first digit, and how many of the three others that begin with it
read smaller. Lines are numbered through the cells of `Rank`: 0 is the line itself.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import highest64, lowest64
from cython.cimports.cpsudoku.kernels.rules.records import Between, Range, Rank, record
from cython.cimports.cpsudoku.kernels.rules.state import State

EVEN = cython.declare(cython.ulonglong, 0x00AA00AA00AA00AA)
"""What changes places with the bits on the other side of a diagonal of 8x8: in squares of two, of four, of eight."""
PAIRS = cython.declare(cython.ulonglong, 0x0000CCCC0000CCCC)
FOURS = cython.declare(cython.ulonglong, 0x00000000F0F0F0F0)
EDGES = cython.declare(cython.int, 3)
BIT = cython.declare(cython.ulonglong, 1)
LESS = cython.declare(cython.int, -1)
SAME = cython.declare(cython.int, 0)
MORE = cython.declare(cython.int, -2)
"""What comparing finds, beside the place of the first cells that are not known to be the same."""


def propagate_between(state: State, line: Between) -> cython.int:
    """Keep the digits that some place of the two ends allows; 0 where there is none."""
    cython.declare(k=cython.int, gap=cython.int, size=cython.int)
    size = line.size
    masks = cython.declare(cython.ulonglong[16])
    kept = cython.declare(cython.ulonglong[16])
    places = cython.declare(cython.ulonglong[20])  # of each digit, the cells that may have it
    having = cython.declare(cython.ulonglong[64])  # of each set of four digits, the cells that may have one of them
    before = cython.declare(cython.ulonglong[16])  # what the cells before each have
    after = cython.declare(cython.ulonglong[17])  # and those from it on
    mask: cython.ulonglong = 0
    for k in range(size):
        before[k] = mask
        masks[k] = state.masks[line.cells[k]]
        mask |= masks[k]
        kept[k] = 0
    after[size] = 0
    for k in range(size - 1, -1, -1):
        after[k] = after[k + 1] | masks[k]
    _transpose(masks, size, state.side, places)
    for k in range(2 if state.side <= 9 else 4):  # no set has the highest digit
        _having(places, 4 * k, having, 16 * k)
    ranges: Range = cython.cast(Range, record(state, line.ranges))
    for gap in range(size - 1):
        if ranges[gap].number:
            up: cython.ulonglong = places[0] & (places[state.side - 1] >> (gap + 1))
            down: cython.ulonglong = places[state.side - 1] & (places[0] >> (gap + 1))
            if up | down:
                _place_ends(state, ranges, size, gap, up, down, masks, before, after, having, kept)
    for k in range(size):
        if kept[k] == 0:
            return state.fail(line.cells[k])
    for k in range(size):
        if not state.restrict(line.cells[k], kept[k]):
            return 0
    return 1


def _transpose(masks, size, side, places) -> cython.void:
    """The masks of cells as places of digits: eight by eight transposed at once, the rest one by one."""
    cython.declare(cell=cython.int, digit=cython.int, k=cython.int)
    for digit in range(20):
        places[digit] = 0
    for cell in range(0, size - 7, 8):
        for digit in range(0, side - 7, 8):
            word: cython.ulonglong = 0
            for k in range(8):
                word |= ((masks[cell + k] >> digit) & 255) << (8 * k)
            some: cython.ulonglong = (word ^ (word >> 7)) & EVEN
            word ^= some ^ (some << 7)
            some = (word ^ (word >> 14)) & PAIRS
            word ^= some ^ (some << 14)
            some = (word ^ (word >> 28)) & FOURS
            word ^= some ^ (some << 28)
            for k in range(8):
                places[digit + k] |= ((word >> (8 * k)) & 255) << cell
        for digit in range(side & ~7, side):
            for k in range(8):
                places[digit] |= ((masks[cell + k] >> digit) & 1) << (cell + k)
    for cell in range(size & ~7, size):
        for digit in range(side):
            places[digit] |= ((masks[cell] >> digit) & 1) << cell


def _having(places, digit, having, at) -> cython.void:
    """having[at + subset]: the cells with a digit of that subset of the four from *digit* on."""
    k: cython.int
    having[at] = 0
    having[at + 1] = places[digit]
    for k in range(2):
        having[at + 2 + k] = having[at + k] | places[digit + 1]
    for k in range(4):
        having[at + 4 + k] = having[at + k] | places[digit + 2]
    for k in range(8):
        having[at + 8 + k] = having[at + k] | places[digit + 3]


def _with(having: cython.ulonglong[64], digits: cython.ulonglong) -> cython.ulonglong:
    """The cells with one of the digits."""
    found: cython.ulonglong = having[digits & 15] | having[16 + ((digits >> 4) & 15)]
    if digits >> 8:
        found |= having[32 + ((digits >> 8) & 15)] | having[48 + ((digits >> 12) & 15)]
    return found


def _place_ends(state, ranges, size, gap, up, down, masks, before, after, having, kept) -> cython.void:
    """Add to *kept* what the cells have while *gap* of them lie between the ends.

    *up*, *down*: cells, as bits, that may be the first end with the lowest digit, or with the highest.
    """
    one: cython.ulonglong = 1
    high: cython.ulonglong = one << (state.side - 1)
    middle: cython.ulonglong = state.full & ~(one | high)
    cells: cython.ulonglong = (one << size) - 1
    cython.declare(first=cython.int, last=cython.int, n=cython.int, k=cython.int)
    within = cython.declare(cython.ulonglong[16])  # by the first end: the digits that cells between have
    inside = cython.declare(cython.ulonglong[16])  # and what sets that fit give to them
    beside = cython.declare(cython.ulonglong[16])  # and to the other cells
    left: cython.ulonglong = up | down
    open_: cython.ulonglong = left
    from_: cython.int = ranges[gap].first
    neither: cython.ulonglong = cells & ~_with(having, middle)
    while left:
        first = lowest64(left)
        left &= left - 1
        last = first + gap + 1
        if neither & ~(one << first) & ~(one << last):
            open_ ^= one << first
            continue
        within[first] = 0
        inside[first] = 0
        beside[first] = 0
        for k in range(first + 1, last):
            within[first] |= masks[k]
    if open_ == 0:
        return
    for n in range(from_, from_ + ranges[gap].number):
        chosen: cython.ulonglong = state.table[n]
        rest: cython.ulonglong = middle ^ chosen
        # cells that have no digit of the set, and none of the others
        lacking: cython.ulonglong = ~_with(having, chosen)
        neither = ~_with(having, rest)
        left = open_
        while left:
            first = lowest64(left)
            left &= left - 1
            last = first + gap + 1
            inner: cython.ulonglong = ((one << gap) - 1) << (first + 1)
            outer: cython.ulonglong = cells & ~inner & ~(one << first) & ~(one << last)
            if (
                (lacking & inner)
                | (neither & outer)
                | (chosen & ~within[first])
                | (rest & ~before[first] & ~after[last + 1])
            ):
                continue
            inside[first] |= chosen
            beside[first] |= rest
    while open_:
        first = lowest64(open_)
        open_ &= open_ - 1
        last = first + gap + 1
        if inside[first] | beside[first] == 0:
            continue
        if (up >> first) & 1:
            kept[first] |= one
            kept[last] |= high
        if (down >> first) & 1:
            kept[first] |= high
            kept[last] |= one
        for k in range(first):
            kept[k] |= beside[first]
        for k in range(first + 1, last):
            kept[k] |= inside[first]
        for k in range(last + 1, size):
            kept[k] |= beside[first]


def propagate_rank(state: State, rank: Rank) -> cython.int:
    """Count the lines that begin alike and read smaller; where that settles it, restrict the others."""
    cython.declare(edge=cython.int, found=cython.int, less=cython.int, open_=cython.int)
    first: cython.ulonglong = state.masks[rank.cells[0]]
    less = open_ = 0
    for edge in range(EDGES):
        found = _beginning(state, rank, edge, first)
        found = 1 if found < 0 else _compared(state, rank, found, 0)
        if found == LESS:
            less += 1
        elif found > SAME:
            open_ += 1
        elif found == SAME and not rank.ties:
            return state.fail(rank.cells[0])
    if less > rank.smaller or less + open_ < rank.smaller:
        return state.fail(rank.cells[0])
    if less < rank.smaller < less + open_:
        return 1
    for edge in range(EDGES):
        found = _beginning(state, rank, edge, first)
        if found >= 0:
            if not _force(state, rank, found, less < rank.smaller):
                return 0
        elif not _begin_elsewhere(state, rank, edge, first, less < rank.smaller):
            return 0
    return 1


def _beginning(state: State, rank: Rank, edge: cython.int, first: cython.ulonglong) -> cython.int:
    """The line of the edge whose first cell is known to hold the digit; -1 where that is open."""
    line: cython.int
    for line in range(1 + edge * rank.size, 1 + (edge + 1) * rank.size):
        if state.masks[rank.cells[line * rank.size]] == first:
            return line
    return -1


def _compared(state: State, rank: Rank, one: cython.int, other: cython.int) -> cython.int:
    """LESS, SAME or MORE, of lines that begin alike; or the first place (from 1) that is open."""
    k: cython.int
    one *= rank.size
    other *= rank.size
    for k in range(1, rank.size):
        if rank.cells[one + k] == rank.cells[other + k]:
            continue
        a: cython.ulonglong = state.masks[rank.cells[one + k]]
        b: cython.ulonglong = state.masks[rank.cells[other + k]]
        if highest64(a) < lowest64(b):
            return LESS
        if lowest64(a) > highest64(b):
            return MORE
        if a != b or a & (a - 1):
            return k
    return SAME


def _force(state: State, rank: Rank, line: cython.int, less: cython.int) -> cython.int:
    """The line, where it is open, reads smaller than the ranked one (*less*), or not smaller."""
    k: cython.int = _compared(state, rank, line, 0)
    if k <= SAME:
        return 1
    other: cython.int = line * rank.size + k
    small: cython.int = rank.cells[other if less else k]
    great: cython.int = rank.cells[k if less else other]
    strict: cython.int = 1 if k == rank.size - 1 and (less or not rank.ties) else 0
    return state.restrict(great, ~cython.cast(cython.ulonglong, 0) << (lowest64(state.masks[small]) + strict)) and (
        state.restrict(small, (BIT << highest64(state.masks[great]) << (1 - strict)) - 1)
    )


def _begin_elsewhere(state, rank, edge, first, less) -> cython.int:
    """Remove the digit from the beginning of those lines of the edge that would read as none may now."""
    line: cython.int
    for line in range(1 + edge * rank.size, 1 + (edge + 1) * rank.size):
        cell: cython.int = rank.cells[line * rank.size]
        if state.masks[cell] & first:
            found: cython.int = _compared(state, rank, line, 0)
            if found <= SAME and (found == LESS) != (less != 0) or (found == SAME and not rank.ties):
                if not state.restrict(cell, state.masks[cell] & ~first):
                    return 0
    return 1
