# C-level face of path.py, for the other compiled files.
cimport cython
from cpsudoku.kernels.rules.state cimport State

@cython.final
cdef class Path:
    cdef int level
    cdef int[::1] trail
    cdef int[::1] variable
    cdef unsigned long long[::1] rest
    cdef int refused_end
    cdef int[::1] refused_variable
    cdef unsigned long long[::1] refused_bit
    cdef int[::1] refused_level
    cdef void decide(self, State state, int variable, unsigned long long bit) noexcept nogil
    cdef void drop(self, State state) noexcept nogil
    cdef void back(self, State state) noexcept nogil
    cdef void to_root(self, State state) noexcept nogil
