from cpsudoku.kernels.rules.records cimport State, Sum, Term
cdef int propagate_sum(State state, Sum sum_) noexcept nogil
cdef void _bound_term(State state, Term terms, int k) noexcept nogil
cdef void _bound_group(State state, Term terms, int first, int size) noexcept nogil
cdef void _bound_others(State state, Term terms, int first, int but, int size) noexcept nogil
cdef long long _lowest(unsigned long long mask, int count) noexcept nogil
cdef long long _highest(unsigned long long mask, int count) noexcept nogil
cdef int _at_most(State state, int variable, long long factor, long long value) noexcept nogil
cdef int _reach(State state, Sum sum_, long long low, long long width) noexcept nogil
