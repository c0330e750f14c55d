from cpsudoku.techniques.core.grid cimport ALL_HOUSES, BINOMIAL, FULL, HOUSE_CELL, LOWEST, POPCOUNT, SIDE, SUBSET, SUBSET_START
from cpsudoku.techniques.core.search cimport RATING, Grid, Hint, Search

cdef class HiddenSets(Search):
    cdef int size
    cdef bint direct
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil

cdef bint emit_plain(Grid grid, Hint hint, int house, int size, unsigned int digits, unsigned int cells) except -1 nogil
cdef bint emit_direct(Grid grid, Hint hint, int house, int size, unsigned int digits, unsigned int cells) except -1 nogil
