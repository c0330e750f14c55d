# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What OFF nodes that come of other patterns rest on: one rule a pattern, with as many parents as it needs."""

import cython
from cython.cimports.cpsudoku.kernels.work_sharing import acquire
from cython.cimports.cpsudoku.kernels.work_sharing import release as let_go
from cython.cimports.cpsudoku.techniques.core.native import *

if not cython.compiled:  # compiled, see the .pxd
    RULE, SEAT = (1 << 26) - 1, 26
    """A rule's number in the lowest bits, whose book it stands in from bit SEAT on."""


class Rules:
    """The rules that one thread has written, by number (`entries`), and their parent nodes.

    An entry says what its pattern is `about`, in one word (see `advanced`), and has `count` parents from `start` on in
    `parent`. Of a chain inside the chain it has complexity, fingerprint, and the number of OFF nodes of the slot when
    it was found (`off`).

    mutex          taken to grow and to read, where another thread reads (else none)
    shortage       see `nested`
    """

    def prepare(self, shortage: cython.p_int) -> object:
        """Take the memory, once. Raises MemoryError."""
        self.shortage = shortage
        if self.ready:
            return None
        self.widen(1024)
        self.parents_size = 4096
        self.parent = shorts(4096)
        if self.size == 0 or not enough():
            raise MemoryError("not enough memory to look for chains")
        self.ready = True
        return None

    def __dealloc__(self):
        release(self.entries)
        release(self.parent)

    def clear(self) -> cython.void:
        """Forget all."""
        self.used = 0
        self.parents = 0

    def open(self, about: cython.uint, complexity: cython.int, fingerprint: cython.ulonglong) -> cython.void:
        """A new rule, its parents to follow by `add`."""
        j: cython.int = self.used
        if j == self.size:
            self.widen(2 * self.size)
            if j == self.size:
                return
        self.used += 1
        self.entries[j].start = self.parents
        self.entries[j].count = 0
        self.entries[j].about = about
        self.entries[j].complexity = complexity
        self.entries[j].off = 0
        self.entries[j].fingerprint = fingerprint

    def widen(self, size: cython.int) -> cython.void:
        """Make room for so many rules."""
        self.enter()
        if cython.compiled:
            self.entries = cython.cast(cython.pointer(Entry), grown(self.entries, size * cython.sizeof(Entry)))
        else:
            self.entries = (self.entries or []) + [Entry() for _ in range(self.size, size)]
        if enough():
            self.size = size
        else:
            self.shortage[0] = 1
        self.leave()

    def add(self, node: cython.int) -> cython.void:
        """One more parent of the newest rule."""
        if self.parents == self.parents_size:
            self.enter()
            self.parent = grow_shorts(self.parent, 2 * self.parents_size)
            if enough():
                self.parents_size *= 2
            else:
                self.shortage[0] = 1
            self.leave()
            if self.parents == self.parents_size:
                return
        self.parent[self.parents] = node
        self.parents += 1
        self.entries[self.used - 1].count += 1

    def enter(self) -> cython.void:
        """Lock before the arrays move, or while they are read."""
        if self.mutex:
            acquire(self.mutex)

    def leave(self) -> cython.void:
        """Unlock."""
        if self.mutex:
            let_go(self.mutex)
