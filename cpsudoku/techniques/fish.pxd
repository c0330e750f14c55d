from cpsudoku.techniques.core.search cimport Grid, Hint, Search

cdef class Fish(Search):
    cdef int technique, size
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil
    cdef bint emit(self, Grid grid, Hint hint, int first, unsigned int lines, unsigned int positions, int digit) except -1 nogil
