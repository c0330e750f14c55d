from cpsudoku.kernels.rules.records cimport Crossing, Different, House, State
cdef int propagate_house(State state, House house, int on_board) noexcept nogil
cdef int propagate_crossing(State state, Crossing crossing) noexcept nogil
cdef int propagate_different(State state, Different different) noexcept nogil
cdef int _nine_cells(State state, House house) noexcept nogil
cdef int _beyond_board(State state, House house) noexcept nogil
cdef int _hidden_singles(State state, House house, unsigned long long digits) noexcept nogil
cdef int _naked_pairs(State state, House house) noexcept nogil
cdef int _remove_pair(State state, House house, unsigned long long pair) noexcept nogil
cdef int _point(State state, int at, int left, unsigned long long two, unsigned long long three) noexcept nogil
