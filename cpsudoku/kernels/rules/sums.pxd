# C-level face of sums.py, for the other compiled files.
from cpsudoku.kernels.rules.state cimport State

cdef int total(State state, int at) noexcept nogil
