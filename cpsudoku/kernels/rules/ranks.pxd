from cpsudoku.kernels.rules.state cimport State

cdef int rank(State state, int at) noexcept nogil
