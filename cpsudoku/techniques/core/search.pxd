from cpsudoku.techniques.core.grid cimport Grid
from cpsudoku.techniques.core.hint cimport Hint

cdef class Search:
    cdef public int rung
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil

cdef class SetSearch(Search):
    cdef int technique, size, least
    cdef unsigned short[9] masks
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil
    cdef void gather(self, Grid grid, int house) noexcept nogil
    cdef bint conclude(self, Grid grid, Hint hint, int house, unsigned int members, unsigned int union_) except -1 nogil
