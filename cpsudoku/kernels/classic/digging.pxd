# C-level face of digging.py.
from cpsudoku.kernels.classic.uniform cimport fill9
from cpsudoku.kernels.patience cimport look, now, settle
from cpsudoku.kernels.randomness cimport shuffle
from cpsudoku.kernels.search cimport count9, other9
cdef int unavoidable(unsigned char* grid, unsigned short* of_cell, unsigned short* left) noexcept nogil
cdef bint last_of_a_set(int cell, unsigned short* of_cell, unsigned short* left) noexcept nogil
cdef bytes as_bytes(unsigned char* cells)
cdef int flattened(object groups, unsigned short* start, unsigned short* members) except? -1
