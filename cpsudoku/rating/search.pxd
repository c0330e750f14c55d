from cpsudoku.rating.grid cimport Grid
from cpsudoku.rating.hint cimport Hint
from cpsudoku.rating.ladder cimport RATING

cdef class Search:
    cdef readonly int rung
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil
