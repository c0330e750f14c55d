from cpsudoku.kernels.rules.records cimport Equal, State
cdef int propagate_equal(State state, Equal equal) noexcept nogil
