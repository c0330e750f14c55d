from cpsudoku.kernels.rules.records cimport Clause, Machine, Pair, State
cdef int propagate_pair(State state, Pair pair) noexcept nogil
cdef int propagate_clause(State state, Clause clause) noexcept nogil
cdef int propagate_machine(State state, Machine machine) noexcept nogil
cdef unsigned long long _partners(State state, int rows, unsigned long long mask) noexcept nogil
