# C-level face of cages.py, for the other compiled files.
from cpsudoku.kernels.rules.state cimport State

cdef int aside(State state, int here, unsigned long long must) noexcept nogil
