cimport cython
from cpsudoku.techniques.core.search cimport Grid, Hint, Search

cdef class AlignedExclusion(Search):
    cdef int degree, count
    cdef unsigned char[81] bases, near
    cdef unsigned long long[2] small, third, changed
    cdef unsigned long long[162] excluders
    cdef unsigned short[81] seen
    cdef unsigned short[20] masks
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil
    @cython.final
    cdef bint fresh(self, int cell) noexcept nogil
    cdef bint prepare(self, Grid grid, Hint hint) noexcept nogil
    cdef bint pair(self, Grid grid, Hint hint, int a, int b, unsigned long long low, unsigned long long high) except -1 nogil
    cdef bint joined(self, int a, int b, unsigned long long low, unsigned long long high) noexcept nogil
    cdef bint thirds(self, Grid grid, Hint hint, int a, int b, unsigned long long low, unsigned long long high) except -1 nogil
    cdef bint triplet(self, Grid grid, Hint hint, int a, int b, int c, unsigned long long low, unsigned long long high) except -1 nogil
