from cpsudoku.kernels.rules.records cimport Choice, Numbers, State, When
cdef int propagate(State state) noexcept nogil
cdef int _run(State state, int at) noexcept nogil
cdef int _propagate_choice(State state, Choice choice) noexcept nogil
cdef int _propagate_when(State state, When when) noexcept nogil
cdef int _run_all(State state, Numbers statement) noexcept nogil
cdef int _enter(State state) noexcept nogil
cdef void _leave(State state, int mark) noexcept nogil
