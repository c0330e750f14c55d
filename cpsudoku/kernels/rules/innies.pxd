from cpsudoku.kernels.rules.records cimport State, Sum, Term
cdef int propagate_innies(State state, Sum sum_) noexcept nogil
cdef unsigned long long group_sums(State state, Term terms, int first, int size) noexcept nogil
cdef int keep_sums(State state, Term terms, int first, int size, unsigned long long sums) noexcept nogil
