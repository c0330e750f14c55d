from cpsudoku.kernels.rules.records cimport State, Sum
cdef int propagate_sum(State state, Sum sum_) noexcept nogil
