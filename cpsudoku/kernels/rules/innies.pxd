from cpsudoku.kernels.rules.state cimport State

cdef int innies(State state, int at) noexcept nogil
cdef unsigned long long group_sums(State state, int term, int size) noexcept nogil
cdef int keep_sums(State state, int term, int size, unsigned long long sums) noexcept nogil
