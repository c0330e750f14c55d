import cython

from cpsudoku.kernels.classic.canonical9_stands cimport Stands9

@cython.final
cdef class Nine(Stands9):
    cdef long long branches
    cdef long long run(self, long long max_branches) noexcept nogil
    cdef bint follow(self, int level) noexcept nogil
    cdef long long ends(self) noexcept nogil
    cdef bint second(self) noexcept nogil
    cdef int below(self, unsigned long long row, unsigned long long other, unsigned long long order, unsigned long long stack, int k, unsigned long long rest, unsigned long long best, int n) noexcept nogil
