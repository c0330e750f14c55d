# C-level face of probing.py.
from cpsudoku.kernels.patience cimport NEVER, look, settle
from cpsudoku.kernels.search cimport settle9
cdef int STATES
cdef long long effort(const unsigned char* cells, long long start, unsigned short* c) noexcept nogil
cdef long long resistance(const unsigned char* cells, long long start, unsigned short* c, bint nested) noexcept nogil
