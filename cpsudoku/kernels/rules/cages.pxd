from cpsudoku.kernels.rules.state cimport State

cdef int aside(State state, int here, unsigned long long must) noexcept nogil
