from cpsudoku.techniques.core.search cimport Grid, Hint, SetSearch

cdef class HiddenSets(SetSearch):
    cdef bint direct
    cdef void gather(self, Grid grid, int house) noexcept nogil
    cdef bint conclude(self, Grid grid, Hint hint, int house, unsigned int members, unsigned int union_) except -1 nogil
    cdef bint place_last(self, Grid grid, Hint hint, int house, unsigned int digits, unsigned int cells) except -1 nogil
