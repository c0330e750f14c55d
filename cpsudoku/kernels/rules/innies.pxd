from cpsudoku.kernels.rules.records cimport Equal, Part, State, Sum, Term
cdef int propagate_innies(State state, Sum sum_) noexcept nogil
cdef int propagate_equal(State state, Equal equal) noexcept nogil
cdef unsigned long long group_sums(State state, Term terms, int first, int size) noexcept nogil
cdef int keep_sums(State state, Term terms, int first, int size, unsigned long long sums) noexcept nogil
cdef unsigned long long _propagate_large(State state, Part part, unsigned long long common) noexcept nogil
cdef int _propagate_bounds(State state, Sum sum_) noexcept nogil
