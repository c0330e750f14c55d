from cpsudoku.kernels.rules.state cimport State

cdef unsigned long long with_digit(State state, int at, unsigned long long alive) noexcept nogil
