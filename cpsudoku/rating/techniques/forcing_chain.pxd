from cpsudoku.rating.chains.engine cimport ChainEngine
from cpsudoku.rating.grid cimport Grid
from cpsudoku.rating.hint cimport Hint

cdef bint find_forcing_chain(ChainEngine engine, Grid grid, Hint hint) noexcept nogil
