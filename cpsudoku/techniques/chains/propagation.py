# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""What follows from one assumption: the ordered sets of ON and OFF nodes, each with its parents.

An assumption (node 0 .. 1457, see `links`) has a *slot*: its own copy of the grid and its own sets. From an ON node,
the other candidates of the cell and the same digit in the peers are OFF. An OFF node is taken off the copy; where
that leaves a cell one candidate or a digit one position in a house, this one is ON, and its parents are the OFF node
and all those taken off there before (the *hidden parents*). All waiting ON nodes go before each single OFF node. The
first justification of a node is kept, and meeting the negation of a known node ends the slot: both are part of the
scale.

A node is one word: parent candidate (10 bits), cause (3), mask of hidden parents (9), and a lower bound of the
number of its ancestors (10). An OFF node of another pattern (cause 5) has its parents in a *rule*.

`run(slot, lim)` stops as soon as nothing that still can come has at most `lim` ancestors, and goes on from there
when called with more. That is exact because ancestors never become fewer along a link and order is kept.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest
from cython.cimports.cpsudoku.techniques.chains.links import *
from cython.cimports.cpsudoku.techniques.chains.rules import RULE, SEAT, Rules
from cython.cimports.cpsudoku.techniques.core.grid import CELL_HOUSE, HOUSE_CELL, LOWEST, PEERS
from cython.cimports.cpsudoku.techniques.core.native import *


class Propagation:
    """All assumptions on one grid.

    facts[slot]   numbers of a slot: see below
    dynamic       OFF nodes are taken off the copy; else only the grid's own links count (and no parent is hidden)
    cell_links    links inside cells are used
    forgetful     start afresh on every grid (to check that keeping changes nothing)
    rules         what this thread writes, books[k] what the k-th does, `seat` its own place there
    rule_at       of an OFF node of another pattern: its rule and whose book it stands in (see `rules`)
    borrowed      the slots belong to another object
    clash_info    of a slot: the word of the node that contradicts a known one (it is not in the sets)

    The facts of a slot fill a line of the cache, so that threads at work on neighbours do not wait for each other:

    done                   level of other patterns up to which the slot is finished
    state                  0 not finished, 1 finished, 2 ended in a contradiction
    reached                the number of ancestors up to which nothing can come any more (see `run`)
    n_on, n_off            numbers of nodes; `q_on`, `q_off`: of those that were followed
    plain_on, plain_off    before the first other pattern came in: 1 + number of ON nodes (0: none did), number of OFF
                           nodes
    simple_on, simple_off  the same before the first chain inside the chain
    clash                  the node that contradicts a known one
    """

    def __init__(self) -> None:
        self.cell_links = 1
        self.dynamic = 1
        self.seats = 1
        self.rules = Rules()
        self.seated(0, self.rules)

    def prepare(self, shortage: cython.p_int) -> object:
        """Take the memory, once; *shortage*: see `nested`. Raises MemoryError."""
        self.shortage = shortage
        self.rules.prepare(shortage)
        if self.ready:
            return None
        self.started = bytes_of(NODES)
        if cython.compiled:
            self.facts = cython.cast(cython.pointer(Facts), bytes_of(NODES * cython.sizeof(Facts)))
        else:
            self.facts = [Facts() for _ in range(NODES)]
        self.on = large_words(NODES * SETS)
        self.off = large_words(NODES * SETS)
        self.cur = large_words(NODES * SETS)
        self.cc = large_shorts(NODES * CELLS)
        self.pos = large_shorts(NODES * PLACES)
        self.info = large_words(NODES * NODES)
        self.onl = large_shorts(NODES * CANDIDATES)
        self.offl = large_shorts(NODES * CANDIDATES)
        self.removed = shorts(CANDIDATES)
        self.clash_info = words(NODES)
        self.rule_at = large_words(NODES * CANDIDATES)
        self.nested_size = 256
        self.nested = longs(256)
        if not enough():
            raise MemoryError("not enough memory to look for chains")
        self.ready = True
        return None

    def __dealloc__(self):
        release(self.nested)
        if self.borrowed:
            return
        release(self.started)
        release(self.facts)
        release(self.on)
        release(self.off)
        release(self.cur)
        release(self.cc)
        release(self.pos)
        release(self.info)
        release(self.onl)
        release(self.offl)
        release(self.removed)
        release(self.clash_info)
        release(self.rule_at)

    def source(self, value: cython.p_uchar, cand: cython.p_ushort) -> cython.void:
        """Make the assumptions on this grid from now on, and forget all."""
        for i in range(27):
            self.sw[i] = 0
            self.empty[i] = 0
        for i in range(243):
            self.sp[i] = 0
        for i in range(9):
            self.placed[i] = 0
        for i in range(81):
            self.value[i] = value[i]
            if value[i]:
                self.placed[value[i] - 1] += 1
            mask: cython.uint = cand[i]
            self.sc[i] = mask
            if value[i] == 0:
                for k in range(3):
                    self.empty[CELL_HOUSE[3 * i + k]] += 1
            while mask:
                d: cython.int = LOWEST[mask]
                mask &= mask - 1
                self.sw[3 * d + i // 27] |= BIT[i]
                for k in range(3):
                    self.sp[PLACE[3 * (81 * d + i) + k]] |= PLACE_BIT[3 * (81 * d + i) + k]
        for i in range(NODES):
            self.started[i] = 0
        self.forget_rules()

    def forget_rules(self) -> cython.void:
        """Clear the rules of all threads."""
        for k in range(self.seats):
            cython.cast(Rules, self.books[k]).clear()

    def seated(self, seat: cython.int, rules: Rules) -> cython.void:
        """Set the book of this seat; the caller keeps it alive."""
        if cython.compiled:
            self.books[seat] = cython.cast(cython.p_void, rules)
        else:
            self.books[seat] = rules

    def share(self, lead: "Propagation") -> cython.void:
        """Use the slots of another object, on the grid it has now."""
        self.borrowed = True
        self.ready = True
        self.started = lead.started
        self.facts = lead.facts
        self.on = lead.on
        self.off = lead.off
        self.cur = lead.cur
        self.cc = lead.cc
        self.pos = lead.pos
        self.info = lead.info
        self.onl = lead.onl
        self.offl = lead.offl
        self.clash_info = lead.clash_info
        self.rule_at = lead.rule_at
        copy_shorts(self.sc, 0, lead.sc, 81)
        copy_shorts(self.sp, 0, lead.sp, 243)
        copy_words(self.sw, 0, lead.sw, 27)
        copy_bytes(self.value, 0, lead.value, 81)
        copy_bytes(self.empty, 0, lead.empty, 27)
        copy_bytes(self.placed, 0, lead.placed, 9)

    @cython.locals(i=cython.int)
    def begin(self, slot: cython.int) -> cython.void:
        """Reset the slot to its assumption alone."""
        for i in range(27):
            self.on[SETS * slot + i] = 0
        for i in range(27):
            self.off[SETS * slot + i] = 0
        copy_words(self.cur, SETS * slot, self.sw, 27)
        copy_shorts(self.cc, CELLS * slot, self.sc, 81)
        copy_shorts(self.pos, PLACES * slot, self.sp, 243)
        self.started[slot] = 1
        self.facts[slot].plain_on = 0
        self.facts[slot].simple_on = 0
        self.facts[slot].done = 0
        self.facts[slot].state = 0
        self.facts[slot].reached = 0
        self.facts[slot].q_on = 0
        self.facts[slot].q_off = 0
        self.info[slot * NODES + slot] = 1 << LOW
        if slot < OFF:
            self.facts[slot].n_on = 1
            self.facts[slot].n_off = 0
            self.onl[slot * CANDIDATES] = slot
            self.on[SETS * slot + WORD[slot]] = BIT[slot]
        else:
            i = slot - OFF
            self.facts[slot].n_on = 0
            self.facts[slot].n_off = 1
            self.offl[slot * CANDIDATES] = i
            self.off[SETS * slot + WORD[i]] = BIT[i]

    @cython.locals(k=cython.int)
    def run(self, slot: cython.int, lim: cython.int) -> cython.int:
        """Propagate as far as nodes with at most *lim* ancestors need it; the state reached."""
        info: cython.p_uint = self.info
        onl: cython.p_ushort = self.onl
        offl: cython.p_ushort = self.offl
        nodes: cython.int = slot * NODES
        first: cython.int = slot * CANDIDATES
        live: cython.int = 0  # waiting nodes that may lead to what is wanted
        if not self.started[slot]:
            self.begin(slot)
        if self.facts[slot].state:
            return self.facts[slot].state
        n_on: cython.int = self.facts[slot].n_on
        n_off: cython.int = self.facts[slot].n_off
        q_on: cython.int = self.facts[slot].q_on
        q_off: cython.int = self.facts[slot].q_off
        for k in range(q_on, n_on):
            if cython.cast(cython.int, info[nodes + onl[first + k]] >> LOW) < lim:
                live += 1
        for k in range(q_off, n_off):
            if cython.cast(cython.int, info[nodes + OFF + offl[first + k]] >> LOW) < lim:
                live += 1
        while live and self.facts[slot].state == 0:
            if q_on < n_on:
                x: cython.int = onl[first + q_on]
                q_on += 1
                low: cython.int = info[nodes + x] >> LOW
                if low < lim:
                    live -= 1
                if low < MOST_LOW:
                    low += 1
                k = follow_on(self, slot, x, x | cython.cast(cython.uint, low) << LOW, n_off)
                if low < lim:
                    live += k - n_off
                n_off = k
            else:
                x = offl[first + q_off]
                q_off += 1
                low = info[nodes + OFF + x] >> LOW
                if low < lim:
                    live -= 1
                if low < MOST_LOW:
                    low += 1
                k = follow_off(self, slot, x, low, n_on)
                while n_on < k:
                    if cython.cast(cython.int, info[nodes + onl[first + n_on]] >> LOW) < lim:
                        live += 1
                    n_on += 1
        self.facts[slot].n_on = n_on
        self.facts[slot].n_off = n_off
        self.facts[slot].q_on = q_on
        self.facts[slot].q_off = q_off
        if self.facts[slot].state == 0 and q_on == n_on and q_off == n_off:
            self.facts[slot].state = 1
        return self.facts[slot].state

    @cython.locals(k=cython.int)
    def walk(self, slot: cython.int, node: cython.int, first: cython.uint, limit: cython.int) -> cython.int:
        """Number of ancestors of the node, itself included, left in `queue` breadth first.

        *first* is the node's own word (0: the one in the sets). Above *limit* the walk ends early. Nested chains met on
        the way and not met before (`nested`) add their complexity.
        """
        info: cython.p_uint = self.info
        head: cython.int = 0
        tail: cython.int = 1
        extra: cython.int = 0
        bi: cython.int = slot * NODES
        self.stamp += 1
        if self.stamp >= 0x7FFFFFF0:
            for k in range(NODES):
                self.mark[k] = 0
            self.stamp = 1
        self.queue[0] = node
        self.mark[node] = self.stamp
        while head < tail:
            v: cython.int = self.queue[head]
            i: cython.uint = info[bi + v]
            if head == 0 and first:
                i = first
            head += 1
            cause: cython.int = (i >> CAUSE) & 7
            if cause == 0:
                continue
            if cause == 5:
                j: cython.int = self.rule_at[slot * CANDIDATES + v - OFF]
                extra += newly_nested(self, cython.cast(Rules, self.books[j >> SEAT]), j & RULE)
                tail = meet_parents(self, cython.cast(Rules, self.books[j >> SEAT]), j & RULE, tail)
            else:
                tail = meet(self, (i & PARENT) + (OFF if v < OFF else 0), tail)
                m: cython.uint = (i >> HIDDEN) & 511
                while m:
                    k = LOWEST[m]
                    m &= m - 1
                    tail = meet(self, hidden_parent(v, cause, k), tail)
            if tail + extra > limit:
                break
        self.queued = tail
        return tail + extra

    # For people: slower, through Python objects.

    def statement(
        self, slot: cython.int, node: cython.int, first: cython.uint
    ) -> tuple[int, list[int], int, int, int, int]:
        """Why a node of the slot holds: cause, parent nodes, and of a rule (else 0, -1, 0, 0) what it is about, its
        number, fingerprint, and the number of OFF nodes when it was found. Arguments as for `walk`.
        """
        i: cython.uint = first if first else self.info[slot * NODES + node]
        cause: cython.int = (i >> CAUSE) & 7
        rules: Rules
        parents: list = []
        if cause == 0:
            return 0, parents, 0, -1, 0, 0
        if cause == 5:
            k: cython.int = self.rule_at[slot * CANDIDATES + node - OFF]
            rules = cython.cast(Rules, self.books[k >> SEAT])
            j: cython.int = k & RULE
            parents += [rules.numbers[rules.entries[j].start + i] for i in range(rules.entries[j].count)]
            return 5, parents, rules.entries[j].about, k, rules.entries[j].fingerprint, rules.entries[j].off
        parents.append((i & PARENT) + (OFF if node < OFF else 0))
        for k in range(9):
            if i >> (HIDDEN + k) & 1:
                parents.append(hidden_parent(node, cause, k))
        return cause, parents, 0, -1, 0, 0

    def refuted(self, slot: cython.int, count: cython.int) -> list[int]:
        """The first *count* candidates the slot's assumption refuted."""
        return [self.offl[slot * CANDIDATES + k] for k in range(count)]

    def origin_grid(self) -> tuple[bytes, list[int]]:
        """Digits and candidate masks of the grid the assumptions are made on."""
        return bytes([self.value[k] for k in range(81)]), [self.sc[k] for k in range(81)]


def end(p, slot: cython.int, node: cython.int, word: cython.uint) -> cython.void:
    """The slot ends: the node contradicts a known one."""
    p.facts[slot].clash = node
    p.clash_info[slot] = word
    p.facts[slot].state = 2


def meet(p, node: cython.int, tail: cython.int) -> cython.int:
    """Queue a node of a walk, unless it was met before; the end of the queue."""
    if p.mark[node] == p.stamp:
        return tail
    p.mark[node] = p.stamp
    p.queue[tail] = node
    return tail + 1


def hidden_parent(node: cython.int, cause: cython.int, k: cython.int) -> cython.int:
    """The OFF node that bit *k* of a node's hidden parents stands for."""
    if cause == 1:
        return OFF + 81 * k + CELL[node]
    house: cython.int = CELL_HOUSE[3 * CELL[node] + cause - 2]
    return OFF + 81 * DIGIT[node] + HOUSE_CELL[9 * house + k]


def meet_parents(p, rules, j: cython.int, tail: cython.int) -> cython.int:
    """Queue the parents of a rule that were not met before; the end of the queue."""
    rules.enter()
    at: cython.int = rules.entries[j].start
    for k in range(rules.entries[j].count):
        tail = meet(p, rules.numbers[at + k], tail)
    rules.leave()
    return tail


def newly_nested(p, rules, j: cython.int) -> cython.int:
    """The complexity of a rule that is a chain not met before, which is noted; else 0."""
    rules.enter()
    complexity: cython.int = rules.entries[j].complexity
    fingerprint: cython.ulonglong = rules.entries[j].fingerprint
    rules.leave()
    if complexity == 0:
        return 0
    for k in range(p.nested_count):
        if p.nested[k] == fingerprint:
            return 0
    if p.nested_count == p.nested_size:
        p.nested = grow_longs(p.nested, 2 * p.nested_size)
        if not enough():
            p.shortage[0] = 1
            return complexity
        p.nested_size *= 2
    p.nested[p.nested_count] = fingerprint
    p.nested_count += 1
    return complexity


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
@cython.locals(p=Propagation)
def off_cell(p, slot: cython.int, x: cython.int, word: cython.uint, n_off: cython.int) -> cython.int:
    """The other candidates of the cell of an ON node are OFF; how many OFF nodes there are now."""
    cell: cython.int = CELL[x]
    bit: cython.uint = BIT[x]
    m: cython.uint = p.cc[CELLS * slot + cell] & ~(1 << DIGIT[x])
    word |= 1 << CAUSE
    while m:
        y: cython.int = 81 * LOWEST[m] + cell
        m &= m - 1
        at: cython.int = SETS * slot + WORD[y]
        if p.on[at] & bit:
            end(p, slot, OFF + y, word)
            return n_off
        if not p.off[at] & bit:
            p.off[at] |= bit
            p.info[slot * NODES + OFF + y] = word
            p.offl[slot * CANDIDATES + n_off] = y
            n_off += 1
    return n_off


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
@cython.locals(p=Propagation)
def off_set(p, slot: cython.int, first: cython.int, m: cython.uint, word: cython.uint, n_off: cython.int) -> cython.int:
    """The candidates of a word of a set, *first* its lowest, are OFF; how many OFF nodes there are now."""
    while m:
        y: cython.int = first + lowest(m)
        m &= m - 1
        p.info[slot * NODES + OFF + y] = word
        p.offl[slot * CANDIDATES + n_off] = y
        n_off += 1
    return n_off


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
@cython.locals(p=Propagation)
def off_until_clash(p, slot: cython.int, x: cython.int, word: cython.uint, n_off: cython.int) -> cython.int:
    """The same digit in the peers, one of which is ON, is OFF up to that one, which ends the slot."""
    for k in range(20):
        y: cython.int = 81 * DIGIT[x] + PEERS[20 * CELL[x] + k]
        at: cython.int = SETS * slot + WORD[y]
        if not p.cur[at] & BIT[y]:
            continue
        cause: cython.uint = 2 if k < 8 else (3 if k < 14 else 4)
        if p.on[at] & BIT[y]:
            end(p, slot, OFF + y, word | cause << CAUSE)
            return n_off
        if not p.off[at] & BIT[y]:
            p.off[at] |= BIT[y]
            p.info[slot * NODES + OFF + y] = word | cause << CAUSE
            p.offl[slot * CANDIDATES + n_off] = y
            n_off += 1
    return n_off


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
@cython.locals(p=Propagation)
def follow_on(p, slot: cython.int, x: cython.int, word: cython.uint, n_off: cython.int) -> cython.int:
    """The OFF nodes an ON node leads to, of this word but for the cause; how many OFF nodes there are now."""
    cell: cython.int = CELL[x]
    w: cython.int = WORD[x]
    k: cython.int = w - 3 * DIGIT[x]
    w1: cython.int = w - k + (1 if k == 0 else 0)
    w2: cython.int = w - k + (1 if k == 2 else 2)
    at: cython.int = SETS * slot + w
    at1: cython.int = SETS * slot + w1
    at2: cython.int = SETS * slot + w2
    if p.cell_links:
        n_off = off_cell(p, slot, x, word, n_off)
        if p.facts[slot].state:
            return n_off
    own: cython.uint = p.cur[at] & (BAND_BOX[cell] | BAND_ROW[cell])
    c1: cython.uint = p.cur[at1] & BAND_COLUMN[cell]
    c2: cython.uint = p.cur[at2] & BAND_COLUMN[cell]
    if (own & p.on[at]) | (c1 & p.on[at1]) | (c2 & p.on[at2]):
        return off_until_clash(p, slot, x, word, n_off)
    own &= ~p.off[at]
    c1 &= ~p.off[at1]
    c2 &= ~p.off[at2]
    p.off[at] |= own
    p.off[at1] |= c1
    p.off[at2] |= c2
    n_off = off_set(p, slot, 27 * w, own & BAND_BOX[cell], word | 2 << CAUSE, n_off)
    n_off = off_set(p, slot, 27 * w, own & BAND_ROW[cell], word | 3 << CAUSE, n_off)
    n_off = off_set(p, slot, 27 * w1, c1, word | 4 << CAUSE, n_off)
    return off_set(p, slot, 27 * w2, c2, word | 4 << CAUSE, n_off)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
@cython.locals(p=Propagation)
def follow_off(p, slot: cython.int, x: cython.int, low: cython.int, n_on: cython.int) -> cython.int:
    """Take a candidate off the copy; the ON nodes this leads to. How many ON nodes there are now."""
    cc: cython.p_ushort = p.cc
    pos: cython.p_ushort = p.pos
    cell: cython.int = CELLS * slot + CELL[x]
    first: cython.int = PLACES * slot
    r: cython.uint = cc[cell] & ~(1 << DIGIT[x])
    k: cython.int = 3 * x
    a: cython.uint = pos[first + PLACE[k]] & ~PLACE_BIT[k]
    b: cython.uint = pos[first + PLACE[k + 1]] & ~PLACE_BIT[k + 1]
    c: cython.uint = pos[first + PLACE[k + 2]] & ~PLACE_BIT[k + 2]
    if p.dynamic:
        p.cur[SETS * slot + WORD[x]] &= ~BIT[x]
        cc[cell] = r
        pos[first + PLACE[k]] = a
        pos[first + PLACE[k + 1]] = b
        pos[first + PLACE[k + 2]] = c
    if r and r & (r - 1) == 0 and p.cell_links:
        n_on = turn_on(p, slot, x, 1, 81 * LOWEST[r] + CELL[x], r, low, n_on)
    if a and a & (a - 1) == 0:
        n_on = turn_on(p, slot, x, 2, in_house(x, 0, a), a, low, n_on)
    if b and b & (b - 1) == 0:
        n_on = turn_on(p, slot, x, 3, in_house(x, 1, b), b, low, n_on)
    if c and c & (c - 1) == 0:
        n_on = turn_on(p, slot, x, 4, in_house(x, 2, c), c, low, n_on)
    return n_on


def in_house(x: cython.int, kind: cython.int, bit: cython.uint) -> cython.int:
    """The candidate of the same digit at a position of a house of this one."""
    return 81 * DIGIT[x] + HOUSE_CELL[9 * CELL_HOUSE[3 * CELL[x] + kind] + LOWEST[bit]]


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
@cython.locals(p=Propagation)
def turn_on(
    p,
    slot: cython.int,
    x: cython.int,
    cause: cython.int,
    y: cython.int,
    left: cython.uint,
    low: cython.int,
    n_on: cython.int,
) -> cython.int:
    """The candidate y, all that is left where x was taken off, is ON; how many ON nodes there are now."""
    nodes: cython.int = slot * NODES + OFF
    at: cython.int = SETS * slot + WORD[y]
    if p.facts[slot].state or (p.on[at] & BIT[y] and not p.off[at] & BIT[y]):
        return n_on
    low2: cython.int = low
    house: cython.int = 0
    if cause == 1:
        hidden: cython.uint = p.sc[CELL[x]] & ~(left | 1 << DIGIT[x])
    else:
        k: cython.int = 3 * x + cause - 2
        hidden = p.sp[PLACE[k]] & ~(left | PLACE_BIT[k])
        house = 9 * CELL_HOUSE[3 * CELL[x] + cause - 2]
    m: cython.uint = hidden
    while m:
        k = LOWEST[m]
        m &= m - 1
        k = 81 * k + CELL[x] if cause == 1 else 81 * DIGIT[x] + HOUSE_CELL[house + k]
        k = p.info[nodes + k] >> LOW
        if k >= low2:
            low2 = k + 1 if k < MOST_LOW else k
    word: cython.uint = x | cython.cast(cython.uint, cause) << CAUSE | hidden << HIDDEN
    word |= cython.cast(cython.uint, low2) << LOW
    if p.off[at] & BIT[y]:
        end(p, slot, y, word)
        return n_on
    p.on[at] |= BIT[y]
    p.info[nodes - OFF + y] = word
    p.onl[slot * CANDIDATES + n_on] = y
    return n_on + 1
