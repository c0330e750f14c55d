# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""The last clues of a search for few clues: its lower levels, where nearly all of its work is.

Up to SETS unavoidable sets, cut to the cells allowed, are transposed: each cell has a bit for each set that holds it,
so that a clue takes one AND-NOT of two words. How many cells each set still has is counted in four planes of bits, for
all sets at once. A branch ends when disjoint sets (the parts of a packing, smallest first) outnumber the clues left.

Where the sets that meet one part alone have no cell in common, one clue will not do for them, and the part counts for
two (`widen`). Where the parts are as many as the clues left, each holds exactly one: `narrow` keeps those cells of a
part that are in all sets which no other part meets, and `assign` tries them.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64, lowest_of_two, ones_of_two
from cython.cimports.cpsudoku.kernels.classic.rivals import Rivals

SETS = cython.declare(cython.int, 128)
MOST_LEFT = 9
"""Clues left with which such a search may begin; the room for parts and planes is for as many."""
ROW = cython.declare(cython.int, 10)
"""Room for the parts of one level."""
LARGEST = cython.declare(cython.int, 15)
"""Cells of a set at most: what four planes can count."""
SLACK = cython.declare(cython.int, 2)
"""Parts are looked at more closely where they are at most so many fewer than the clues left."""
ROUND = cython.declare(cython.longlong, 65536)
"""Branches after which a search of the last clues is given up: the caller then branches once as above."""
ENDED = cython.declare(cython.int, 0)
MET = cython.declare(cython.int, 1)
GIVEN_UP = cython.declare(cython.int, 2)
ONE = cython.declare(cython.ulonglong, 1)


class HittingSetLeaf(Rivals):
    """Searches below one level of another search, whose clues are `found_low`, `found_high` to begin with.

    Pairs of names in _low and _high are two words of bits: the cells in the order of `Rivals`, or the sets taken.
    """

    def __init__(self, solution: bytes, sets: list, room: cython.int, order: list):
        Rivals.__init__(self, solution, sets, room, order)
        self.room = room

    @cython.locals(i=cython.int)
    def gather(self, low, high, at, count) -> cython.void:
        """Take the first of the *count* sets from *at* on, but those that contain one taken."""
        self.kept = 0
        for i in range(81):
            self.in_low[i] = 0
            self.in_high[i] = 0
        for i in range(at, at + count):
            a: cython.ulonglong = low[i]
            b: cython.ulonglong = high[i]
            j: cython.int = 0
            while j < self.kept and (self.of_low[j] & ~a) | (self.of_high[j] & ~b):
                j += 1
            if j < self.kept or ones_of_two(a, b) > LARGEST:
                continue
            if j == SETS:
                break
            self.of_low[j] = a
            self.of_high[j] = b
            self.kept += 1
        for j in range(self.kept):
            a = self.of_low[j]
            b = self.of_high[j]
            bit: cython.ulonglong = ONE << (j & 63)
            while a | b:
                if a:
                    i = lowest64(a)
                    a &= a - 1
                else:
                    i = 64 + lowest64(b)
                    b &= b - 1
                if j < 64:
                    self.in_low[i] |= bit
                else:
                    self.in_high[i] |= bit

    def finish(self, alive_low: cython.ulonglong, alive_high: cython.ulonglong, left: cython.int) -> cython.int:
        """Search with *left* clues more of the cells alive, beside those found: ENDED, MET (`found` has all), GIVEN_UP.

        To be called after `gather`.
        """
        low: cython.ulonglong = self.found_low
        high: cython.ulonglong = self.found_high
        need_low: cython.ulonglong = 0
        need_high: cython.ulonglong = 0
        for i in range(self.kept):
            if i < 64:
                need_low |= ONE << i
            else:
                need_high |= ONE << (i - 64)
        self.end = self.nodes + ROUND
        self.measure(alive_low, alive_high, left)
        got: cython.int = self.rest(need_low, need_high, alive_low, alive_high, left)
        if got != MET:
            self.found_low = low
            self.found_high = high
        return got

    def rest(self, need_low, need_high, alive_low, alive_high, left) -> cython.int:
        """The search with sets *need* unmet; the planes of *left* stand."""
        self.nodes += 1
        if self.nodes > self.end:
            return GIVEN_UP
        if need_low | need_high == 0:
            return self.met(alive_low, alive_high, left)
        parts: cython.int = self.pack(need_low, need_high, alive_low, alive_high, left)
        if parts > left:
            return ENDED
        if parts < left and parts + SLACK >= left:
            bound: cython.int = self.widen(need_low, need_high, alive_low, alive_high, parts, left)
            if bound > left:
                return ENDED
            if bound == left and (alive_low & ~self.got_low) | (alive_high & ~self.got_high):
                alive_low &= self.got_low
                alive_high &= self.got_high
                self.measure(alive_low, alive_high, left)
                parts = self.pack(need_low, need_high, alive_low, alive_high, left)
                if parts > left:
                    return ENDED
        if parts == left:
            return self.assign(need_low, need_high, left)
        return self.branch(
            need_low, need_high, alive_low, alive_high, self.part_low[ROW * left], self.part_high[ROW * left], left
        )

    def branch(self, need_low, need_high, alive_low, alive_high, low, high, left) -> cython.int:
        """Try each of the cells *low*, *high*; those tried are not alive for the next."""
        while low | high:
            place: cython.int = lowest_of_two(low, high)
            bit_low: cython.ulonglong = low & (0 - low)
            bit_high: cython.ulonglong = 0 if low else high & (0 - high)
            low ^= bit_low
            high ^= bit_high
            alive_low &= ~bit_low
            alive_high &= ~bit_high
            a: cython.ulonglong = self.in_low[place]
            b: cython.ulonglong = self.in_high[place]
            for i in range(8 * left, 8 * left + 8, 2):
                c: cython.ulonglong = self.plane[i]
                self.plane[i] = c ^ a
                self.plane[i - 8] = c ^ a
                a &= ~c
                c = self.plane[i + 1]
                self.plane[i + 1] = c ^ b
                self.plane[i - 7] = c ^ b
                b &= ~c
            self.found_low |= bit_low
            self.found_high |= bit_high
            got: cython.int = self.rest(
                need_low & ~self.in_low[place], need_high & ~self.in_high[place], alive_low, alive_high, left - 1
            )
            if got != ENDED:
                return got
            self.found_low ^= bit_low
            self.found_high ^= bit_high
        return ENDED

    def met(self, alive_low: cython.ulonglong, alive_high: cython.ulonglong, left: cython.int) -> cython.int:
        """All sets taken are met: branch on another one, if there is one that is not."""
        s: cython.int = self.unmet_set()
        if s < 0:
            return MET
        if left == 0:
            return ENDED
        return self.branch(0, 0, alive_low, alive_high, self.low[s] & alive_low, self.high[s] & alive_high, left)

    @cython.locals(s=cython.int)
    def unmet_set(self) -> cython.int:
        """A set that the clues found do not meet, known before or new; -1: there is none, they make a puzzle."""
        for s in range(self.sets):
            if (self.low[s] & self.found_low) | (self.high[s] & self.found_high) == 0:
                return s
        for s in range(81):
            at: cython.int = (self.bit_low[s] & self.found_low) | (self.bit_high[s] & self.found_high) != 0
            self.work[s] = self.grid[s] if at else 0
        at = self.rival(True)
        if at < 0:
            return -1
        s = self.sets if self.sets < self.room else self.room - 1
        self.learn(at, s)
        if self.sets < self.room:
            self.sets += 1
        return s

    def measure(self, low: cython.ulonglong, high: cython.ulonglong, left: cython.int) -> cython.void:
        """Count the cells *low*, *high* of each set, into the planes of *left*."""
        for i in range(8 * left, 8 * left + 8):
            self.plane[i] = 0
        while low | high:
            if low:
                place: cython.int = lowest64(low)
                low &= low - 1
            else:
                place = 64 + lowest64(high)
                high &= high - 1
            a: cython.ulonglong = self.in_low[place]
            b: cython.ulonglong = self.in_high[place]
            for i in range(8 * left, 8 * left + 8, 2):
                c: cython.ulonglong = self.plane[i]
                self.plane[i] = c ^ a
                a &= c
                c = self.plane[i + 1]
                self.plane[i + 1] = c ^ b
                b &= c

    def pack(self, need_low, need_high, alive_low, alive_high, left) -> cython.int:
        """Disjoint sets of those that *need* a clue, smallest first, become the parts of *left*; how many.

        left + 1: there are more, or a set has no cell left.
        """
        f: cython.int = 8 * left
        parts: cython.int = 0
        gone_low: cython.ulonglong = 0
        gone_high: cython.ulonglong = 0
        a: cython.ulonglong = self.plane[f] | self.plane[f + 2] | self.plane[f + 4] | self.plane[f + 6]
        b: cython.ulonglong = self.plane[f + 1] | self.plane[f + 3] | self.plane[f + 5] | self.plane[f + 7]
        if (need_low & ~a) | (need_high & ~b):
            return left + 1
        for size in range(1, 9):
            a = need_low & ~gone_low
            b = need_high & ~gone_high
            if size < 8:
                a &= ~self.plane[f + 6] & (self.plane[f] if size & 1 else ~self.plane[f])
                a &= self.plane[f + 2] if size & 2 else ~self.plane[f + 2]
                a &= self.plane[f + 4] if size & 4 else ~self.plane[f + 4]
                b &= ~self.plane[f + 7] & (self.plane[f + 1] if size & 1 else ~self.plane[f + 1])
                b &= self.plane[f + 3] if size & 2 else ~self.plane[f + 3]
                b &= self.plane[f + 5] if size & 4 else ~self.plane[f + 5]
            while a | b:
                if parts == left:
                    return left + 1
                i: cython.int = lowest64(a) if a else 64 + lowest64(b)
                self.part_low[ROW * left + parts] = self.of_low[i] & alive_low
                self.part_high[ROW * left + parts] = self.of_high[i] & alive_high
                self.reach(self.of_low[i] & alive_low, self.of_high[i] & alive_high)
                parts += 1
                gone_low |= self.got_low
                gone_high |= self.got_high
                a &= ~gone_low
                b &= ~gone_high
        return parts

    def reach(self, low: cython.ulonglong, high: cython.ulonglong) -> cython.void:
        """The sets that hold one of the cells *low*, *high*, into `got`."""
        a: cython.ulonglong = 0
        b: cython.ulonglong = 0
        while low:
            place: cython.int = lowest64(low)
            low &= low - 1
            a |= self.in_low[place]
            b |= self.in_high[place]
        while high:
            place = 64 + lowest64(high)
            high &= high - 1
            a |= self.in_low[place]
            b |= self.in_high[place]
        self.got_low = a
        self.got_high = b

    def chain(self, parts: cython.int, left: cython.int) -> cython.void:
        """What each of the parts of *left* reaches, and what it and those after it do."""
        self.after_low[parts] = 0
        self.after_high[parts] = 0
        for i in range(parts - 1, -1, -1):
            self.reach(self.part_low[ROW * left + i], self.part_high[ROW * left + i])
            self.reach_low[i] = self.got_low
            self.reach_high[i] = self.got_high
            self.after_low[i] = self.after_low[i + 1] | self.got_low
            self.after_high[i] = self.after_high[i + 1] | self.got_high

    @cython.locals(before_low=cython.ulonglong, before_high=cython.ulonglong, around_low=cython.ulonglong)
    @cython.locals(around_high=cython.ulonglong, low=cython.ulonglong, high=cython.ulonglong, wide_low=cython.ulonglong)
    @cython.locals(wide_high=cython.ulonglong)
    def widen(self, need_low, need_high, alive_low, alive_high, parts, left) -> cython.int:
        """Clues needed at least for the *parts* of *left*, some made wider and counted twice; `got` is all their cells.

        A part is made wider by sets that meet no other part, nor what earlier ones became, until no cell is in all.
        """
        bound: cython.int = parts
        before_low = before_high = around_low = around_high = 0
        self.chain(parts, left)
        for i in range(parts):
            low = wide_low = self.part_low[ROW * left + i]
            high = wide_high = self.part_high[ROW * left + i]
            a: cython.ulonglong = need_low & ~(before_low | self.after_low[i + 1])
            b: cython.ulonglong = need_high & ~(before_high | self.after_high[i + 1])
            while a | b:
                if a:
                    j: cython.int = lowest64(a)
                    a &= a - 1
                else:
                    j = 64 + lowest64(b)
                    b &= b - 1
                c: cython.ulonglong = self.of_low[j] & alive_low
                d: cython.ulonglong = self.of_high[j] & alive_high
                if (low & ~c) | (high & ~d):
                    wide_low |= c
                    wide_high |= d
                    low &= c
                    high &= d
                    if low | high == 0:
                        break
            if low | high == 0:
                bound += 1
                if bound > left:
                    return bound
                self.reach(wide_low, wide_high)
                self.reach_low[i] = self.got_low
                self.reach_high[i] = self.got_high
                around_low |= wide_low
                around_high |= wide_high
            else:
                around_low |= self.part_low[ROW * left + i]
                around_high |= self.part_high[ROW * left + i]
            before_low |= self.reach_low[i]
            before_high |= self.reach_high[i]
        self.got_low = around_low
        self.got_high = around_high
        return bound

    def assign(self, need_low: cython.ulonglong, need_high: cython.ulonglong, parts: cython.int) -> cython.int:
        """The search where each of the *parts* (those of as many clues left) holds exactly one."""
        self.nodes += 1
        if self.nodes > self.end:
            return GIVEN_UP
        if parts == 0:
            return ENDED if need_low | need_high else self.met(0, 0, 0)
        if not self.narrow(need_low, need_high, parts):
            return ENDED
        best: cython.int = 0
        fewest: cython.int = 100
        for i in range(parts):
            size: cython.int = ones_of_two(self.part_low[ROW * parts + i], self.part_high[ROW * parts + i])
            if size < fewest:
                fewest = size
                best = i
        low: cython.ulonglong = self.part_low[ROW * parts + best]
        high: cython.ulonglong = self.part_high[ROW * parts + best]
        while low | high:
            place: cython.int = lowest_of_two(low, high)
            bit_low: cython.ulonglong = low & (0 - low)
            bit_high: cython.ulonglong = 0 if low else high & (0 - high)
            low ^= bit_low
            high ^= bit_high
            n: cython.int = ROW * (parts - 1)
            for i in range(parts):
                if i != best:
                    self.part_low[n] = self.part_low[ROW * parts + i]
                    self.part_high[n] = self.part_high[ROW * parts + i]
                    n += 1
            self.found_low |= bit_low
            self.found_high |= bit_high
            got: cython.int = self.assign(need_low & ~self.in_low[place], need_high & ~self.in_high[place], parts - 1)
            if got != ENDED:
                return got
            self.found_low ^= bit_low
            self.found_high ^= bit_high
        return ENDED

    @cython.locals(low=cython.ulonglong, high=cython.ulonglong, m=cython.ulonglong)
    def narrow(self, need_low: cython.ulonglong, need_high: cython.ulonglong, parts: cython.int) -> cython.bint:
        """Keep the cells of each part that are in all sets which no other part meets; False where none is left."""
        changed: cython.bint = True
        while changed:
            changed = False
            self.chain(parts, parts)
            if (need_low & ~self.after_low[0]) | (need_high & ~self.after_high[0]):
                return False
            before_low: cython.ulonglong = 0
            before_high: cython.ulonglong = 0
            for i in range(parts):
                a: cython.ulonglong = need_low & ~(before_low | self.after_low[i + 1])
                b: cython.ulonglong = need_high & ~(before_high | self.after_high[i + 1])
                if a | b:
                    at: cython.int = ROW * parts + i
                    low = m = self.part_low[at]
                    while m:
                        place: cython.int = lowest64(m)
                        m &= m - 1
                        if (a & ~self.in_low[place]) | (b & ~self.in_high[place]):
                            low ^= ONE << place
                    high = m = self.part_high[at]
                    while m:
                        place = lowest64(m)
                        m &= m - 1
                        if (a & ~self.in_low[64 + place]) | (b & ~self.in_high[64 + place]):
                            high ^= ONE << place
                    if low | high == 0:
                        return False
                    if low != self.part_low[at] or high != self.part_high[at]:
                        self.part_low[at] = low
                        self.part_high[at] = high
                        self.reach(low, high)
                        self.reach_low[i] = self.got_low
                        self.reach_high[i] = self.got_high
                        changed = True
                before_low |= self.reach_low[i]
                before_high |= self.reach_high[i]
        return True
