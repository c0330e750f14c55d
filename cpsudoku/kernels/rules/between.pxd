from cpsudoku.kernels.rules.state cimport State

cdef int between(State state, int at) noexcept nogil
