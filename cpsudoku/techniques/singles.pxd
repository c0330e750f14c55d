from cpsudoku.techniques.core.search cimport Grid, Hint, Search

cdef class HiddenSingles(Search):
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil

cdef class NakedSingles(Search):
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil
