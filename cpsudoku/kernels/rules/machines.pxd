from cpsudoku.kernels.rules.records cimport Machine, State
cdef int propagate_machine(State state, Machine machine) noexcept nogil
