from cpsudoku.rating.chains.engine cimport ChainEngine
from cpsudoku.rating.grid cimport Grid
from cpsudoku.rating.hint cimport Hint

cdef bint find_dynamic(ChainEngine engine, Grid grid, Hint hint, int level) noexcept nogil
