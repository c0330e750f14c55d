from cpsudoku.kernels.rules.records cimport Clause, Pair, State
cdef int propagate_pair(State state, Pair pair) noexcept nogil
cdef int propagate_clause(State state, Clause clause) noexcept nogil
