from cpsudoku.kernels.rules.state cimport State

cdef int total(State state, int at) noexcept nogil
