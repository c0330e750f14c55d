from cpsudoku.techniques.core.grid cimport BINOMIAL, FULL, HOUSE_CELL, LOWEST, POPCOUNT, SIDE, SUBSET, SUBSET_START
from cpsudoku.techniques.core.search cimport Grid, Hint, Search

cdef class Fish(Search):
    cdef int size
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil

cdef bint emit_fish(Grid grid, Hint hint, int size, int first, unsigned int lines, unsigned int positions, int digit) except -1 nogil
