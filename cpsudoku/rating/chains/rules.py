# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What OFF nodes that come of other patterns rest on: one rule a pattern, with as many parents as it needs."""

import cython

if not cython.compiled:  # compiled, see the .pxd
    from cpsudoku.kernels.work_sharing import acquire
    from cpsudoku.kernels.work_sharing import release as let_go
    from cpsudoku.rating.native import enough, grow_longs, grow_shorts, grow_words, longs, release, shorts, words

    RULE, SEAT = (1 << 26) - 1, 26
    """A rule's number in the lowest bits, whose book it stands in from bit SEAT on."""


@cython.cclass
class Rules:
    """The rules that one thread has written, by number.

    about[j]       kind and place of the pattern, in one word: see `advanced`
    complexity[j]  of a chain inside the chain, else 0; fingerprint[j] of its nodes
    off[j]         of such a chain: number of OFF nodes of the slot when it was found
    parent[start[j] ...]   its `count[j]` parent nodes
    mutex          taken to grow and to read, where another thread reads (else none)
    shortage       see `nested`
    """

    def __init__(self) -> None:
        self.ready = False
        self.used = 0
        self.parents = 0
        if not cython.compiled:
            self.mutex = None

    def prepare(self, shortage: cython.p_int) -> object:
        """Take the memory, once. Raises MemoryError."""
        self.shortage = shortage
        if self.ready:
            return None
        self.size = 1024
        self.start = words(1024)
        self.count = words(1024)
        self.about = words(1024)
        self.complexity = words(1024)
        self.off = words(1024)
        self.fingerprint = longs(1024)
        self.parents_size = 4096
        self.parent = shorts(4096)
        if not enough():
            raise MemoryError("not enough memory to look for chains")
        self.ready = True
        return None

    def __dealloc__(self):
        release(self.start)
        release(self.count)
        release(self.about)
        release(self.complexity)
        release(self.off)
        release(self.fingerprint)
        release(self.parent)

    def clear(self) -> cython.void:
        """Forget all."""
        self.used = 0
        self.parents = 0

    def open(self, about: cython.uint, complexity: cython.int, fingerprint: cython.ulonglong) -> cython.void:
        """A new rule, its parents to follow by `add`."""
        j: cython.int = self.used
        if j == self.size:
            self.grow()
            if j == self.size:
                return
        self.used += 1
        self.start[j] = self.parents
        self.count[j] = 0
        self.about[j] = about
        self.complexity[j] = complexity
        self.off[j] = 0
        self.fingerprint[j] = fingerprint

    def grow(self) -> cython.void:
        """Room for twice as many rules."""
        size: cython.int = 2 * self.size
        self.enter()
        self.start = grow_words(self.start, size)
        self.count = grow_words(self.count, size)
        self.about = grow_words(self.about, size)
        self.complexity = grow_words(self.complexity, size)
        self.off = grow_words(self.off, size)
        self.fingerprint = grow_longs(self.fingerprint, size)
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
        self.count[self.used - 1] += 1

    def enter(self) -> cython.void:
        """Before the book may move, or while it is read."""
        if self.mutex:
            acquire(self.mutex)

    def leave(self) -> cython.void:
        """Afterwards."""
        if self.mutex:
            let_go(self.mutex)
