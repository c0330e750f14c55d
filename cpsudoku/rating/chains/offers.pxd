# C-level face of offers.py.
from cpsudoku.rating.grid cimport CELL_HOUSE
from cpsudoku.rating.chains.links cimport CANDIDATES, CELL, DIGIT, KEY, OFF, lengthened, longest
from cpsudoku.rating.chains.levels cimport Levels
from cpsudoku.rating.chains.nested cimport NestedHints

cdef class Offers(Levels):
    cdef int limits[6]
    # the winner
    cdef double rating
    cdef int complexity
    cdef int key
    cdef int kind
    cdef int mode
    cdef int length
    cdef int won
    cdef unsigned short path[1460]
    cdef unsigned char path_cause[1460]
    cdef unsigned short win[CANDIDATES]
    # the chain looked at
    cdef unsigned short removal[CANDIDATES]
    cdef int removals
    cdef bint collecting
    cdef bint telling
    cdef NestedHints hints
    cdef int limit(self, double base, int key) noexcept nogil
    cdef int bound(self, double base, int key) noexcept nogil
    cdef void offer(self, int kind, double base, int complexity, int key) noexcept nogil
    cdef object prepare(self, int* shortage)
    cdef void tell(self, unsigned long long fingerprint, int kind, int mode) noexcept nogil
    cdef int constraint(self, int x, int cause) noexcept nogil
