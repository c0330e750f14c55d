from cpsudoku.rating.grid cimport Grid
from cpsudoku.rating.hint cimport Hint

cdef bint find_naked_set(Grid grid, Hint hint, int size) noexcept nogil
