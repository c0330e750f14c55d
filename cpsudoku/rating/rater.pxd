cimport cython
from cpsudoku.techniques.forcing_chains cimport ChainEngine
from cpsudoku.techniques.core.grid cimport Grid
from cpsudoku.techniques.core.search cimport Hint

@cython.final
cdef class Rater:
    cdef readonly Grid grid
    cdef readonly Hint hint
    cdef readonly ChainEngine chains
    cdef list searches
    cdef void* at[32]
    cdef public unsigned int rungs
    cdef public double max_er
    cdef public int early
    cdef readonly int jobs
    cdef double er, ep, ed
    cdef double[2] stop
    cdef int steps, hardest
    cdef bint placing, prepared
    cdef short[256] out_er, out_ep, out_ed, out_end, out_hardest
    cdef unsigned char[81] clues
    cdef void reset(self) noexcept nogil
    cdef bint climb(self, int rung, Grid grid, Hint hint) except -1 nogil
    cdef bint enough(self) noexcept nogil
    cdef bint ascend(self, int first, int last) except -1 nogil
    cdef bint find(self, int first, int last) except -1 nogil
    cdef void apply(self) noexcept nogil
    cdef int run(self) except -1 nogil
    cdef int go_on(self, long long solutions) except -1 nogil
    cdef int rate_one(self, unsigned char* cells, int number) except -1 nogil

cdef int tenths(double value) noexcept nogil
cpdef int describe(Hint hint) noexcept nogil
