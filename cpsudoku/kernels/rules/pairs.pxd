# C-level face of pairs.py, for the other compiled files.
from cpsudoku.kernels.rules.state cimport State

cdef int pair(State state, int at) noexcept nogil
cdef int clause(State state, int at) noexcept nogil
