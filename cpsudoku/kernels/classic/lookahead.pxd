# C-level face of lookahead.py.
from cpsudoku.kernels.classic.links cimport HOUSES, ONES, PLACES
from cpsudoku.kernels.search cimport left9, settle9
cdef int look_ahead(unsigned short* c, int at, unsigned short* choice) noexcept nogil
