from cpsudoku.techniques.core.search cimport Grid, Hint, Search

cdef class Wings(Search):
    cdef int technique, size
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil
    cdef bint emit(self, Grid grid, Hint hint, int pivot, int a, int b, unsigned int common) except -1 nogil
