from cpsudoku.kernels.rules.records cimport Rank, State
cdef int propagate_rank(State state, Rank rank) noexcept nogil
