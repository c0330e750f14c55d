from cpsudoku.rating.chains.links cimport CANDIDATES, CELL, DIGIT, OFF, lengthened
from cpsudoku.rating.chains.forcing cimport ForcingNets
from cpsudoku.rating.chains.one_digit cimport OneDigitNets
from cpsudoku.rating.search cimport Grid, Hint, Search
from cpsudoku.rating.chains.static cimport StaticChains
from cpsudoku.rating.chains.team cimport TeamNets

cdef class ChainEngine:
    cdef readonly StaticChains statics
    cdef readonly OneDigitNets nishio
    cdef readonly ForcingNets multiple
    cdef readonly TeamNets nets
    cdef int* shortage
    cdef object prepare(self)
    cdef object check(self)
    cdef bint conclude(self, ForcingNets nets, Grid grid, Hint hint, int technique, double base) except -1 nogil
    cdef void foresee(self, Grid grid) noexcept nogil
    cdef void dismiss(self) noexcept nogil

cdef class ChainSearch(Search):
    cdef ChainEngine engine
