# C-level face of probing.py.
from cpsudoku.kernels.patience cimport NEVER, look, settle
from cpsudoku.kernels.search cimport settle9
cdef int STATES
cdef bint resists(unsigned char* cells, long long start, unsigned short* c) noexcept nogil
cdef long long resistance(unsigned char* cells, long long start, unsigned short* c, bint nested) noexcept nogil
