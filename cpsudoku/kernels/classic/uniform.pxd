# C-level face of uniform.py; prepare() must have run.
from cpsudoku.kernels.randomness cimport Stream, below, shuffle
cdef void fill9(unsigned long long* state, unsigned char* cells) noexcept nogil
