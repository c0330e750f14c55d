from cpsudoku.kernels.rules.records cimport Cage, State
cdef int propagate_cage(State state, Cage cage) noexcept nogil
cdef int filled(State state, unsigned long long *masks, int size, unsigned long long chosen) noexcept nogil
