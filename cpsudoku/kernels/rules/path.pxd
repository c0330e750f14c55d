cimport cython
from cpsudoku.kernels.rules.state cimport State
@cython.final
cdef class Path:
    cdef int level, refused_end
    cdef int[::1] trail, variable, refused_variable, refused_level
    cdef unsigned long long[::1] rest, refused_bit
    cdef void decide(self, State state, int variable, unsigned long long bit) noexcept nogil
    cdef void drop(self, State state) noexcept nogil
    cdef void back(self, State state) noexcept nogil
    cdef int retreat(self, State state) noexcept nogil
    cdef void to_root(self, State state) noexcept nogil
