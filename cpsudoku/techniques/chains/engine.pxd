from cpsudoku.techniques.chains.forcing cimport ForcingNets
from cpsudoku.techniques.chains.one_digit cimport OneDigitNets
from cpsudoku.techniques.core.grid cimport Grid
from cpsudoku.techniques.chains.static cimport StaticChains
from cpsudoku.techniques.chains.parallel_nets cimport ParallelNets

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
