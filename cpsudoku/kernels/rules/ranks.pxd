from cpsudoku.kernels.rules.records cimport Rank, State
cdef int propagate_rank(State state, Rank rank) noexcept nogil
cdef int _beginning(State state, Rank rank, int edge, unsigned long long first) noexcept nogil
cdef int _compared(State state, Rank rank, int one, int other) noexcept nogil
cdef int _force(State state, Rank rank, int line, int less) noexcept nogil
cdef int _begin_elsewhere(State state, Rank rank, int edge, unsigned long long first, int less) noexcept nogil
