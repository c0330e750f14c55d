# C-level face of between.py, for the other compiled files.
from cpsudoku.kernels.rules.state cimport State

cdef int between(State state, int at) noexcept nogil
