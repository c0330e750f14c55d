from cpsudoku.kernels.rules.state cimport State

cdef int pair(State state, int at) noexcept nogil
cdef int clause(State state, int at) noexcept nogil
