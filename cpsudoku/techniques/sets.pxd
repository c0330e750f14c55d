from cpsudoku.techniques.core.search cimport Grid, Hint, Search

cdef class SetSearch(Search):
    cdef int technique, size, least
    cdef bint hidden
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil
    cdef bint conclude(self, Grid grid, Hint hint, int house, unsigned int members, unsigned int union_) except -1 nogil

cdef class NakedSets(SetSearch):
    cdef bint conclude(self, Grid grid, Hint hint, int house, unsigned int members, unsigned int union_) except -1 nogil

cdef class HiddenSets(SetSearch):
    cdef bint direct
    cdef bint conclude(self, Grid grid, Hint hint, int house, unsigned int members, unsigned int union_) except -1 nogil
    cdef bint place_last(self, Grid grid, Hint hint, int house, unsigned int digits, unsigned int cells) except -1 nogil
