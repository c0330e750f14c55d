from cpsudoku.kernels.rules.records cimport Cage, State
cdef int remove_from_viewers(State state, Cage cage, unsigned long long required) noexcept nogil
