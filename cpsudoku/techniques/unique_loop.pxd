cimport cython
from cpsudoku.techniques.core.search cimport Grid, Hint, Search

cdef class UniqueLoops(Search):
    cdef Hint work
    cdef unsigned char[81] path, on_path, able
    cdef unsigned int[2] visited
    cdef unsigned int pair
    cdef int v1, v2, length
    cdef double base
    cdef bint found
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil
    cdef bint possible(self, Grid grid, int cell) noexcept nogil
    cdef void survey(self, Grid grid) noexcept nogil
    cdef bint extend(self, Grid grid, Hint hint, int length, int last_kind, unsigned int extra, int allowance) except -1 nogil
    cdef bint record(self, Grid grid, Hint hint, int length) except -1 nogil
    @cython.final
    cdef bint wanted(self, Hint hint, double rating, int variant) noexcept nogil
    cdef bint offer(self, Hint hint, double rating, int variant, int house, unsigned int extra) except -1 nogil
    cdef bint type2(self, Grid grid, Hint hint, unsigned int digits) except -1 nogil
    cdef bint type3(self, Grid grid, Hint hint, int c1, int c2, unsigned int extra) except -1 nogil
    cdef bint type3_naked(self, Grid grid, Hint hint, int c1, int c2, int kind, unsigned int extra, int size) except -1 nogil
    cdef bint type3_hidden(self, Grid grid, Hint hint, int c1, int c2, int kind, unsigned int extra, int size) except -1 nogil
    cdef bint type4(self, Grid grid, Hint hint, int c1, int c2) except -1 nogil

cdef double base_of(int length) noexcept nogil
