from cpsudoku.techniques.core.search cimport Grid, Hint, Search

cdef class Locking(Search):
    cdef bint direct
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil

cdef bint emit_plain(Grid grid, Hint hint, int way, int base, int cover, int digit) except -1 nogil
cdef bint emit_direct(Grid grid, Hint hint, int way, int base, int cover, int digit) except -1 nogil
