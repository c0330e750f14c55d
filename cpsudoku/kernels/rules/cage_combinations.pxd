from cpsudoku.kernels.rules.records cimport Cage, State
cdef unsigned long long with_digit(State state, Cage cage, unsigned long long possible) noexcept nogil
