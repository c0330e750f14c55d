from cpsudoku.kernels.rules.state cimport State
cdef int propagate(State state) noexcept nogil
