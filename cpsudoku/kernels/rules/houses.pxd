from cpsudoku.kernels.rules.records cimport Crossing, Different, House, State
cdef int propagate_house(State state, House house, int on_board) noexcept nogil
cdef int propagate_crossing(State state, Crossing crossing) noexcept nogil
cdef int propagate_different(State state, Different different) noexcept nogil
