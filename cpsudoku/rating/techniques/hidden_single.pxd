from cpsudoku.rating.grid cimport Grid
from cpsudoku.rating.hint cimport Hint

cdef bint find_hidden_single(Grid grid, Hint hint) noexcept nogil
