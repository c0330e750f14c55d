# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Cycles: chains that lead back to where they began, and what they remove.

A candidate outside a cycle that is seen by an ON node and by an OFF node of its digit turns itself OFF, by the way
round the cycle and links of the same mode. So the doomed candidates of a mode are all that its cycles can remove, and
a start need not be searched unless one of them is seen from nodes, ON and OFF, on ways that lead back to it.

A search takes the nodes in the order of a queue. Nodes that do not lead back are left out: those that do are found in
the same order from the same nodes without them.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest, lowest64
from cython.cimports.cpsudoku.techniques.chains.best_chain import BestChain
from cython.cimports.cpsudoku.techniques.chains.links import *
from cython.cimports.cpsudoku.techniques.core.grid import PEERS
from cython.cimports.cpsudoku.techniques.core.native import enough, longs, release

ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
MOST = cython.declare(cython.int, 12)
NO_LIMIT = cython.declare(cython.int, 1000000)


class Cycles(BestChain):
    """The search for cycles through one candidate. Nodes are numbered candidates, as in `closure`.

    suspect[k], charge[k]    the `suspects` doomed candidates; in which modes they are (bits)
    digits[mode]             their digits
    sight[s * k ...]         the candidates of the same digit that see them
    far[x]                   number of nodes of the shortest chain of mode 0 from x to its negation, 0 if there is none
    way_on, way_off          after `may_cycle`: the nodes on ways that lead back
    depth[k], up_on, how_on  of an ON node of the search: how many nodes led to it, the last of them (which is OFF), and
                             by what cause; `up_off`, `how_off` the same of an OFF node
    """

    def __init__(self) -> None:
        BestChain.__init__(self)
        self.sight = longs(CANDIDATES * MOST)
        if not enough():
            raise MemoryError("not enough memory to look for chains")

    def __dealloc__(self):
        release(self.sight)

    @cython.locals(k=cython.int)
    def rounds(self) -> cython.void:
        """After `close`: list the doomed candidates."""
        s: cython.int = self.stride
        one: cython.ulonglong = 1
        n: cython.int = 0
        for k in range(3):
            self.digits[k] = 0
        for w in range(27):
            t: cython.uint = self.doomed[w]
            while t:
                x: cython.int = 27 * w + lowest(t)
                t &= t - 1
                self.far[x] = self.shortest(x, False, 0, NO_LIMIT)
                self.suspect[n] = x
                self.charge[n] = 4
                if self.far[x] or self.exhaustive:
                    self.charge[n] |= 1
                if self.exhaustive or self.shortest(x, False, 1, NO_LIMIT):
                    self.charge[n] |= 2
                for k in range(self.width):
                    at: cython.int = s * 81 + k
                    self.sight[s * n + k] = (
                        self.group[at + s * PLACE[3 * x]]
                        | self.group[at + s * PLACE[3 * x + 1]]
                        | self.group[at + s * PLACE[3 * x + 2]]
                    )
                if self.partners[x]:
                    k = self.number[x]
                    self.sight[s * n + (k >> 6)] &= ~(one << (k & 63))
                for k in range(3):
                    if self.charge[n] >> k & 1:
                        self.digits[k] |= 1 << DIGIT[x]
                n += 1
        self.suspects = n

    def may_cycle(self, x: cython.int, mode: cython.int) -> cython.bint:
        """Can a cycle through this numbered candidate, ON, remove anything?"""
        if self.exhaustive:
            for k in range(self.stride):
                self.way_on[k] = ALL if mode else self.alike[self.stride * DIGIT[x] + k]
                self.way_off[k] = self.way_on[k]
            return True
        if self.stride < 4:
            return cycle_possible(self, x, mode, 1) if self.stride == 1 else cycle_possible(self, x, mode, 2)
        return cycle_possible(self, x, mode, 4) if self.stride == 4 else cycle_possible(self, x, mode, 12)

    def cycles(self, start: cython.int, mode: cython.int) -> cython.void:
        """All cycles of a mode from one ON node, in order of discovery; after `may_cycle`."""
        if self.stride == 1:
            search_cycles(self, start, mode, 1)
        elif self.stride == 2:
            search_cycles(self, start, mode, 2)
        elif self.stride == 4:
            search_cycles(self, start, mode, 4)
        else:
            search_cycles(self, start, mode, 12)

    def passed(self, at: cython.int, number: cython.int) -> cython.bint:
        """Is the OFF node *number* on the way to the ON node *at*?"""
        while self.depth[at] > 1:
            if self.up_on[at] == number:
                return True
            at = self.up_off[self.up_on[at]]
        return False

    @cython.locals(on=cython.ulonglong, off=cython.ulonglong, ons=cython.ulonglong[12])
    @cython.locals(offs=cython.ulonglong[12], cells=cython.uint[3])
    def cycle(self, start, mode, last, number, cause) -> cython.void:
        """A cycle that ends with the ON node *last*, the OFF node *number* and the start: does it remove anything?"""
        s: cython.int = self.stride
        one: cython.ulonglong = 1
        if not cython.compiled:
            ons, offs, cells = [0] * 12, [0] * 12, [0] * 3
        for k in range(self.width):
            ons[k] = offs[k] = 0
        for k in range(3):
            cells[k] = 0
        i: cython.int = last
        j: cython.int = number
        while True:
            offs[j >> 6] |= one << (j & 63)
            ons[i >> 6] |= one << (i & 63)
            x: cython.int = self.member[i]
            cells[CELL[x] // 27] |= BIT[x]
            x = self.member[j]
            cells[CELL[x] // 27] |= BIT[x]
            if self.depth[i] == 1:
                break
            j = self.up_on[i]
            i = self.up_off[j]
        some: cython.bint = False
        for k in range(self.suspects):
            if not self.charge[k] >> mode & 1:
                continue
            x = self.suspect[k]
            if cells[CELL[x] // 27] & BIT[x]:
                continue  # nothing goes in the cells of the cycle
            on = off = 0
            for w in range(self.width):
                on |= self.sight[s * k + w] & ons[w]
                off |= self.sight[s * k + w] & offs[w]
            if on == 0 or off == 0:
                continue
            if not some:
                some = True
                for w in range(27):
                    self.gone[w] = 0
            self.gone[WORD[x]] |= BIT[x]
        if some:
            self.offer_cycle(start, mode, last, number, cause)

    def offer_cycle(self, start, mode, last, number, cause) -> cython.void:
        """Offer a cycle, with `gone`."""
        n: cython.int = self.depth[last] + 1
        self.trail[0] = start
        for k in range(self.partners[start]):
            if self.partner[4 * start + k] == self.member[number]:
                j: cython.int = self.partner_cause[4 * start + k]
                if (mode == 0 and j == 1) or (mode == 1 and j != 1):
                    continue
                self.trail_cause[0] = j
        self.trail[1] = OFF + self.member[number]
        self.trail_cause[1] = cause
        i: cython.int = last
        for k in range(2, n, 2):
            self.trail[k] = self.member[i]
            self.trail_cause[k] = self.how_on[i]
            j = self.up_on[i]
            self.trail[k + 1] = OFF + self.member[j]
            self.trail_cause[k + 1] = self.how_off[j]
            i = self.up_off[j]
        self.trail[n] = start
        self.trail_cause[n] = 0
        self.trail_length = n + 1
        # in order: along the cycle from its end, each node's peers, each cell once with all its digits
        self.removals = 0
        for k in range(n):
            x: cython.int = self.trail[k] % CANDIDATES
            for j in range(20):
                y: cython.int = 81 * DIGIT[x] + PEERS[20 * CELL[x] + j]
                if self.gone[WORD[y]] & BIT[y]:
                    cell: cython.int = CELL[y]
                    for d in range(9):
                        y = 81 * d + cell
                        if self.gone[WORD[y]] & BIT[y]:
                            self.gone[WORD[y]] &= ~BIT[y]
                            self.removal[self.removals] = y
                            self.removals += 1
        self.offer(1, 7.0 if mode == 2 else 6.5, n, 2 + mode)


# Each of these is compiled for sets of one word, two, four and twelve: *s* is one of these numbers where it is called.


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
@cython.locals(links=Cycles)
def cycle_possible(links, x: cython.int, mode: cython.int, s: cython.int) -> cython.bint:
    """`may_cycle`: first by the closure, which knows all links, then by those of the mode."""
    one: cython.ulonglong = 1
    near = cython.declare(cython.ulonglong[12])
    i: cython.int = links.number[x]
    if links.turned[s * x + (i >> 6)] >> (i & 63) & one == 0:
        return False
    for k in range(s):
        # a leads to x where the negation of x leads to that of a
        links.way_on[k] = links.turned[s * x + k] & links.step[s * i + k]
        links.way_off[k] = links.reach[s * i + k]
        if mode == 0:
            links.way_on[k] &= links.alike[s * DIGIT[x] + k]
            links.way_off[k] &= links.alike[s * DIGIT[x] + k]
    if not suspect_seen(links, mode, s):
        return False
    if mode < 2:
        # there by the links of the mode, and back: that the node is OFF leads to the negations of the way
        strong: cython.p_ulonglong = links.across if mode == 1 else links.ahead
        if not sweep(links, i, links.weak, strong, False, s):
            return False
        return sweep(links, i, strong, links.weak, True, s) and suspect_seen(links, mode, s)
    for k in range(s):
        near[k] = 0
    for w in range(s):
        m: cython.ulonglong = links.way_on[w]
        while m:
            i = s * (64 * w + lowest64(m))
            m &= m - 1
            for k in range(s):
                near[k] |= links.weak[i + k]
    for k in range(s):
        links.way_off[k] &= near[k]
    return suspect_seen(links, mode, s)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
@cython.locals(on=cython.ulonglong, off=cython.ulonglong)
@cython.locals(links=Cycles)
def suspect_seen(links, mode: cython.int, s: cython.int) -> cython.bint:
    """Is a candidate doomed in this mode seen by ON nodes and by OFF nodes of the way?"""
    for k in range(links.suspects):
        if links.charge[k] >> mode & 1:
            on = off = 0
            for w in range(s):
                on |= links.sight[s * k + w] & links.way_on[w]
                off |= links.sight[s * k + w] & links.way_off[w]
            if on and off:
                return True
    return False


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
@cython.locals(ons=cython.ulonglong[12], offs=cython.ulonglong[12])
@cython.locals(fresh=cython.ulonglong[12])
@cython.locals(links=Cycles)
def sweep(
    links,
    i: cython.int,
    first: cython.p_ulonglong,
    second: cython.p_ulonglong,
    known: cython.bint,
    s: cython.int,
) -> cython.bint:
    """Of the way, keep what is reached from the numbered node: OFF by the *first* links, ON by the *second*, in turns.

    Is the node itself, ON, among it? It is where it is *known* to be from the beginning.
    """
    one: cython.ulonglong = 1
    if not cython.compiled:
        ons, offs, fresh = [0] * 12, [0] * 12, [0] * 12
    for k in range(s):
        ons[k] = offs[k] = fresh[k] = 0
    fresh[i >> 6] = one << (i & 63)
    if known:
        ons[i >> 6] = fresh[i >> 6]
    while True:
        some: cython.ulonglong = advanced(first, fresh, links.way_off, offs, s)
        if some:
            some = advanced(second, fresh, links.way_on, ons, s)
        if some == 0:
            break
    for k in range(s):
        links.way_on[k] = ons[k]
        links.way_off[k] = offs[k]
    return (ons[i >> 6] >> (i & 63) & one) != 0


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def advanced(
    near: cython.p_ulonglong,
    fresh: cython.p_ulonglong,
    way: cython.p_ulonglong,
    known: cython.p_ulonglong,
    s: cython.int,
) -> cython.ulonglong:
    """One link on from *fresh*, within the way, to what is not known yet: the new *fresh*, then known; any?"""
    to = cython.declare(cython.ulonglong[12])
    for k in range(s):
        to[k] = 0
    for w in range(s):
        m: cython.ulonglong = fresh[w]
        while m:
            j: cython.int = s * (64 * w + lowest64(m))
            m &= m - 1
            for k in range(s):
                to[k] |= near[j + k]
    some: cython.ulonglong = 0
    for k in range(s):
        fresh[k] = to[k] & way[k] & ~known[k]
        known[k] |= fresh[k]
        some |= fresh[k]
    return some


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
@cython.locals(back=cython.ulonglong[12], left=cython.ulonglong[12])
@cython.locals(met_on=cython.ulonglong[12], met_off=cython.ulonglong[12])
@cython.locals(links=Cycles)
def search_cycles(links, start: cython.int, mode: cython.int, s: cython.int) -> cython.void:
    """`cycles`."""
    base: cython.double = 7.0 if mode == 2 else 6.5
    one: cython.ulonglong = 1
    group: cython.p_ulonglong = links.group
    strong: cython.p_ulonglong = links.across if mode == 1 else links.ahead
    if not cython.compiled:
        back, left, met_on, met_off = [0] * 12, [0] * 12, [0] * 12, [0] * 12
    limit: cython.int = links.limit(base, 2 + mode)
    if limit < 4:
        return  # the shortest cycle
    i: cython.int = links.number[start]
    for k in range(s):
        met_on[k] = met_off[k] = 0
        back[k] = strong[s * i + k] & links.way_off[k]
    met_on[i >> 6] = one << (i & 63)
    links.queue[0] = i
    links.depth[i] = 1
    head: cython.int = 0
    tail: cython.int = 1
    while head < tail:
        i = links.queue[head]
        head += 1
        depth: cython.int = links.depth[i]
        if depth + 1 > limit:
            return
        some: cython.ulonglong = 0
        for k in range(s):
            left[k] = links.weak[s * i + k] & links.way_off[k] & (~met_off[k] | back[k])
            some |= left[k]
        part: cython.int = 0
        while some:
            # the cell, the box, then what is left of the row and of the column
            j: cython.int = links.member[i]
            at: cython.int = s * (CELL[j] if part == 0 else 81 + PLACE[3 * j + part - 1])
            part += 1
            some = 0
            for w in range(s):
                m: cython.ulonglong = left[w] & group[at + w]
                left[w] ^= m
                some |= left[w]
                while m:
                    j = 64 * w + lowest64(m)
                    bit: cython.ulonglong = m & ~(m - 1)
                    m ^= bit
                    if depth >= 3 and back[w] & bit and not links.passed(i, j):
                        links.cycle(start, mode, i, j, part)
                        limit = links.limit(base, 2 + mode)
                    if met_off[w] & bit:
                        continue
                    met_off[w] |= bit
                    links.up_off[j] = i
                    links.how_off[j] = part
                    tail = queue_on(links, j, mode, depth + 2, met_on, tail)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
@cython.locals(links=Cycles)
def queue_on(
    links, j: cython.int, mode: cython.int, depth: cython.int, met: cython.p_ulonglong, tail: cython.int
) -> cython.int:
    """Queue what an OFF node turns ON, on the way and not met before; the end of the queue."""
    one: cython.ulonglong = 1
    x: cython.int = links.member[j]
    for k in range(links.partners[x]):
        cause: cython.int = links.partner_cause[4 * x + k]
        if (mode == 0 and cause == 1) or (mode == 1 and cause != 1):
            continue
        v: cython.int = links.number[links.partner[4 * x + k]]
        if (links.way_on[v >> 6] & ~met[v >> 6]) >> (v & 63) & one:
            met[v >> 6] |= one << (v & 63)
            links.up_on[v] = j
            links.how_on[v] = cause
            links.depth[v] = depth
            links.queue[tail] = v
            tail += 1
    return tail
