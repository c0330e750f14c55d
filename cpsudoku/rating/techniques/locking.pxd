from cpsudoku.rating.grid cimport Grid
from cpsudoku.rating.hint cimport Hint

cdef bint find_locking(Grid grid, Hint hint) noexcept nogil
cdef bint find_direct_locking(Grid grid, Hint hint) noexcept nogil
