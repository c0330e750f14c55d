from cpsudoku.techniques.chains.links cimport CANDIDATES
from cpsudoku.techniques.chains.closure cimport Closure
from cpsudoku.techniques.core.native cimport Longs
from cpsudoku.techniques.chains.nested cimport NestedHints

cdef class BestChain(Closure):
    cdef Longs level
    cdef unsigned short[1460] trail
    cdef unsigned char[1460] trail_cause
    cdef int trail_length
    cdef int shortest(self, int x, bint off, int mode, int limit) noexcept nogil
    cdef void trace(self, int x, bint off, int mode, int length) noexcept nogil
    cdef int[6] limits
    # the winner
    cdef double rating
    cdef int complexity, key, kind, mode, length, won
    cdef unsigned short[1460] path
    cdef unsigned short[CANDIDATES] win
    cdef unsigned char[1460] path_cause
    # the chain looked at
    cdef unsigned short[CANDIDATES] removal
    cdef int removals
    cdef bint collecting, noting
    cdef NestedHints hints
    cdef int limit(self, double base, int key) noexcept nogil
    cdef int bound(self, double base, int key) noexcept nogil
    cdef void offer(self, int kind, double base, int complexity, int key) noexcept nogil
    cdef object prepare(self, int* shortage)
    cdef void note_chain(self, unsigned long long fingerprint, int kind, int mode) noexcept nogil

cdef int link_between(int x, int y) noexcept nogil
