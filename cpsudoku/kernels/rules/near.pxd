from cpsudoku.kernels.rules.state cimport State

cdef int near(State state, int first, int end, unsigned long long digits) noexcept nogil
