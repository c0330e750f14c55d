# C-level face of innies.py, for the other compiled files.
from cpsudoku.kernels.rules.state cimport State

cdef int innies(State state, int at) noexcept nogil
