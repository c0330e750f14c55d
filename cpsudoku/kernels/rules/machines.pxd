from cpsudoku.kernels.rules.state cimport State

cdef int machine(State state, int at) noexcept nogil
