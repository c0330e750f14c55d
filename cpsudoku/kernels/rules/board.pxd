from cpsudoku.kernels.rules.state cimport State
cdef int propagate_board(State state) noexcept nogil
cdef int _singles(State state, unsigned int lanes, unsigned short* kept, unsigned int* changed) noexcept nogil
cdef int _pairs(State state, unsigned int lanes, unsigned short* kept, unsigned int* changed) noexcept nogil
