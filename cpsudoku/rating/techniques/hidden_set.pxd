from cpsudoku.rating.grid cimport Grid
from cpsudoku.rating.hint cimport Hint

cdef bint find_hidden_set(Grid grid, Hint hint, int size, bint direct) noexcept nogil
