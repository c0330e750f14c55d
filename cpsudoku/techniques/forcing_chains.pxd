from cpsudoku.techniques.chains.forcing cimport ForcingNets
from cpsudoku.techniques.chains.one_digit cimport OneDigitNets
from cpsudoku.techniques.chains.parallel_nets cimport ParallelNets
from cpsudoku.techniques.chains.static cimport StaticChains
from cpsudoku.techniques.core.search cimport Grid, Hint, Search

cdef class ChainEngine:
    cdef readonly StaticChains statics
    cdef readonly OneDigitNets nishio
    cdef readonly ForcingNets multiple
    cdef readonly ParallelNets nets
    cdef public object statements
    cdef int* shortage
    cdef object prepare(self)
    cdef object check(self)
    cdef void begin_early(self, Grid grid) noexcept nogil
    cdef void finish_turn(self) noexcept nogil

cdef class ForcingChains(Search):
    cdef ChainEngine engine
    cdef int[9] technique
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil

cdef class NetChains(Search):
    cdef ChainEngine engine
    cdef ForcingNets nets
    cdef int[8] technique
    cdef int level
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil

cdef class Nishio(NetChains):
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil
