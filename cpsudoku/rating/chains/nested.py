# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The chain deductions of a grid inside another chain: for each set of removals the first in sort order.

What the outer chain needs of a deduction: its removals in order; the *limits* it rests on (a cell, or a digit in a
house, of which the last candidate or position was used: what these lost since the outer assumption are its parents);
its complexity; and a fingerprint of its nodes, because the same chain used twice counts once.

A limit is the cell (0 .. 80) or 81 + house * 9 + digit - 1.
"""

import cython

if not cython.compiled:  # compiled, see the .pxd
    from cpsudoku.kernels.work_sharing import acquire
    from cpsudoku.kernels.work_sharing import release as let_go
    from cpsudoku.rating.chains.crew import Crew
    from cpsudoku.rating.chains.links import KEY
    from cpsudoku.rating.native import (
        doubles,
        enough,
        grow_doubles,
        grow_longs,
        grow_shorts,
        grow_words,
        longs,
        release,
        shorts,
        words,
    )


@cython.cclass
class NestedHints:
    """Deductions by number; those from `first` to before `last` are the result of the search asked for last.

    Results are kept by the fingerprint (64 bits) of the grid they were found on: many assumptions, of one step and of
    the next, leave the same grid behind. A wrong match has a chance of about 1 in 10 ** 9 in a million searches.

    Several threads that search each keep their own, and look into those of the `others` before they search. What is
    kept does not change; the mutex is taken to look, and by the owner where anything moves.

    shortage        set to 1 where an array cannot grow. The search then goes on within the old one, and what it finds
                    is of no use: its caller raises MemoryError (`check`), and no other search follows
    own_shortage    for a search that is part of no other
    noted           numbers kept for the caller of a search, in the order they came
    """

    def __init__(self) -> None:
        if not cython.compiled:
            self.others = [None] * 16
            self.mutex = None
            self.own_shortage = [0]
        self.own_shortage[0] = 0
        self.shared = 0
        self.inside = False
        self.count = 0
        self.first = 0
        self.size = 64
        self.ready = False
        self.removals_used = 0
        self.limits_used = 0
        self.noted_used = 0
        self.last = 0
        self.memories = 0
        self.forgetful = False

    def prepare(self, shortage: cython.p_int) -> object:
        """Take the memory, once. Raises MemoryError."""
        self.shortage = shortage
        if self.ready:
            return None
        self.removal_start = words(64)
        self.removal_count = words(64)
        self.limit_start = words(64)
        self.limit_count = words(64)
        self.complexity = words(64)
        self.order = words(64)
        self.key = words(64)
        self.removal_print = longs(64)
        self.chain_print = longs(64)
        self.rating = doubles(64)
        self.removals_size = 256
        self.removals = shorts(256)
        self.limits_size = 256
        self.limits = shorts(256)
        self.memory_key = longs(32768)
        self.memory_first = words(32768)
        self.memory_last = words(32768)
        self.noted_size = 256
        self.noted = longs(256)
        if not enough():
            raise MemoryError("not enough memory to look for chains")
        self.ready = True
        return None

    def __dealloc__(self):
        release(self.memory_key)
        release(self.memory_first)
        release(self.memory_last)
        release(self.removal_start)
        release(self.removal_count)
        release(self.limit_start)
        release(self.limit_count)
        release(self.complexity)
        release(self.order)
        release(self.key)
        release(self.removal_print)
        release(self.chain_print)
        release(self.rating)
        release(self.removals)
        release(self.limits)
        release(self.noted)

    def check(self) -> object:
        """Raises MemoryError where an array could not grow in a search."""
        if self.shortage[0]:
            raise MemoryError("not enough memory to look for chains")
        return None

    def clear(self) -> cython.void:
        """Forget everything."""
        k: cython.int
        self.enter()
        self.count = 0
        self.first = 0
        self.last = 0
        self.removals_used = 0
        self.limits_used = 0
        self.memories = 0
        for k in range(32768):
            self.memory_key[k] = 0
        self.leave()

    def recall(self, key: cython.ulonglong) -> cython.bint:
        """Is the result for this grid known? Then `first` and `last` say where it is; else its search may begin."""
        at: cython.int = cython.cast(cython.int, key & 32767)
        while self.memory_key[at] != 0:
            if self.memory_key[at] == key and not self.forgetful:
                self.first = self.memory_first[at]
                self.last = self.memory_last[at]
                return True
            at = (at + 1) & 32767
        if self.forgetful or self.memories > 20000 or self.limits_used > 4000000:
            self.clear()
        self.first = self.count
        return self.shared > 0 and self.told(key)

    def remember(self, key: cython.ulonglong) -> cython.void:
        """The search for this grid is complete: sort and keep its result."""
        self.sort()
        self.enter()
        self.keep(key)
        self.leave()

    def keep(self, key: cython.ulonglong) -> cython.void:
        """The result from `first` on is that for this grid."""
        at: cython.int = cython.cast(cython.int, key & 32767)
        self.last = self.count
        while self.memory_key[at] != 0:
            at = (at + 1) & 32767
        self.memory_key[at] = key
        self.memory_first[at] = self.first
        self.memory_last[at] = self.last
        self.memories += 1

    def enter(self) -> cython.void:
        """Before anything moves that others look at."""
        if self.mutex and not self.inside:
            acquire(self.mutex)

    def leave(self) -> cython.void:
        """Afterwards."""
        if self.mutex and not self.inside:
            let_go(self.mutex)

    def told(self, key: cython.ulonglong) -> cython.bint:
        """Has another the result for this grid? Then it is copied."""
        k: cython.int
        found: cython.bint = False
        if self.forgetful:
            return False
        self.enter()
        self.inside = True
        for k in range(self.shared):
            if self.copied(cython.cast(NestedHints, self.others[k]), key):
                found = True
                break
        self.inside = False
        self.leave()
        return found

    @cython.locals(k=cython.int, i=cython.int, j=cython.int, n=cython.int)
    def copied(self, other: "NestedHints", key: cython.ulonglong) -> cython.bint:
        """Copy the other's result for this grid, if there is one."""
        at: cython.int = cython.cast(cython.int, key & 32767)
        if not other.ready:
            return False
        while other.memory_key[at] != key:
            if other.memory_key[at] == 0:
                return False
            at = (at + 1) & 32767
        for k in range(other.memory_first[at], other.memory_last[at]):
            n = self.record(self.count, other.removal_print[k], other.rating[k], other.complexity[k], other.key[k])
            self.chain_print[n] = other.chain_print[k]
            j = other.removal_start[k]
            for i in range(other.removal_count[k]):
                self.removes(n, other.removals[j + i])
            j = other.limit_start[k]
            for i in range(other.limit_count[k]):
                self.limit(n, other.limits[j + i])
        self.keep(key)
        return True

    def see(self, place: cython.int, other: "NestedHints") -> cython.void:
        """Another to look into; whoever says so keeps it alive."""
        if cython.compiled:
            self.others[place] = cython.cast(cython.p_void, other)
        else:
            self.others[place] = other

    def better(
        self, removal_print: cython.ulonglong, rating: cython.double, complexity: cython.int, key: cython.int
    ) -> cython.int:
        """Where to `record` a deduction of this search with these removals; -1 if one as good is there."""
        k: cython.int = self.place_of(removal_print)
        if k < 0:
            return self.count
        if rating < self.rating[k]:
            return k
        if rating > self.rating[k]:
            return -1
        if complexity != cython.cast(cython.int, self.complexity[k]):
            return k if complexity < cython.cast(cython.int, self.complexity[k]) else -1
        return k if key < cython.cast(cython.int, self.key[k]) else -1

    def place_of(self, removal_print: cython.ulonglong) -> cython.int:
        """Which deduction of this search has these removals; -1 if none has."""
        k: cython.int
        for k in range(self.first, self.count):
            if self.removal_print[k] == removal_print:
                return k
        return -1

    def record(
        self,
        at: cython.int,
        removal_print: cython.ulonglong,
        rating: cython.double,
        complexity: cython.int,
        key: cython.int,
    ) -> cython.int:
        """Open the record (new or replaced) and return its number; its removals, limits and nodes follow."""
        if at == self.size:
            self.grow()
            if at == self.size:
                at -= 1
        if at == self.count:
            self.count += 1
        self.removal_print[at] = removal_print
        self.rating[at] = rating
        self.complexity[at] = complexity
        self.key[at] = key
        self.order[at] = self.removals_used  # grows: the order of discovery
        self.removal_start[at] = self.removals_used
        self.removal_count[at] = 0
        self.limit_start[at] = self.limits_used
        self.limit_count[at] = 0
        self.chain_print[at] = 1
        return at

    def grow(self) -> cython.void:
        """Room for twice as many records."""
        size: cython.int = 2 * self.size
        self.enter()
        self.removal_start = grow_words(self.removal_start, size)
        self.removal_count = grow_words(self.removal_count, size)
        self.limit_start = grow_words(self.limit_start, size)
        self.limit_count = grow_words(self.limit_count, size)
        self.complexity = grow_words(self.complexity, size)
        self.order = grow_words(self.order, size)
        self.key = grow_words(self.key, size)
        self.removal_print = grow_longs(self.removal_print, size)
        self.chain_print = grow_longs(self.chain_print, size)
        self.rating = grow_doubles(self.rating, size)
        if enough():
            self.size = size
        else:
            self.shortage[0] = 1
        self.leave()

    def removes(self, at: cython.int, x: cython.int) -> cython.void:
        """The deduction removes this candidate."""
        if self.removals_used == self.removals_size:
            self.enter()
            self.removals = grow_shorts(self.removals, 2 * self.removals_size)
            if enough():
                self.removals_size *= 2
            else:
                self.shortage[0] = 1
            self.leave()
            if self.removals_used == self.removals_size:
                return
        self.removals[self.removals_used] = x
        self.removals_used += 1
        self.removal_count[at] += 1

    def limit(self, at: cython.int, constraint: cython.int) -> cython.void:
        """It rests on this limit."""
        if self.limits_used == self.limits_size:
            self.enter()
            self.limits = grow_shorts(self.limits, 2 * self.limits_size)
            if enough():
                self.limits_size *= 2
            else:
                self.shortage[0] = 1
            self.leave()
            if self.limits_used == self.limits_size:
                return
        self.limits[self.limits_used] = constraint
        self.limits_used += 1
        self.limit_count[at] += 1

    def node(self, at: cython.int, node: cython.int) -> cython.void:
        """The next node of its chains."""
        self.chain_print[at] = folded(self.chain_print[at], 7, KEY[node])

    def target(self, at: cython.int) -> cython.void:
        """The nodes of its next chain follow."""
        self.chain_print[at] = folded(self.chain_print[at], 13, 0x5EEDBED)

    def note(self, number: cython.ulonglong) -> cython.void:
        """Keep a number for the caller of the search."""
        if self.noted_used == self.noted_size:
            self.noted = grow_longs(self.noted, 2 * self.noted_size)
            if enough():
                self.noted_size *= 2
            else:
                self.shortage[0] = 1
                return
        self.noted[self.noted_used] = number
        self.noted_used += 1

    def notes(self) -> list:
        """The numbers kept, which are then forgotten."""
        found: list = [self.noted[k] for k in range(self.noted_used)]
        self.noted_used = 0
        return found

    @cython.locals(i=cython.int, j=cython.int)
    def sort(self) -> cython.void:
        """Sort the deductions of this search: rating, complexity, key, discovery (by insertion; they are few)."""
        for i in range(self.first + 1, self.count):
            j = i
            while j > self.first and self.before(j, j - 1):
                self.exchange(j, j - 1)
                j -= 1

    def before(self, a: cython.int, b: cython.int) -> cython.bint:
        """Does a come strictly before b?"""
        if self.rating[a] != self.rating[b]:
            return self.rating[a] < self.rating[b]
        if self.complexity[a] != self.complexity[b]:
            return self.complexity[a] < self.complexity[b]
        if self.key[a] != self.key[b]:
            return self.key[a] < self.key[b]
        return self.order[a] < self.order[b]

    def exchange(self, a: cython.int, b: cython.int) -> cython.void:
        """Exchange two records."""
        r: cython.double = self.rating[a]
        self.rating[a] = self.rating[b]
        self.rating[b] = r
        swap_words(self.order, a, b)
        swap_words(self.removal_start, a, b)
        swap_words(self.removal_count, a, b)
        swap_words(self.limit_start, a, b)
        swap_words(self.limit_count, a, b)
        swap_words(self.complexity, a, b)
        swap_words(self.key, a, b)
        swap_longs(self.removal_print, a, b)
        swap_longs(self.chain_print, a, b)


@cython.cfunc
def pool(team: list, crew: Crew) -> object:
    """Let each of these results of the same kind look into the others'."""
    one: NestedHints
    other: NestedHints
    for one in team:
        one.mutex = crew.mutex
        for other in team:
            if other is not one:
                one.see(one.shared, other)
                one.shared += 1
    return None


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def swap_words(column: cython.p_uint, a: cython.int, b: cython.int) -> cython.void:
    w: cython.uint = column[a]
    column[a] = column[b]
    column[b] = w


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def swap_longs(column: cython.p_ulonglong, a: cython.int, b: cython.int) -> cython.void:
    w: cython.ulonglong = column[a]
    column[a] = column[b]
    column[b] = w


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def folded(fingerprint: cython.ulonglong, turn: cython.int, value: cython.ulonglong) -> cython.ulonglong:
    """A fingerprint turned by some bits, with the next value in it."""
    full: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    return ((fingerprint << turn | fingerprint >> (64 - turn)) ^ value) & full
