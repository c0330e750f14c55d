from cpsudoku.rating.grid cimport FULL, HOUSE_CELL, LOWEST, SIDE
from cpsudoku.rating.search cimport RATING, Grid, Hint, Search

cdef class HiddenSingles(Search):
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil
