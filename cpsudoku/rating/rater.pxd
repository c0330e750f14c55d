# C-level face of rater.py.
from cpsudoku.kernels.polling cimport look, settle
from cpsudoku.kernels.search cimport count9
from cpsudoku.rating.collector cimport Collector
from cpsudoku.rating.ladder cimport RATING
from cpsudoku.rating.search cimport Search
from cpsudoku.rating.chains.engine cimport ChainEngine
from cpsudoku.rating.grid cimport Grid
from cpsudoku.rating.hint cimport Hint

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
    cdef double er
    cdef double ep
    cdef double ed
    cdef int steps
    cdef bint placing
    cdef bint prepared
    cdef short out_er[256]
    cdef short out_ep[256]
    cdef short out_ed[256]
    cdef short out_end[256]
    cdef short out_hardest[256]
    cdef int hardest
    cdef unsigned char clues[81]
    cdef double stop[2]
    cdef void reset(self) noexcept nogil
    cdef bint climb(self, int rung, Grid grid, Hint hint) except -1 nogil
    cdef bint enough(self) noexcept nogil
    cdef bint ascend(self, int first, int last) except -1 nogil
    cdef bint find(self, int first, int last) except -1 nogil
    cdef void apply(self) noexcept nogil
    cdef int run(self) except -1 nogil
    cdef int go_on(self) except -1 nogil
    cdef int rate_one(self, unsigned char* cells, int number) except -1 nogil

cdef int tenths(double value) noexcept nogil
cdef int describe(Hint hint) noexcept nogil
