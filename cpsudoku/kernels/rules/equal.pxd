from cpsudoku.kernels.rules.state cimport State

cdef int equal(State state, int at) noexcept nogil
