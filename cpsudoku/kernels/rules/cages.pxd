from cpsudoku.kernels.rules.records cimport Cage, State
cdef int propagate_cage(State state, Cage cage) noexcept nogil
cdef int filled(State state, unsigned long long *masks, int size, unsigned long long chosen) noexcept nogil
cdef int _few_open(State state, Cage cage, int size, unsigned long long union, unsigned long long fixed, unsigned long long* masks) noexcept nogil
cdef int _many_open(State state, Cage cage, unsigned long long union, unsigned long long fixed) noexcept nogil
cdef unsigned long long _confined(State state, Cage cage) noexcept nogil
