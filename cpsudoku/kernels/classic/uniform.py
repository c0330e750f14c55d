# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Exactly uniform 9x9 grids: every one of the 6,670,903,752,021,072,936,960 equally likely.

A box has three columns; the digit sets of its columns part the nine digits into triples, in one of 280 ways. Let
`ways(p, q, r)` be the number of bands (3x9) whose three boxes have the column sets p, q, r: a row takes one digit of
each column set, and the three boxes share the digits of a row without overlap. A grid is then: column sets for the
first band; for each stack one of the 56 ways to place, below the sets of the first box, sets for the second that avoid
them (the third box gets what is left); and one of `ways` arrangements of each band. So the number of grids is the sum
of ways(band 1) * ways(band 2) * ways(band 3) over all choices of sets, and a uniform grid is drawn as

1. sets of band 1 with probability proportional to ways(band 1): an alias table over 280 * 280 pairs, box 1 being
   {1,2,3}, {4,5,6}, {7,8,9} until the digits are renamed at the end;
2. one of 56 shifts for each stack, all alike;
3. accepted with probability ways(band 2)/1728 * ways(band 3)/1728, else all is drawn again (1728 = 12**3 is the
   largest value of ways: three times the same sets, three Latin squares);
4. in each band one of its arrangements, all alike; columns within a stack and digits in a random order.

Every step is exact in integers, so the grid is as uniform as the random bits. One proposal in about 75 is accepted;
until then it is numbers of partitions, looked up in tables: what lies below which, and how one is seen from another.
A test adds the weights of all proposals (`completions`): the sum is the number of grids.
Source: the column sets and the 56 are in Felgenhauer and Jarvis, Mathematics of Sudoku I, 2006; sampling by
acceptance is our own arrangement of it.
"""

import threading

import cython
from cython.cimports.cpsudoku.kernels.randomness import Stream, below, shuffle

PAIRS = 78400
MOST = cython.declare(cython.int, 1728)

TRIPLE = cython.declare(cython.uchar[512])  # number 0 .. 83 of a mask of three digits
DIGITS = cython.declare(cython.uchar[1536])  # its three digits, ascending
PARTITION = cython.declare(cython.ushort[7056])  # two triples of a partition -> its number 0 .. 279
BLOCKS = cython.declare(cython.ushort[840])  # the three triples of each partition
SHIFTS = cython.declare(cython.uchar[504])  # 56 times: the nine digits of three triples that avoid 012, 345, 678
WAYS = cython.declare(cython.ushort[78400])  # ways(partition 0, p, q)
SEEN = cython.declare(cython.ushort[78400])  # what p, q become by a renaming that makes p partition 0: q, at 280 p + q
SECOND = cython.declare(cython.ushort[15680])  # below partition p by shift s, at 56 p + s: in the second band
THIRD = cython.declare(cython.ushort[15680])  # and in the third
THRESHOLD = cython.declare(cython.uint[78400])  # alias table over WAYS
ALIAS = cython.declare(cython.uint[78400])
TOTAL = cython.declare(cython.uint, 0)
READY = cython.declare(cython.bint, False)
PREPARING = threading.Lock()


def arrangements(sets, start, found) -> cython.int:
    """The bands with the nine column sets from sets[start] on, but for the order of their rows; at most 288.

    *found* gets four masks each: first and second row of the first box, first and second row of the second.
    The rows are in order of the smallest digit of the first column; the rest follows from what is left over.
    """
    count: cython.int = 0
    a0: cython.int = sets[start]
    a1: cython.int = sets[start + 1]
    a2: cython.int = sets[start + 2]
    b0: cython.int = sets[start + 3]
    b1: cython.int = sets[start + 4]
    b2: cython.int = sets[start + 5]
    c0: cython.int = sets[start + 6]
    c1: cython.int = sets[start + 7]
    c2: cython.int = sets[start + 8]
    x: cython.int = a0 & -a0
    m1: cython.int = a1
    while m1:
        m2: cython.int = a2
        while m2:
            t1: cython.int = x | (m1 & -m1) | (m2 & -m2)
            m2 &= m2 - 1
            n0: cython.int = b0 & ~t1
            while n0:
                n1: cython.int = b1 & ~t1
                while n1:
                    n2: cython.int = b2 & ~t1
                    while n2:
                        t2: cython.int = (n0 & -n0) | (n1 & -n1) | (n2 & -n2)
                        n2 &= n2 - 1
                        t3: cython.int = 511 ^ t1 ^ t2
                        if not (t3 & c0 and t3 & c1 and t3 & c2):
                            continue
                        y: cython.int = a0 & ~t1
                        y &= -y
                        k1: cython.int = a1 & ~t1
                        while k1:
                            k2: cython.int = a2 & ~t1
                            while k2:
                                u1: cython.int = y | (k1 & -k1) | (k2 & -k2)
                                k2 &= k2 - 1
                                l0: cython.int = b0 & ~t2 & ~u1
                                while l0:
                                    l1: cython.int = b1 & ~t2 & ~u1
                                    while l1:
                                        l2: cython.int = b2 & ~t2 & ~u1
                                        while l2:
                                            u2: cython.int = (l0 & -l0) | (l1 & -l1) | (l2 & -l2)
                                            l2 &= l2 - 1
                                            u3: cython.int = 511 ^ u1 ^ u2
                                            if not (u3 & c0 and u3 & c1 and u3 & c2):
                                                continue
                                            # the last row: the boxes' leftovers must not overlap
                                            if (511 ^ t1 ^ u1) & (511 ^ t2 ^ u2) or u3 & t3:
                                                continue
                                            found[4 * count] = t1
                                            found[4 * count + 1] = u1
                                            found[4 * count + 2] = t2
                                            found[4 * count + 3] = u2
                                            count += 1
                                        l1 &= l1 - 1
                                    l0 &= l0 - 1
                            k1 &= k1 - 1
                    n1 &= n1 - 1
                n0 &= n0 - 1
        m1 &= m1 - 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def ways(p: cython.int, q: cython.int, r: cython.int) -> cython.int:
    """Number of bands whose three boxes have the column sets p, q, r."""
    return WAYS[280 * SEEN[280 * p + q] + SEEN[280 * p + r]]


def shift_box(sets: cython.pointer(cython.ushort), box: cython.int, shift: cython.int) -> cython.void:
    """Column sets of the box of the second band (at 9 + *box*), from those of the first (at *box*)."""
    for k in range(3):
        m: cython.int = 0
        for j in range(3):
            d: cython.int = SHIFTS[9 * shift + 3 * k + j]
            m |= 1 << DIGITS[3 * sets[box + d // 3] + d % 3]
        sets[9 + box + k] = m


def arrange(state, sets, start, columns, names, cells, top) -> cython.void:
    """Writes one of the bands with the column sets from sets[start] on to rows *top* .. *top* + 2, all bands alike."""
    found = cython.declare(cython.ushort[1152])
    rows = cython.declare(cython.ushort[3])
    masks = cython.declare(cython.int[9])
    chosen: cython.int = arrangements(sets, start, found)
    chosen = 4 * cython.cast(cython.int, below(state, chosen))
    for box in range(2):
        masks[box] = found[chosen + 2 * box]
        masks[3 + box] = found[chosen + 2 * box + 1]
        masks[6 + box] = 511 ^ masks[box] ^ masks[3 + box]
    for k in range(3):
        masks[3 * k + 2] = 511 ^ masks[3 * k] ^ masks[3 * k + 1]
        rows[k] = k
    shuffle(state, rows, 3)
    for k in range(3):
        for box in range(3):
            for column in range(3):
                bit: cython.int = masks[3 * k + box] & sets[start + 3 * box + column]
                digit: cython.int = 0
                while bit > 1:
                    bit >>= 1
                    digit += 1
                cells[9 * (top + rows[k]) + columns[3 * box + column]] = names[digit]


def fill9(state: cython.pointer(cython.ulonglong), cells: cython.pointer(cython.uchar)) -> cython.void:
    """A uniform grid: 81 digits 1 .. 9."""
    sets = cython.declare(cython.ushort[27])
    columns = cython.declare(cython.ushort[9])
    names = cython.declare(cython.ushort[9])
    order = cython.declare(cython.ushort[3])
    shift = cython.declare(cython.int[3])
    while True:
        pair: cython.int = below(state, 78400)
        if below(state, TOTAL) >= THRESHOLD[pair]:
            pair = ALIAS[pair]
        shift[0] = below(state, 56)
        shift[1] = 56 * (pair // 280) + below(state, 56)
        shift[2] = 56 * (pair % 280) + below(state, 56)
        if cython.cast(cython.int, below(state, MOST)) >= ways(SECOND[shift[0]], SECOND[shift[1]], SECOND[shift[2]]):
            continue
        if cython.cast(cython.int, below(state, MOST)) < ways(THIRD[shift[0]], THIRD[shift[1]], THIRD[shift[2]]):
            break
    for k in range(3):
        sets[k] = BLOCKS[k]
        sets[3 + k] = BLOCKS[3 * (pair // 280) + k]
        sets[6 + k] = BLOCKS[3 * (pair % 280) + k]
    for k in range(3):
        shift_box(sets, 3 * k, shift[k] % 56)
    for k in range(9):
        sets[18 + k] = 511 ^ sets[k] ^ sets[9 + k]
    for k in range(9):
        names[k] = k + 1
    shuffle(state, names, 9)
    for k in range(3):
        for j in range(3):
            order[j] = 3 * k + j
        shuffle(state, order, 3)
        for j in range(3):
            columns[3 * k + j] = order[j]
    for k in range(3):
        arrange(state, sets, 9 * k, columns, names, cells, 3 * k)


def prepare() -> None:
    """Fill the tables, once a process and under a lock: 5 ms compiled."""
    global READY
    with PREPARING:  # READY, too, is read under it: without the interpreter lock it might be seen before the tables
        if not READY:
            _name_triples()
            _count_ways()
            _see()
            _place_below()
            _alias()
            READY = True


def _mask(digits: object) -> int:
    mask = 0
    for digit in digits:
        mask |= 1 << digit
    return mask


def partitions() -> list:
    """The 280 ways to part nine digits into three triples, {0,1,2} {3,4,5} {6,7,8} first."""
    from itertools import combinations

    found = []
    for a in combinations(range(1, 9), 2):
        left = [d for d in range(1, 9) if d not in a]
        for b in combinations(left[1:], 2):
            c = [d for d in left[1:] if d not in b]
            found.append([_mask((0, *a)), _mask((left[0], *b)), _mask(c)])
    return found


def _name_triples() -> None:
    cython.declare(k=cython.int)
    from itertools import combinations

    for number, (i, j, l) in enumerate(combinations(range(9), 3)):
        mask = 1 << i | 1 << j | 1 << l
        TRIPLE[mask] = number
        DIGITS[3 * mask] = i
        DIGITS[3 * mask + 1] = j
        DIGITS[3 * mask + 2] = l
    for number, blocks in enumerate(partitions()):
        for k in range(3):
            BLOCKS[3 * number + k] = blocks[k]
            for other in blocks:
                PARTITION[84 * TRIPLE[blocks[k]] + TRIPLE[other]] = number
    number = 0
    triples = list(combinations(range(9), 3))
    for a in triples:
        if min(a) < 3:
            continue
        for b in triples:
            if set(a) & set(b) or not {3, 4, 5}.isdisjoint(b):
                continue
            c = [d for d in range(9) if d not in a and d not in b]
            if max(c) >= 6:
                continue
            for k, d in enumerate([*a, *b, *c]):
                SHIFTS[9 * number + k] = d
            number += 1
    assert number == 56


def _renamed(renaming: list, triple: cython.int) -> int:
    """The mask of a triple's digits under a renaming."""
    mask = 0
    for j in range(3):
        mask |= 1 << renaming[DIGITS[3 * triple + j]]
    return mask


def renamings() -> list:
    """For each of four renamings of the digits that generate all which keep partition 0: where each partition goes."""
    moves = []
    # these four generate every renaming that keeps the first box's column sets
    for renaming in (
        [1, 0, 2, 3, 4, 5, 6, 7, 8],
        [1, 2, 0, 3, 4, 5, 6, 7, 8],
        [3, 4, 5, 0, 1, 2, 6, 7, 8],
        [3, 4, 5, 6, 7, 8, 0, 1, 2],
    ):
        images = []
        for p in range(280):
            first = TRIPLE[_renamed(renaming, BLOCKS[3 * p])]
            second = TRIPLE[_renamed(renaming, BLOCKS[3 * p + 1])]
            images.append(PARTITION[84 * first + second])
        moves.append(images)
    return moves


def _count_ways() -> None:
    """ways(0, p, q) for all p, q: counted for one p in each class under renaming, then renamed."""
    cython.declare(k=cython.int)
    found = cython.declare(cython.ushort[1152])
    sets = cython.declare(cython.ushort[9])
    moves = renamings()
    rows: dict = {}
    for p in range(280):
        if p in rows:
            continue
        row = []
        for q in range(280):
            for k in range(3):
                sets[k] = BLOCKS[k]
                sets[3 + k] = BLOCKS[3 * p + k]
                sets[6 + k] = BLOCKS[3 * q + k]
            row.append(6 * arrangements(sets, 0, found))
        rows[p] = row
        waiting = [p]
        while waiting:
            here = waiting.pop()
            for images in moves:
                there = images[here]
                if there not in rows:
                    row = [0] * 280
                    for q in range(280):
                        row[images[q]] = rows[here][q]
                    rows[there] = row
                    waiting.append(there)
    for p in range(280):
        row = rows[p]
        for q in range(280):
            WAYS[280 * p + q] = row[q]


def _see() -> None:
    """The table SEEN."""
    cython.declare(p=cython.int, q=cython.int, k=cython.int, m=cython.int)
    bit = cython.declare(cython.int[9])
    mapped = cython.declare(cython.int[2])
    for p in range(280):
        for k in range(3):
            m = 3 * BLOCKS[3 * p + k]
            bit[DIGITS[m]] = 1 << (3 * k)
            bit[DIGITS[m + 1]] = 2 << (3 * k)
            bit[DIGITS[m + 2]] = 4 << (3 * k)
        for q in range(280):
            for k in range(2):
                m = 3 * BLOCKS[3 * q + k]
                mapped[k] = TRIPLE[bit[DIGITS[m]] | bit[DIGITS[m + 1]] | bit[DIGITS[m + 2]]]
            SEEN[280 * p + q] = PARTITION[84 * mapped[0] + mapped[1]]


def _place_below() -> None:
    """The tables SECOND and THIRD."""
    cython.declare(p=cython.int, shift=cython.int, k=cython.int)
    sets = cython.declare(cython.ushort[27])
    for p in range(280):
        for k in range(3):
            sets[k] = BLOCKS[3 * p + k]
        for shift in range(56):
            shift_box(sets, 0, shift)
            for k in range(2):
                sets[18 + k] = 511 ^ sets[k] ^ sets[9 + k]
            SECOND[56 * p + shift] = PARTITION[84 * TRIPLE[sets[9]] + TRIPLE[sets[10]]]
            THIRD[56 * p + shift] = PARTITION[84 * TRIPLE[sets[18]] + TRIPLE[sets[19]]]


def _alias() -> None:
    """Vose's alias table in integers: pair i keeps THRESHOLD[i] of TOTAL and gives the rest to ALIAS[i]."""
    global TOTAL
    weights = [WAYS[i] for i in range(PAIRS)]
    TOTAL = sum(weights)
    total = sum(weights)
    scaled = [weight * PAIRS for weight in weights]
    small = [i for i in range(PAIRS) if scaled[i] < total]
    large = [i for i in range(PAIRS) if scaled[i] >= total]
    for i in range(PAIRS):
        THRESHOLD[i] = total
        ALIAS[i] = i
    while small and large:
        i = small.pop()
        j = large[len(large) - 1]
        THRESHOLD[i] = scaled[i]
        ALIAS[i] = j
        scaled[j] -= total - scaled[i]
        if scaled[j] < total:
            large.pop()
            small.append(j)


def uniform(stream: Stream) -> bytes:
    """A uniform grid: 81 digits 1 .. 9."""
    cells = cython.declare(cython.uchar[81])
    prepare()
    fill9(stream.state, cells)
    return bytes([cells[i] for i in range(81)])


def way_table() -> list:
    """ways(partition 0, p, q) for every p and q: 280 rows of 280 numbers."""
    prepare()
    return [[WAYS[280 * p + q] for q in range(280)] for p in range(280)]


def completions(p: cython.int, q: cython.int) -> int:
    """Sum of ways(band 2) * ways(band 3) over the 56**3 shifts below a band with column sets 0, p, q."""
    cython.declare(i=cython.int, j=cython.int, k=cython.int)
    total: cython.ulonglong = 0
    if not (0 <= p < 280 and 0 <= q < 280):
        raise ValueError(f"partitions {p} and {q}; there are 0 to 279")
    prepare()
    p *= 56
    q *= 56
    for i in range(56):
        for j in range(p, p + 56):
            for k in range(q, q + 56):
                total += ways(SECOND[i], SECOND[j], SECOND[k]) * ways(THIRD[i], THIRD[j], THIRD[k])
    return total
