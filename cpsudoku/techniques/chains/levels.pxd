from cpsudoku.techniques.core.native cimport Longs
from cpsudoku.techniques.chains.closure cimport Closure

cdef class Levels(Closure):
    cdef Longs level
    cdef unsigned short[1460] trail
    cdef unsigned char[1460] trail_cause
    cdef int trail_length
    cdef int shortest(self, int x, bint off, int mode, int limit) noexcept nogil
    cdef void trace(self, int x, bint off, int mode, int length) noexcept nogil

cdef int link_between(int x, int y) noexcept nogil
