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
    cdef bint find_static_chains(self, Grid grid, Hint hint) noexcept nogil
    cdef bint find_nishio(self, Grid grid, Hint hint) noexcept nogil
    cdef bint find_multiple(self, Grid grid, Hint hint) noexcept nogil
    cdef bint find_dynamic(self, Grid grid, Hint hint, int level) noexcept nogil
    cdef bint conclude(self, ForcingNets nets, Grid grid, Hint hint, double base) noexcept nogil
