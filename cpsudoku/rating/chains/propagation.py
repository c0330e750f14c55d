# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
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

if cython.compiled:
    from cython.cimports.cpsudoku.rating.chains.links import BAND_BOX, BAND_COLUMN, BAND_ROW, BIT, CELL, DIGIT, WORD
    from cython.cimports.cpsudoku.rating.grid import CELL_HOUSE, CELL_POS, HOUSE_CELL, LOWEST, PEERS
    from cython.cimports.cpsudoku.rating.native import (
        bytes_of,
        copy_shorts,
        copy_words,
        grow_longs,
        grow_shorts,
        grow_words,
        longs,
        lowest,
        release,
        shorts,
        words,
    )
else:
    from cpsudoku.rating.chains.links import BAND_BOX, BAND_COLUMN, BAND_ROW, BIT, CELL, DIGIT, WORD
    from cpsudoku.rating.grid import CELL_HOUSE, CELL_POS, HOUSE_CELL, LOWEST, PEERS
    from cpsudoku.rating.native import (
        bytes_of,
        copy_shorts,
        copy_words,
        grow_longs,
        grow_shorts,
        grow_words,
        longs,
        lowest,
        release,
        shorts,
        words,
    )


@cython.cclass
class Propagation:
    """All assumptions on one grid.

    dynamic       OFF nodes are taken off the copy; else only the grid's own links count (and no parent is hidden)
    cell_links    links inside cells are used
    done[slot]    level of other patterns up to which the slot is finished
    state[slot]   0 not finished, 1 finished, 2 ended in a contradiction
    forgetful     start afresh on every grid (to check that keeping changes nothing)
    plain_on[slot], plain_off[slot]    before the first other pattern came in: 1 + number of ON nodes (0: none
                                       did), number of OFF nodes
    simple_on[slot], simple_off[slot]  the same before the first chain inside the chain
    rule_off[j]   of a rule that is a chain: number of OFF nodes of the slot when it was found
    clash[slot]   the node that contradicts a known one, `clash_info` its word (it is not in the sets)
    """

    def __init__(self) -> None:
        if not cython.compiled:
            self.value = [0] * 81
            self.sc = [0] * 81
            self.sp = [0] * 243
            self.sw = [0] * 27
            self.empty = [0] * 27
            self.placed = [0] * 9
            self.mark = [0] * 1458
            self.queue = [0] * 1458
        self.cell_links = 1
        self.dynamic = 1
        self.forgetful = False
        self.ready = False
        self.rules = 0
        self.parents = 0
        self.stamp = 0
        self.queued = 0
        self.nested_count = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def prepare(self) -> cython.void:
        """Take the memory, once something is to be searched for."""
        if self.ready:
            return
        self.ready = True
        self.started = bytes_of(1458)
        self.done = bytes_of(1458)
        self.state = bytes_of(1458)
        self.on = words(1458 * 27)
        self.off = words(1458 * 27)
        self.cur = words(1458 * 27)
        self.cc = shorts(1458 * 81)
        self.pos = shorts(1458 * 243)
        self.info = words(1458 * 1458)
        self.onl = shorts(1458 * 729)
        self.offl = shorts(1458 * 729)
        self.n_on = shorts(1458)
        self.n_off = shorts(1458)
        self.q_on = shorts(1458)
        self.q_off = shorts(1458)
        self.plain_on = shorts(1458)
        self.plain_off = shorts(1458)
        self.simple_on = shorts(1458)
        self.simple_off = shorts(1458)
        self.removed = shorts(729)
        self.clash = shorts(1458)
        self.clash_info = words(1458)
        self.rule_at = words(1458 * 729)
        self.rules_size = 1024
        self.rule_start = words(1024)
        self.rule_count = words(1024)
        self.rule_about = words(1024)
        self.rule_complexity = words(1024)
        self.rule_off = words(1024)
        self.rule_print = longs(1024)
        self.parents_size = 4096
        self.rule_parent = shorts(4096)
        self.nested_size = 256
        self.nested = longs(256)

    def __dealloc__(self):
        release(self.started)
        release(self.done)
        release(self.state)
        release(self.on)
        release(self.off)
        release(self.cur)
        release(self.cc)
        release(self.pos)
        release(self.info)
        release(self.onl)
        release(self.offl)
        release(self.n_on)
        release(self.n_off)
        release(self.q_on)
        release(self.q_off)
        release(self.plain_on)
        release(self.plain_off)
        release(self.simple_on)
        release(self.simple_off)
        release(self.removed)
        release(self.clash)
        release(self.clash_info)
        release(self.rule_at)
        release(self.rule_start)
        release(self.rule_count)
        release(self.rule_about)
        release(self.rule_complexity)
        release(self.rule_off)
        release(self.rule_print)
        release(self.rule_parent)
        release(self.nested)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def source(self, value: cython.p_uchar, cand: cython.p_ushort) -> cython.void:
        """Make the assumptions on this grid from now on, and forget all."""
        i: cython.int
        k: cython.int
        d: cython.int
        mask: cython.uint
        self.prepare()
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
            mask = cand[i]
            self.sc[i] = mask
            if value[i] == 0:
                for k in range(3):
                    self.empty[CELL_HOUSE[3 * i + k]] += 1
            while mask:
                d = LOWEST[mask]
                mask &= mask - 1
                self.sw[3 * d + i // 27] |= BIT[i]
                self.sp[9 * CELL_HOUSE[3 * i] + d] |= 1 << CELL_POS[3 * i]
                self.sp[9 * CELL_HOUSE[3 * i + 1] + d] |= 1 << CELL_POS[3 * i + 1]
                self.sp[9 * CELL_HOUSE[3 * i + 2] + d] |= 1 << CELL_POS[3 * i + 2]
        for i in range(1458):
            self.started[i] = 0
        self.rules = 0
        self.parents = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def begin(self, slot: cython.int) -> cython.void:
        """Fresh sets with the assumption alone."""
        i: cython.int
        for i in range(27):
            self.on[slot * 27 + i] = 0
        for i in range(27):
            self.off[slot * 27 + i] = 0
        copy_words(self.cur, slot * 27, self.sw, 27)
        copy_shorts(self.cc, slot * 81, self.sc, 81)
        copy_shorts(self.pos, slot * 243, self.sp, 243)
        self.started[slot] = 1
        self.plain_on[slot] = 0
        self.simple_on[slot] = 0
        self.done[slot] = 0
        self.state[slot] = 0
        self.q_on[slot] = 0
        self.q_off[slot] = 0
        self.info[slot * 1458 + slot] = 1 << 22
        if slot < 729:
            self.n_on[slot] = 1
            self.n_off[slot] = 0
            self.onl[slot * 729] = slot
            self.on[slot * 27 + WORD[slot]] = BIT[slot]
        else:
            i = slot - 729
            self.n_on[slot] = 0
            self.n_off[slot] = 1
            self.offl[slot * 729] = i
            self.off[slot * 27 + WORD[i]] = BIT[i]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def run(self, slot: cython.int, lim: cython.int) -> cython.int:
        """Propagate as far as nodes with at most *lim* ancestors need it; the state reached."""
        on: cython.p_uint = self.on
        off: cython.p_uint = self.off
        cur: cython.p_uint = self.cur
        cc: cython.p_ushort = self.cc
        pos: cython.p_ushort = self.pos
        info: cython.p_uint = self.info
        onl: cython.p_ushort = self.onl
        offl: cython.p_ushort = self.offl
        b27: cython.int = slot * 27
        b81: cython.int = slot * 81
        b243: cython.int = slot * 243
        b729: cython.int = slot * 729
        bi: cython.int = slot * 1458
        bo: cython.int = bi + 729
        cell_links: cython.int = self.cell_links
        dynamic: cython.int = self.dynamic
        n_on: cython.int
        n_off: cython.int
        q_on: cython.int
        q_off: cython.int
        live: cython.int = 0
        clash: cython.int = -1
        clash_info: cython.uint = 0
        x: cython.int
        y: cython.int
        k: cython.int
        i: cython.int
        at: cython.int
        cell: cython.int
        d: cython.int
        w: cython.int
        low: cython.int
        low2: cython.int
        cause: cython.int
        word: cython.uint
        m: cython.uint
        t: cython.uint
        r: cython.uint
        bit: cython.uint
        hidden: cython.uint
        own: cython.uint
        c1: cython.uint
        c2: cython.uint
        w1: cython.int
        w2: cython.int
        if not self.started[slot]:
            self.begin(slot)
        if self.state[slot]:
            return self.state[slot]
        n_on = self.n_on[slot]
        n_off = self.n_off[slot]
        q_on = self.q_on[slot]
        q_off = self.q_off[slot]
        for k in range(q_on, n_on):
            if cython.cast(cython.int, info[bi + onl[b729 + k]] >> 22) < lim:
                live += 1
        for k in range(q_off, n_off):
            if cython.cast(cython.int, info[bo + offl[b729 + k]] >> 22) < lim:
                live += 1
        while live:
            if q_on < n_on:
                x = onl[b729 + q_on]
                q_on += 1
                low = info[bi + x] >> 22
                if low < lim:
                    live -= 1
                if low < 1023:
                    low += 1
                cell = CELL[x]
                d = DIGIT[x]
                w = WORD[x]
                bit = BIT[x]
                word = x | cython.cast(cython.uint, low) << 22
                if cell_links:
                    m = cc[b81 + cell] & ~(1 << d)
                    while m:
                        k = LOWEST[m]
                        m &= m - 1
                        y = 81 * k + cell
                        at = b27 + WORD[y]
                        if on[at] & bit:
                            clash = 729 + y
                            clash_info = word | 1 << 10
                            break
                        if not off[at] & bit:
                            off[at] |= bit
                            info[bo + y] = word | 1 << 10
                            offl[b729 + n_off] = y
                            n_off += 1
                            if low < lim:
                                live += 1
                    if clash >= 0:
                        break
                at = b27 + w
                k = w - 3 * d
                w1 = w - k + (1 if k == 0 else 0)
                w2 = w - k + (1 if k == 2 else 2)
                own = cur[at] & (BAND_BOX[cell] | BAND_ROW[cell])
                c1 = cur[b27 + w1] & BAND_COLUMN[cell]
                c2 = cur[b27 + w2] & BAND_COLUMN[cell]
                if (own & on[at]) | (c1 & on[b27 + w1]) | (c2 & on[b27 + w2]):
                    for k in range(20):
                        y = 81 * d + PEERS[20 * cell + k]
                        at = b27 + WORD[y]
                        if not cur[at] & BIT[y]:
                            continue
                        cause = 2 if k < 8 else (3 if k < 14 else 4)
                        if on[at] & BIT[y]:
                            clash = 729 + y
                            clash_info = word | cython.cast(cython.uint, cause) << 10
                            break
                        if not off[at] & BIT[y]:
                            off[at] |= BIT[y]
                            info[bo + y] = word | cython.cast(cython.uint, cause) << 10
                            offl[b729 + n_off] = y
                            n_off += 1
                    break
                own &= ~off[at]
                if own:
                    off[at] |= own
                    t = own & BAND_BOX[cell]
                    while t:
                        y = 27 * w + lowest(t)
                        t &= t - 1
                        info[bo + y] = word | 2 << 10
                        offl[b729 + n_off] = y
                        n_off += 1
                        if low < lim:
                            live += 1
                    t = own & BAND_ROW[cell]
                    while t:
                        y = 27 * w + lowest(t)
                        t &= t - 1
                        info[bo + y] = word | 3 << 10
                        offl[b729 + n_off] = y
                        n_off += 1
                        if low < lim:
                            live += 1
                c1 &= ~off[b27 + w1]
                off[b27 + w1] |= c1
                while c1:
                    y = 27 * w1 + lowest(c1)
                    c1 &= c1 - 1
                    info[bo + y] = word | 4 << 10
                    offl[b729 + n_off] = y
                    n_off += 1
                    if low < lim:
                        live += 1
                c2 &= ~off[b27 + w2]
                off[b27 + w2] |= c2
                while c2:
                    y = 27 * w2 + lowest(c2)
                    c2 &= c2 - 1
                    info[bo + y] = word | 4 << 10
                    offl[b729 + n_off] = y
                    n_off += 1
                    if low < lim:
                        live += 1
            else:
                x = offl[b729 + q_off]
                q_off += 1
                low = info[bo + x] >> 22
                if low < lim:
                    live -= 1
                if low < 1023:
                    low += 1
                cell = CELL[x]
                d = DIGIT[x]
                if dynamic:
                    cur[b27 + WORD[x]] &= ~BIT[x]
                for cause in range(1, 5):
                    if cause == 1:
                        at = b81 + cell
                        bit = 1 << d
                        r = cc[at] & ~bit
                        if dynamic:
                            cc[at] = r
                        if r == 0 or r & (r - 1) or not cell_links:
                            continue
                        y = 81 * LOWEST[r] + cell
                        hidden = self.sc[cell] & ~(r | bit)
                    else:
                        i = CELL_HOUSE[3 * cell + cause - 2]
                        at = b243 + 9 * i + d
                        bit = 1 << CELL_POS[3 * cell + cause - 2]
                        r = pos[at] & ~bit
                        if dynamic:
                            pos[at] = r
                        if r == 0 or r & (r - 1):
                            continue
                        y = 81 * d + HOUSE_CELL[9 * i + LOWEST[r]]
                        hidden = self.sp[9 * i + d] & ~(r | bit)
                    if clash >= 0:
                        continue
                    at = b27 + WORD[y]
                    if on[at] & BIT[y]:
                        if not off[at] & BIT[y]:
                            continue
                    low2 = low
                    m = hidden
                    while m:
                        k = LOWEST[m]
                        m &= m - 1
                        if cause == 1:
                            k = info[bo + 81 * k + cell] >> 22
                        else:
                            k = info[bo + 81 * d + HOUSE_CELL[9 * i + k]] >> 22
                        if k >= low2:
                            low2 = k + 1 if k < 1023 else k
                    word = x | cython.cast(cython.uint, cause) << 10 | hidden << 13
                    word |= cython.cast(cython.uint, low2) << 22
                    if off[at] & BIT[y]:
                        clash = y
                        clash_info = word
                        continue
                    on[at] |= BIT[y]
                    info[bi + y] = word
                    onl[b729 + n_on] = y
                    n_on += 1
                    if low2 < lim:
                        live += 1
                if clash >= 0:
                    break
        self.n_on[slot] = n_on
        self.n_off[slot] = n_off
        self.q_on[slot] = q_on
        self.q_off[slot] = q_off
        if clash >= 0:
            self.clash[slot] = clash
            self.clash_info[slot] = clash_info
            self.state[slot] = 2
        elif q_on == n_on and q_off == n_off:
            self.state[slot] = 1
        return self.state[slot]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def walk(self, slot: cython.int, node: cython.int, first: cython.uint, limit: cython.int) -> cython.int:
        """Number of ancestors of the node, itself included, left in `queue` breadth first.

        *first* is the node's own word (0: the one in the sets). Above *limit* the walk ends early. Nested chains met on
        the way and not met before (`nested`) add their complexity.
        """
        info: cython.p_uint = self.info
        head: cython.int = 0
        tail: cython.int = 1
        extra: cython.int = 0
        v: cython.int
        p: cython.int
        k: cython.int
        j: cython.int
        h: cython.int
        cause: cython.int
        i: cython.uint
        m: cython.uint
        bi: cython.int = slot * 1458
        known: cython.bint
        self.stamp += 1
        if self.stamp >= 0x7FFFFFF0:
            for k in range(1458):
                self.mark[k] = 0
            self.stamp = 1
        self.queue[0] = node
        self.mark[node] = self.stamp
        while head < tail:
            v = self.queue[head]
            i = info[bi + v]
            if head == 0 and first:
                i = first
            head += 1
            cause = (i >> 10) & 7
            if cause == 0:
                continue
            if cause == 5:
                j = self.rule_at[slot * 729 + v - 729]
                if self.rule_complexity[j]:
                    known = False
                    for k in range(self.nested_count):
                        if self.nested[k] == self.rule_print[j]:
                            known = True
                            break
                    if not known:
                        extra += self.rule_complexity[j]
                        if self.nested_count == self.nested_size:
                            self.nested_size *= 2
                            self.nested = grow_longs(self.nested, self.nested_size)
                        self.nested[self.nested_count] = self.rule_print[j]
                        self.nested_count += 1
                for k in range(self.rule_count[j]):
                    p = self.rule_parent[self.rule_start[j] + k]
                    if self.mark[p] != self.stamp:
                        self.mark[p] = self.stamp
                        self.queue[tail] = p
                        tail += 1
            else:
                p = (i & 1023) + (729 if v < 729 else 0)
                if self.mark[p] != self.stamp:
                    self.mark[p] = self.stamp
                    self.queue[tail] = p
                    tail += 1
                m = (i >> 13) & 511
                while m:
                    k = LOWEST[m]
                    m &= m - 1
                    if cause == 1:
                        p = 729 + 81 * k + CELL[v]
                    else:
                        h = CELL_HOUSE[3 * CELL[v] + cause - 2]
                        p = 729 + 81 * DIGIT[v] + HOUSE_CELL[9 * h + k]
                    if self.mark[p] != self.stamp:
                        self.mark[p] = self.stamp
                        self.queue[tail] = p
                        tail += 1
            if tail + extra > limit:
                break
        self.queued = tail
        return tail + extra

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def new_rule(self, about: cython.uint, complexity: cython.int, fingerprint: cython.ulonglong) -> cython.int:
        """A new rule (a pattern inside a chain), its parents to follow by `add_parent`; *about*: see `advanced`."""
        j: cython.int = self.rules
        if j == self.rules_size:
            self.rules_size *= 2
            self.rule_start = grow_words(self.rule_start, self.rules_size)
            self.rule_count = grow_words(self.rule_count, self.rules_size)
            self.rule_about = grow_words(self.rule_about, self.rules_size)
            self.rule_complexity = grow_words(self.rule_complexity, self.rules_size)
            self.rule_off = grow_words(self.rule_off, self.rules_size)
            self.rule_print = grow_longs(self.rule_print, self.rules_size)
        self.rules += 1
        self.rule_start[j] = self.parents
        self.rule_count[j] = 0
        self.rule_about[j] = about
        self.rule_complexity[j] = complexity
        self.rule_off[j] = 0
        self.rule_print[j] = fingerprint
        return j

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add_parent(self, node: cython.int) -> cython.void:
        """One more parent of the newest rule."""
        if self.parents == self.parents_size:
            self.parents_size *= 2
            self.rule_parent = grow_shorts(self.rule_parent, self.parents_size)
        self.rule_parent[self.parents] = node
        self.parents += 1
        self.rule_count[self.rules - 1] += 1

    # For people: slower, through Python objects.

    def statements(
        self, slot: cython.int, node: cython.int, first: cython.uint
    ) -> list[tuple[int, int, list[int], int]]:
        """The node and its ancestors as (node, cause, parent nodes, what the pattern is about), parents first.

        Arguments as for `walk`.
        """
        v: cython.int
        k: cython.int
        j: cython.int
        h: cython.int
        i: cython.uint
        cause: cython.int
        found: dict = {}
        waiting: list = [node]
        order: list = []
        done: set = set()
        while waiting:
            v = waiting[len(waiting) - 1]
            if v in done:
                waiting.pop()
                continue
            if v in found:
                done.add(v)
                order.append(found[v])
                waiting.pop()
                continue
            i = first if v == node and first else self.info[slot * 1458 + v]
            cause = (i >> 10) & 7
            parents: list = []
            about: object = 0
            if cause == 5:
                j = self.rule_at[slot * 729 + v - 729]
                about = self.rule_about[j]
                parents = [self.rule_parent[self.rule_start[j] + k] for k in range(self.rule_count[j])]
            elif cause:
                parents = [(i & 1023) + (729 if v < 729 else 0)]
                for k in range(9):
                    if i >> (13 + k) & 1 and cause == 1:
                        parents.append(729 + 81 * k + CELL[v])
                    elif i >> (13 + k) & 1:
                        h = CELL_HOUSE[3 * CELL[v] + cause - 2]
                        parents.append(729 + 81 * DIGIT[v] + HOUSE_CELL[9 * h + k])
            found[v] = (v, cause, parents, about)
            waiting += [p for p in reversed(parents) if p not in found]
        return order

    def statement(
        self, slot: cython.int, node: cython.int, first: cython.uint
    ) -> tuple[int, list[int], int, int, int, int]:
        """Why a node of the slot holds: cause, parent nodes, and of a rule (else 0, -1, 0, 0) what it is about, its
        number, fingerprint, and the number of OFF nodes when it was found. Arguments as for `walk`.
        """
        i: cython.uint = first if first else self.info[slot * 1458 + node]
        cause: cython.int = (i >> 10) & 7
        j: cython.int
        k: cython.int
        h: cython.int
        parents: list = []
        if cause == 0:
            return 0, parents, 0, -1, 0, 0
        if cause == 5:
            j = self.rule_at[slot * 729 + node - 729]
            for k in range(self.rule_count[j]):
                parents.append(self.rule_parent[self.rule_start[j] + k])
            return 5, parents, self.rule_about[j], j, self.rule_print[j], self.rule_off[j]
        parents.append((i & 1023) + (729 if node < 729 else 0))
        for k in range(9):
            if i >> (13 + k) & 1 and cause == 1:
                parents.append(729 + 81 * k + CELL[node])
            elif i >> (13 + k) & 1:
                h = CELL_HOUSE[3 * CELL[node] + cause - 2]
                parents.append(729 + 81 * DIGIT[node] + HOUSE_CELL[9 * h + k])
        return cause, parents, 0, -1, 0, 0

    def refuted(self, slot: cython.int, count: cython.int) -> list[int]:
        """The first *count* candidates the slot's assumption refuted."""
        return [self.offl[slot * 729 + k] for k in range(count)]

    def origin_grid(self) -> tuple[bytes, list[int]]:
        """Digits and candidate masks of the grid the assumptions are made on."""
        return bytes([self.value[k] for k in range(81)]), [self.sc[k] for k in range(81)]
