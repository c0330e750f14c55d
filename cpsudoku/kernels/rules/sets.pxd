from cpsudoku.kernels.rules.state cimport State

cdef int filled(State state, unsigned long long *masks, int size, unsigned long long chosen) noexcept nogil
cdef int sets(State state, int at) noexcept nogil
