from cpsudoku.kernels.rules.records cimport House, State
cdef int restrict_linked(State state, House house, unsigned long long digits) noexcept nogil
