from cpsudoku.kernels.rules.records cimport Between, State
cdef int propagate_between(State state, Between line) noexcept nogil
