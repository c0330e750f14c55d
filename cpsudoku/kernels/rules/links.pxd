from cpsudoku.kernels.rules.records cimport Cage, House, State
cdef int restrict_linked(State state, House house, unsigned long long digits) noexcept nogil
cdef int remove_from_viewers(State state, Cage cage, unsigned long long required) noexcept nogil
cdef unsigned long long with_digit(State state, Cage cage, unsigned long long possible) noexcept nogil
