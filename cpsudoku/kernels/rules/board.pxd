from cpsudoku.kernels.rules.state cimport State

cdef int board(State state, int at) noexcept nogil
