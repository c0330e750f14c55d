# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""The chain deductions of a grid inside another chain: for each set of removals the first in sort order.

What the outer chain needs of a deduction: its removals in order; the *limits* it rests on (a cell, or a digit in a
house, of which the last candidate or position was used: what these lost since the outer assumption are its parents);
its complexity; and a fingerprint of its nodes, because the same chain used twice counts once.

A limit is the cell (0 .. 80) or 81 + house * 9 + digit - 1.
"""

import cython
from cython.cimports.cpsudoku.techniques.chains.links import *
from cython.cimports.cpsudoku.techniques.chains.rules import SharedNumbers
from cython.cimports.cpsudoku.techniques.chains.work_pool import WorkPool
from cython.cimports.cpsudoku.techniques.core.native import *


class NestedHints(SharedNumbers):
    """Deductions by number; `records` from `first` to before `last` are the result of the last search.

    A record has `removal_count` removals in `numbers` from `start` on, then `limit_count` limits; the fingerprints of
    what it removes and of its nodes (`removal_print`, `chain_print`); and what records are sorted by: rating,
    complexity, key, `order` of discovery.

    Results are kept by the fingerprint (64 bits) of the grid they were found on: many assumptions, of one step and of
    the next, leave the same grid behind. A wrong match has a chance of about 1 in 10 ** 9 in a million searches.

    Several threads that search each keep their own, and look into those of the `others` before they search. What is
    kept does not change; the mutex is taken to look, and by the owner where anything moves.

    own_shortage    for a search that is part of no other
    noted           numbers kept for the caller of a search, in the order they came
    """

    def prepare(self, shortage: cython.p_int) -> object:
        """Take the memory, once. Raises MemoryError."""
        self.shortage = shortage
        if self.ready:
            return None
        self.widen(64)
        self.numbers_size = 512
        self.numbers = shorts(512)
        self.memory_key = longs(32768)
        self.memory_first = words(32768)
        self.memory_last = words(32768)
        self.noted_size = 256
        self.noted = longs(256)
        if self.size == 0 or not enough():
            raise MemoryError("not enough memory to look for chains")
        self.ready = True
        return None

    def __dealloc__(self):
        release(self.records)
        release(self.memory_key)
        release(self.memory_first)
        release(self.memory_last)
        release(self.noted)

    def check(self) -> object:
        """Raises MemoryError where an array could not grow in a search."""
        if self.shortage[0]:
            raise MemoryError("not enough memory to look for chains")
        return None

    def clear(self) -> cython.void:
        """Forget everything."""
        self.enter()
        self.count = 0
        self.first = 0
        self.last = 0
        self.numbers_used = 0
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
        if self.forgetful or self.memories > 20000 or self.numbers_used > 6000000:
            self.clear()
        self.first = self.count
        return self.shared > 0 and self.copied_from_others(key)

    def remember(self, key: cython.ulonglong) -> cython.void:
        """The search for this grid is complete: sort and keep its result."""
        self.sort()
        self.enter()
        self.keep(key)
        self.leave()

    def keep(self, key: cython.ulonglong) -> cython.void:
        """Store the result from `first` on for this grid."""
        at: cython.int = cython.cast(cython.int, key & 32767)
        self.last = self.count
        while self.memory_key[at] != 0:
            at = (at + 1) & 32767
        self.memory_key[at] = key
        self.memory_first[at] = self.first
        self.memory_last[at] = self.last
        self.memories += 1

    def copied_from_others(self, key: cython.ulonglong) -> cython.bint:
        """Copy the result for this grid from another object, if one has it."""
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

    @cython.locals(n=cython.int)
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
            n = self.record(
                self.count,
                other.records[k].removal_print,
                other.records[k].rating,
                other.records[k].complexity,
                other.records[k].key,
            )
            self.records[n].chain_print = other.records[k].chain_print
            j: cython.int = other.records[k].start
            for i in range(other.records[k].removal_count):
                self.removes(n, other.numbers[j + i])
            j += other.records[k].removal_count
            for i in range(other.records[k].limit_count):
                self.limit(n, other.numbers[j + i])
        self.keep(key)
        return True

    def look_into(self, place: cython.int, other: "NestedHints") -> cython.void:
        """Add another object whose results are searched; the caller keeps it alive."""
        if cython.compiled:
            self.others[place] = cython.cast(cython.p_void, other)
        else:
            self.others[place] = other

    def better(self, removal_print, rating, complexity, key) -> cython.int:
        """Where to `record` a deduction of this search with these removals; -1 if one as good is there."""
        k: cython.int = self.place_of(removal_print)
        if k < 0:
            return self.count
        if rating < self.records[k].rating:
            return k
        if rating > self.records[k].rating:
            return -1
        if complexity != cython.cast(cython.int, self.records[k].complexity):
            return k if complexity < cython.cast(cython.int, self.records[k].complexity) else -1
        return k if key < cython.cast(cython.int, self.records[k].key) else -1

    def place_of(self, removal_print: cython.ulonglong) -> cython.int:
        """Which deduction of this search has these removals; -1 if none has."""
        for k in range(self.first, self.count):
            if self.records[k].removal_print == removal_print:
                return k
        return -1

    def record(self, at, removal_print, rating, complexity, key) -> cython.int:
        """Open the record (new or replaced) and return its number; its removals, limits and nodes follow."""
        if at == self.size:
            self.widen(2 * self.size)
            if at == self.size:
                at -= 1
        if at == self.count:
            self.count += 1
        self.records[at].removal_print = removal_print
        self.records[at].rating = rating
        self.records[at].complexity = complexity
        self.records[at].key = key
        self.records[at].order = self.numbers_used  # grows: the order of discovery
        self.records[at].start = self.numbers_used
        self.records[at].removal_count = 0
        self.records[at].limit_count = 0
        self.records[at].chain_print = 1
        return at

    def widen(self, size: cython.int) -> cython.void:
        """Make room for so many records."""
        self.enter()
        if cython.compiled:
            self.records = cython.cast(cython.pointer(Record), grown(self.records, size * cython.sizeof(Record)))
        else:
            self.records = (self.records or []) + [Record() for _ in range(self.size, size)]
        if enough():
            self.size = size
        else:
            self.shortage[0] = 1
        self.leave()

    def removes(self, at: cython.int, x: cython.int) -> cython.void:
        """The deduction removes this candidate; its limits come after all of these."""
        self.records[at].removal_count += self.append(x)

    def limit(self, at: cython.int, constraint: cython.int) -> cython.void:
        """It rests on this limit."""
        self.records[at].limit_count += self.append(constraint)

    def node(self, at: cython.int, node: cython.int) -> cython.void:
        """The next node of its chains."""
        self.records[at].chain_print = folded(self.records[at].chain_print, 7, KEY[node])

    def target(self, at: cython.int) -> cython.void:
        """The nodes of its next chain follow."""
        self.records[at].chain_print = folded(self.records[at].chain_print, 13, 0x5EEDBED)

    def note(self, number: cython.ulonglong) -> cython.void:
        """Record a number for the caller of the search."""
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
        """Return the recorded numbers and clear them."""
        found: list = [self.noted[k] for k in range(self.noted_used)]
        self.noted_used = 0
        return found

    def sort(self) -> cython.void:
        """Sort the deductions of this search: rating, complexity, key, discovery (by insertion; they are few)."""
        for i in range(self.first + 1, self.count):
            j: cython.int = i
            while j > self.first and self.before(j, j - 1):
                self.exchange(j, j - 1)
                j -= 1

    def before(self, a: cython.int, b: cython.int) -> cython.bint:
        """Does a come strictly before b?"""
        if self.records[a].rating != self.records[b].rating:
            return self.records[a].rating < self.records[b].rating
        if self.records[a].complexity != self.records[b].complexity:
            return self.records[a].complexity < self.records[b].complexity
        if self.records[a].key != self.records[b].key:
            return self.records[a].key < self.records[b].key
        return self.records[a].order < self.records[b].order

    def exchange(self, a: cython.int, b: cython.int) -> cython.void:
        """Exchange two records."""
        record: Record = self.records[a]
        self.records[a] = self.records[b]
        self.records[b] = record


def connect(members: list, pool: WorkPool) -> object:
    """Let each of these results of one kind be found by the others."""
    one: NestedHints
    other: NestedHints
    for one in members:
        one.mutex = pool.mutex
        for other in members:
            if other is not one:
                one.look_into(one.shared, other)
                one.shared += 1
    return None


def folded(fingerprint: cython.ulonglong, turn: cython.int, value: cython.ulonglong) -> cython.ulonglong:
    """A fingerprint turned by some bits, with the next value in it."""
    full: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    return ((fingerprint << turn | fingerprint >> (64 - turn)) ^ value) & full
