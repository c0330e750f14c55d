# C-level face of chains.py.
from cpsudoku.rating.forcing cimport ForcingNets
from cpsudoku.rating.grid cimport Grid
from cpsudoku.rating.hint cimport Hint
from cpsudoku.rating.static_chains cimport StaticChains

cdef class ChainEngine:
    cdef StaticChains statics
    cdef ForcingNets nishio
    cdef ForcingNets multiple
    cdef ForcingNets nets
    cdef void conclude(self, ForcingNets nets, Grid grid, Hint hint, int technique, double base) noexcept nogil
