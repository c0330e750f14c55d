from cpsudoku.kernels.rules.state cimport State

cdef int house(State state, int at) noexcept nogil
cdef int crossing(State state, int at) noexcept nogil
cdef int different(State state, int at) noexcept nogil
