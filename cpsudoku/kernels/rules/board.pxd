from cpsudoku.kernels.rules.state cimport State
cdef int propagate_board(State state) noexcept nogil
