# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What OFF nodes that come of other patterns rest on: one rule a pattern, with as many parents as it needs."""

import cython
from cython.cimports.cpsudoku.kernels.work_sharing import acquire
from cython.cimports.cpsudoku.kernels.work_sharing import release as let_go
from cython.cimports.cpsudoku.techniques.core.native import *

if not cython.compiled:  # compiled, see the .pxd
    RULE, SEAT = (1 << 26) - 1, 26
    """A rule's number in the lowest bits, whose book it stands in from bit SEAT on."""


class SharedNumbers:
    """Numbers that one thread appends and others may read: `numbers`, `numbers_used` of them.

    mutex       taken to read, and by the owner where an array moves (none where no other thread reads); `inside`: the
                owner has it
    shortage    set to 1 where an array cannot grow. The search then goes on within the old one, and what it finds is of
                no use: its caller raises MemoryError, and no other search follows
    """

    def __dealloc__(self):
        release(self.numbers)

    def append(self, number: cython.int) -> cython.int:
        """Append to `numbers`: 1, or 0 where there is no memory."""
        if self.numbers_used == self.numbers_size:
            self.enter()
            self.numbers = grow_shorts(self.numbers, 2 * self.numbers_size)
            if enough():
                self.numbers_size *= 2
            else:
                self.shortage[0] = 1
            self.leave()
            if self.numbers_used == self.numbers_size:
                return 0
        self.numbers[self.numbers_used] = number
        self.numbers_used += 1
        return 1

    def enter(self) -> cython.void:
        """Lock before the arrays move, or while they are read."""
        if self.mutex and not self.inside:
            acquire(self.mutex)

    def leave(self) -> cython.void:
        """Unlock."""
        if self.mutex and not self.inside:
            let_go(self.mutex)


class Rules(SharedNumbers):
    """The rules that one thread has written, by number (`entries`), and their parent nodes.

    An entry says what its pattern is `about`, in one word (see `advanced`), and has `count` parents from `start` on in
    `numbers`. Of a chain inside the chain it has complexity, fingerprint, and the number of OFF nodes of the slot when
    it was found (`off`).
    """

    def prepare(self, shortage: cython.p_int) -> object:
        """Take the memory, once. Raises MemoryError."""
        self.shortage = shortage
        if self.ready:
            return None
        self.widen(1024)
        self.numbers_size = 4096
        self.numbers = shorts(4096)
        if self.size == 0 or not enough():
            raise MemoryError("not enough memory to look for chains")
        self.ready = True
        return None

    def __dealloc__(self):
        release(self.entries)

    def clear(self) -> cython.void:
        """Forget all."""
        self.used = 0
        self.numbers_used = 0

    def open(self, about: cython.uint, complexity: cython.int, fingerprint: cython.ulonglong) -> cython.void:
        """A new rule, its parents to follow by `add`."""
        j: cython.int = self.used
        if j == self.size:
            self.widen(2 * self.size)
            if j == self.size:
                return
        self.used += 1
        self.entries[j].start = self.numbers_used
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
        self.entries[self.used - 1].count += self.append(node)
