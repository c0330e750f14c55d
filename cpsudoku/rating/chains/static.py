# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Chains on the links the grid itself has: bidirectional cycles and forcing chains from one assumption.

Links: an ON node turns its cell's other candidates and the digit's other positions OFF; an OFF node turns ON what is
left where a cell has two candidates or a digit two positions in a house. Three searches: X (digit links only), Y
(cycles alone, ON through cells only) and XY (all).

* A chain from "a is ON" to "a is OFF" proves that a is false; one from OFF to ON that it is true.
* A cycle back to its start is true as it stands or with every node negated. A candidate outside that is seen by an
  ON node and by an OFF node of its digit is false either way.

Every search is breadth first, so the first chain found from a start is a shortest one. Cycles: the OFF nodes of a
level are not compared with each other, a path may not visit an OFF node twice, and nothing is removed in the cells
of the cycle.
"""

import cython

if not cython.compiled:  # compiled, see the .pxd
    from cpsudoku.kernels.bits import lowest
    from cpsudoku.rating.chains.closure import Closure
    from cpsudoku.rating.chains.links import (
        BAND_BOX,
        BAND_COLUMN,
        BAND_ROW,
        BIT,
        CANDIDATES,
        CELL,
        DIGIT,
        KEY,
        NODES,
        OFF,
        WORD,
        lengthened,
        longest,
    )
    from cpsudoku.rating.chains.nested import NestedHints
    from cpsudoku.rating.grid import CELL_HOUSE, HOUSE_CELL, LOWEST, PEERS, POPCOUNT

X = cython.declare(cython.int, 0)
Y = cython.declare(cython.int, 1)
XY = cython.declare(cython.int, 2)


@cython.cclass
class StaticChains(Closure):
    """The search and its winner.

    kind      0 none, 1 cycle, 2 chain; mode X, Y or XY
    path      its `length` nodes from the last to the first (a cycle names its start twice), path_cause how each came
    win       the `won` candidates it removes, in order

    `trail` and `removal` are the same of the chain being looked at; `anyhow` is a way that all candidates lead to.
    """

    def __init__(self) -> None:
        Closure.__init__(self)
        if not cython.compiled:
            self.met = [0] * 54
            self.anyhow = [0] * 54
            self.limits = [0] * 6
            self.queue = [0] * NODES
            self.parent = [0] * NODES
            self.cause = [0] * NODES
            self.depth = [0] * NODES
            self.back = [0] * 27
            self.path = [0] * 1460
            self.path_cause = [0] * 1460
            self.trail = [0] * 1460
            self.trail_cause = [0] * 1460
            self.by_on = [0] * 27
            self.by_off = [0] * 27
            self.removal = [0] * CANDIDATES
            self.win = [0] * CANDIDATES
        for k in range(54):
            self.anyhow[k] = 0xFFFFFFFF
        self.removals = 0
        self.collecting = False
        self.telling = False
        self.told = None
        self.hints = NestedHints()

    def find(self) -> cython.bint:
        """The first deduction in sort order, if any."""
        k: cython.int
        for k in range(6):
            self.limits[k] = -1
        self.collecting = False
        self.kind = 0
        self.rating = 99.0
        self.complexity = 1000000
        self.key = 99
        self.search()
        return self.kind != 0

    def collect(self, cand: cython.p_ushort, pos: cython.p_ushort, key: cython.ulonglong) -> cython.void:
        """All deductions of a grid (with this fingerprint), one for each set of removals, in sort order, as `hints`."""
        if self.hints.recall(key):
            return
        self.source(cand, pos)
        self.collecting = True
        self.search()
        self.hints.remember(key)

    def limit(self, base: cython.double, key: cython.int) -> cython.int:
        """Largest complexity worth finding."""
        k: cython.int = key if base != 6.6 else 5
        if self.collecting:
            return 100000
        if self.limits[k] < 0:
            self.limits[k] = longest(base, self.rating, self.complexity, key < self.key)
        return self.limits[k]

    @cython.locals(mode=cython.int, cell=cython.int, n=cython.int, x=cython.int, k=cython.int, node=cython.int)
    @cython.locals(w=cython.int, base=cython.double, m=cython.uint, rest=cython.uint)
    def search(self) -> cython.void:
        """The three searches."""
        if not self.close():
            return
        self.rounds()
        for mode in range(3):
            for cell in range(81):
                m = self.cc[cell]
                n = POPCOUNT[m]
                if n < 2 or (mode == 1 and n > 2):
                    continue
                while m:
                    x = 81 * LOWEST[m] + cell
                    m &= m - 1
                    if self.linked[27 * mode + WORD[x]] & BIT[x] and self.may_circle(x):
                        w = 3 * DIGIT[x]
                        if mode or self.doomed[w] | self.doomed[w + 1] | self.doomed[w + 2]:
                            self.cycles(x, mode)
                    if mode == 1:
                        continue
                    base = 6.6 if mode == 0 else 7.0
                    for k in range(2):
                        node = x + CANDIDATES * k
                        if k == 0:
                            if not self.doomed[WORD[x]] & BIT[x]:
                                continue
                        elif self.partners[x] == 0 or not self.proves(x):
                            continue
                        n = self.chain(node, mode, self.limit(base, 2 + mode))
                        if n:
                            self.removals = 0
                            if k == 0:
                                self.removal[0] = x
                                self.removals = 1
                            else:
                                rest = self.cc[cell] & ~(1 << DIGIT[x])
                                while rest:
                                    self.removal[self.removals] = 81 * LOWEST[rest] + cell
                                    self.removals += 1
                                    rest &= rest - 1
                            self.offer(2, base, n, 2 + mode)

    @cython.locals(x=cython.int, y=cython.int, v=cython.int, k=cython.int, w=cython.int, cell=cython.int, d=cython.int)
    @cython.locals(band=cython.int, part=cython.int, depth=cython.int, goal=cython.int, at=cython.int, cause=cython.int)
    @cython.locals(m=cython.uint, want=cython.uint)
    def chain(self, start: cython.int, mode: cython.int, limit: cython.int) -> cython.int:
        """Number of nodes of the shortest chain from a node to its negation, left in `path`; 0 if above *limit*."""
        cur: cython.p_uint = self.cur
        seen: cython.p_uint = self.met
        head: cython.int = 0
        tail: cython.int = 1
        origin: cython.int = start % CANDIDATES
        lines: cython.int = 27 * mode
        # a chain read backwards, all negated, is one too: half way along a shortest one a node meets its negation
        half: cython.int = limit // 2 + 1
        turned: cython.uint = 0
        if limit < 4 or (self.partners[origin] == 0 and start >= OFF):
            return 0
        for k in range(54):
            seen[k] = 0
        goal = start + OFF if start < OFF else start - OFF
        self.queue[0] = start
        self.depth[start] = 1
        self.cause[start] = 0
        seen[(27 if start >= OFF else 0) + WORD[origin]] = BIT[origin]
        while head < tail:
            v = self.queue[head]
            head += 1
            depth = self.depth[v] + 1
            if depth > limit or (depth > half and not turned):
                return 0
            if v >= OFF:
                x = v - OFF
                for k in range(self.partners[x]):
                    cause = self.partner_cause[4 * x + k]
                    if mode == 0 and cause == 1:
                        continue
                    y = self.partner[4 * x + k]
                    if y == goal:
                        self.parent[y] = v
                        self.cause[y] = cause
                        return self.trace(y, depth)
                    if not seen[WORD[y]] & BIT[y]:
                        seen[WORD[y]] |= BIT[y]
                        turned |= seen[27 + WORD[y]] & BIT[y]
                        self.parent[y] = v
                        self.cause[y] = cause
                        self.depth[y] = depth
                        self.queue[tail] = y
                        tail += 1
                continue
            cell = CELL[v]
            d = DIGIT[v]
            if mode:
                m = self.cc[cell] & ~(1 << d)
                while m:
                    y = 81 * LOWEST[m] + cell
                    m &= m - 1
                    if OFF + y == goal:
                        self.parent[OFF + y] = v
                        self.cause[OFF + y] = 1
                        return self.trace(OFF + y, depth)
                    if self.partners[y] and not seen[27 + WORD[y]] & BIT[y]:
                        seen[27 + WORD[y]] |= BIT[y]
                        turned |= seen[WORD[y]] & BIT[y]
                        self.parent[OFF + y] = v
                        self.cause[OFF + y] = 1
                        self.depth[OFF + y] = depth
                        self.queue[tail] = OFF + y
                        tail += 1
            band = WORD[v] - 3 * d
            for part in range(5):
                # the box, the row, then the column in each other band
                if part < 2:
                    w = WORD[v]
                    m = BAND_BOX[cell] if part == 0 else BAND_ROW[cell]
                    cause = 2 + part
                else:
                    if part - 2 == band:
                        continue
                    w = 3 * d + part - 2
                    m = BAND_COLUMN[cell]
                    cause = 4
                want = self.linked[lines + w] & ~seen[27 + w]
                if goal >= OFF and WORD[origin] == w:
                    want |= BIT[origin]
                m &= cur[w] & want
                turned |= m & seen[w]
                while m:
                    y = 27 * w + lowest(m)
                    m &= m - 1
                    at = OFF + y
                    self.parent[at] = v
                    self.cause[at] = cause
                    if at == goal:
                        return self.trace(at, depth)
                    seen[27 + w] |= BIT[y]
                    self.depth[at] = depth
                    self.queue[tail] = at
                    tail += 1
        return 0

    def trace(self, node: cython.int, length: cython.int) -> cython.int:
        """Leave the chain that ends in the node in `trail`."""
        k: cython.int
        for k in range(length):
            self.trail[k] = node
            self.trail_cause[k] = self.cause[node]
            node = self.parent[node]
        self.trail_length = length
        return length

    @cython.locals(x=cython.int, y=cython.int, k=cython.int, v=cython.int, w=cython.int, n=cython.int, cell=cython.int)
    @cython.locals(d=cython.int, band=cython.int, part=cython.int, depth=cython.int, cause=cython.int, limit=cython.int)
    @cython.locals(m=cython.uint)
    def cycles(self, start: cython.int, mode: cython.int) -> cython.void:
        """All cycles of a search from one ON node, in order of discovery."""
        cur: cython.p_uint = self.cur
        seen: cython.p_uint = self.met
        way: cython.p_uint = self.anyhow
        back: cython.p_uint = self.back
        base: cython.double = 7.0 if mode == 2 else 6.5
        key: cython.int = 2 + mode
        head: cython.int = 0
        tail: cython.int = 1
        found: cython.bint = False
        lines: cython.int = 27 * mode
        limit = self.limit(base, key)
        if limit < 4:
            return  # the shortest cycle
        for k in range(54):
            seen[k] = 0
        for k in range(27):
            back[k] = 0
        for k in range(self.partners[start]):
            cause = self.partner_cause[4 * start + k]
            if (mode == 0 and cause == 1) or (mode == 1 and cause != 1):
                continue
            y = self.partner[4 * start + k]
            back[WORD[y]] |= BIT[y]
            found = True
        if not found:
            return
        if self.members <= 256 and not self.exhaustive:
            k = self.number[start]
            self.aim(k)
            way = self.ways + 54 * k if cython.compiled else self.ways[54 * k : 54 * k + 54]
        self.queue[0] = start
        self.depth[start] = 1
        self.cause[start] = 0
        seen[WORD[start]] = BIT[start]
        while head < tail:
            x = self.queue[head]
            head += 1
            depth = self.depth[x]
            if depth + 1 > limit:
                return
            cell = CELL[x]
            d = DIGIT[x]
            band = WORD[x] - 3 * d
            for part in range(6):
                w = 0
                m = 0
                if part == 0:
                    if mode == 0:
                        continue
                    m = self.cc[cell] & ~(1 << d)
                    cause = 1
                elif part < 3:
                    w = WORD[x]
                    m = BAND_BOX[cell] if part == 1 else BAND_ROW[cell]
                    cause = 1 + part
                else:
                    if part - 3 == band:
                        continue
                    w = 3 * d + part - 3
                    m = BAND_COLUMN[cell]
                    cause = 4
                if part:
                    m &= cur[w] & way[27 + w] & ((self.linked[lines + w] & ~seen[27 + w]) | back[w])
                while m:
                    if part == 0:
                        y = 81 * LOWEST[m] + cell
                    else:
                        y = 27 * w + lowest(m)
                    m &= m - 1
                    if depth >= 3 and back[WORD[y]] & BIT[y] and not self.on_path(x, OFF + y):
                        self.trail[1] = OFF + y
                        self.trail_cause[1] = cause
                        self.cycle(start, mode, x, base, key)
                        limit = self.limit(base, key)
                    if seen[27 + WORD[y]] & BIT[y] or not way[27 + WORD[y]] & BIT[y]:
                        continue
                    seen[27 + WORD[y]] |= BIT[y]
                    self.parent[OFF + y] = x
                    self.cause[OFF + y] = cause
                    for k in range(self.partners[y]):
                        n = self.partner_cause[4 * y + k]
                        if (mode == 0 and n == 1) or (mode == 1 and n != 1):
                            continue
                        v = self.partner[4 * y + k]
                        if not way[WORD[v]] & ~seen[WORD[v]] & BIT[v]:
                            continue
                        seen[WORD[v]] |= BIT[v]
                        self.parent[v] = OFF + y
                        self.cause[v] = n
                        self.depth[v] = depth + 2
                        self.queue[tail] = v
                        tail += 1

    def on_path(self, x: cython.int, node: cython.int) -> cython.bint:
        """Is the OFF node an ancestor of the ON node?"""
        while self.depth[x] > 1:
            if self.parent[x] == node:
                return True
            x = self.parent[self.parent[x]]
        return False

    @cython.locals(k=cython.int, j=cython.int, v=cython.int, x=cython.int, y=cython.int, w=cython.int, d=cython.int)
    @cython.locals(cell=cython.int, band=cython.int, m=cython.uint)
    def cycle(
        self, start: cython.int, mode: cython.int, last: cython.int, base: cython.double, key: cython.int
    ) -> cython.void:
        """A cycle that ends with `last`, trail[1] and the start: what it removes, and offer it."""
        n: cython.int = self.depth[last] + 1
        some: cython.uint = 0
        cells: cython.uint[3]
        if not cython.compiled:
            cells = [0] * 3
        self.trail[0] = start
        self.trail_cause[0] = 0
        for k in range(self.partners[start]):
            if self.partner[4 * start + k] == self.trail[1] - OFF:
                j = self.partner_cause[4 * start + k]
                if (mode == 0 and j == 1) or (mode == 1 and j != 1):
                    continue
                self.trail_cause[0] = j
        v = last
        for k in range(2, n + 1):
            self.trail[k] = v
            self.trail_cause[k] = self.cause[v]
            v = self.parent[v]
        self.trail_length = n + 1
        for k in range(27):
            self.by_on[k] = 0
            self.by_off[k] = 0
        cells[0] = cells[1] = cells[2] = 0
        for k in range(n):
            v = self.trail[k]
            x = v - OFF if v >= OFF else v
            cell = CELL[x]
            d = DIGIT[x]
            band = WORD[x] - 3 * d
            cells[band] |= BIT[x]
            for j in range(3):
                m = BAND_COLUMN[cell]
                if j == band:
                    m = BAND_BOX[cell] | BAND_ROW[cell]
                if v >= OFF:
                    self.by_off[3 * d + j] |= m
                else:
                    self.by_on[3 * d + j] |= m
        for k in range(27):
            m = self.by_on[k] & self.by_off[k] & self.cur[k] & ~cells[k % 3]
            self.by_on[k] = m
            some |= m
        if some == 0:
            return
        # in order: along the cycle from its end, each node's peers, each cell once with all its digits
        self.removals = 0
        for k in range(n):
            x = self.trail[k] % CANDIDATES
            cell = CELL[x]
            for j in range(20):
                y = 81 * DIGIT[x] + PEERS[20 * cell + j]
                if self.by_on[WORD[y]] & BIT[y]:
                    w = CELL[y]
                    for d in range(9):
                        y = 81 * d + w
                        if self.by_on[WORD[y]] & BIT[y]:
                            self.by_on[WORD[y]] &= ~BIT[y]
                            self.removal[self.removals] = y
                            self.removals += 1
        self.offer(1, base, n, key)

    def constraint(self, x: cython.int, cause: cython.int) -> cython.int:
        """The limit (see `nested_hints`) of a node with this cause."""
        if cause == 1:
            return CELL[x]
        return 81 + 9 * CELL_HOUSE[3 * CELL[x] + cause - 2] + DIGIT[x]

    @cython.locals(at=cython.int, k=cython.int, v=cython.int)
    def offer(self, kind: cython.int, base: cython.double, complexity: cython.int, key: cython.int) -> cython.void:
        """The chain or cycle in `trail`, with its `removal`: keep it if it comes first."""
        rating: cython.double = lengthened(base, complexity)
        fingerprint: cython.ulonglong = 0
        if self.collecting:
            for k in range(self.removals):
                fingerprint ^= KEY[self.removal[k]]
            at = self.hints.better(fingerprint, rating, complexity, key)
            if at < 0:
                return
            self.hints.record(at, fingerprint, rating, complexity, key)
            for k in range(self.removals):
                self.hints.removes(at, self.removal[k])
            self.hints.target(at)
            for k in range(complexity):
                v = self.trail[k]
                self.hints.node(at, v)
                if v < OFF and self.trail_cause[k]:
                    self.hints.limit(at, self.constraint(v, self.trail_cause[k]))
            if kind == 1:
                # the cycle the other way round: all nodes negated, each keeping its cause
                self.hints.target(at)
                for k in range(complexity, 0, -1):
                    v = self.trail[k]
                    self.hints.node(at, v - OFF if v >= OFF else v + OFF)
                    if v >= OFF:
                        self.hints.limit(at, self.constraint(v - OFF, self.trail_cause[k]))
            if self.telling:
                with cython.gil:
                    self.tell(self.hints.chain_print[at], kind, key - 2)
            return
        if rating > self.rating:
            return
        if rating == self.rating:
            if complexity > self.complexity or (complexity == self.complexity and key >= self.key):
                return
        for k in range(6):
            self.limits[k] = -1
        self.rating = rating
        self.complexity = complexity
        self.key = key
        self.kind = kind
        self.mode = key - 2
        self.length = self.trail_length
        for k in range(self.trail_length):
            self.path[k] = self.trail[k]
            self.path_cause[k] = self.trail_cause[k]
        self.won = self.removals
        for k in range(self.removals):
            self.win[k] = self.removal[k]

    def winning_chain(self) -> list[tuple[int, int, list[int], int]]:
        """The winner as one chain: (node, cause, parent nodes, 0) from the start on."""
        return [
            (self.path[k], self.path_cause[k], [self.path[k + 1]] if k + 1 < self.length else [], 0)
            for k in range(self.length - 1, -1, -1)
        ]

    def tell(self, fingerprint: cython.ulonglong, kind: cython.int, mode: cython.int) -> object:
        """Keep the chain in `trail`."""
        k: cython.int
        nodes: list = []
        for k in range(self.trail_length - 1, -1, -1):
            nodes.append((self.trail[k], self.trail_cause[k]))
        self.told[fingerprint] = (kind, mode, nodes)
        return None

    def tell_all(self, masks: list[int]) -> dict[int, tuple[int, int, list[tuple[int, int]]]]:
        """What `collect` finds on a grid, by fingerprint: kind, mode and the nodes with their causes from the start."""
        cand: cython.ushort[81]
        pos: cython.ushort[243]
        k: cython.int
        d: cython.int
        if not cython.compiled:
            cand = [0] * 81
            pos = [0] * 243
        for k in range(81):
            cand[k] = masks[k]
        for k in range(243):
            pos[k] = 0
            for d in range(9):
                pos[k] |= (cand[HOUSE_CELL[k - k % 9 + d]] >> (k % 9) & 1) << d
        self.told = {}
        self.telling = True
        self.hints.forgetful = True
        self.collect(cand, pos, 1)
        self.telling = False
        return self.told

    def winner(self) -> tuple[int, int, list[tuple[int, int]]]:
        """The deduction found last: kind, mode, nodes with their causes from the start."""
        return self.kind, self.mode, [(self.path[k], self.path_cause[k]) for k in range(self.length - 1, -1, -1)]
