from cpsudoku.techniques.core.search cimport Grid, Hint, SetSearch

cdef class NakedSets(SetSearch):
    cdef void gather(self, Grid grid, int house) noexcept nogil
    cdef bint conclude(self, Grid grid, Hint hint, int house, unsigned int members, unsigned int union_) except -1 nogil
