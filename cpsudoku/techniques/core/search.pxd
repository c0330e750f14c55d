from cpsudoku.techniques.core.grid cimport Grid
from cpsudoku.techniques.core.hint cimport Hint
from cpsudoku.techniques.ladder cimport RATING

cdef class Search:
    cdef readonly int rung
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil
