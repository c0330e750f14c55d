# C-level face of levels.py.
from cpsudoku.kernels.bits cimport lowest64
from cpsudoku.rating.native cimport enough, longs, release
from cpsudoku.rating.chains.links cimport CANDIDATES, CELL, DIGIT, NODES, OFF, PLACE
from cpsudoku.rating.chains.closure cimport Closure

cdef class Levels(Closure):
    cdef unsigned long long* level
    cdef unsigned short trail[1460]
    cdef unsigned char trail_cause[1460]
    cdef int trail_length
    cdef int shortest(self, int x, bint off, int mode, int limit) noexcept nogil
    cdef void trace(self, int x, bint off, int mode, int length) noexcept nogil
