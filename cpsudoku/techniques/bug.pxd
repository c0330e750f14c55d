from cpsudoku.techniques.core.search cimport Grid, Hint, Search

cdef class Bug(Search):
    cdef unsigned short[81] cand, bugs
    cdef unsigned short[243] pos
    cdef unsigned char[81] cells
    cdef unsigned char[20] common
    cdef int count, common_count
    cdef unsigned int digits
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil
    cdef bint grave(self, Grid grid) noexcept nogil
    cdef void share(self) noexcept nogil
    cdef bint offer(self, Hint hint, double rating, int variant, int house, unsigned int extra) except -1 nogil
    cdef bint type1(self, Grid grid, Hint hint) except -1 nogil
    cdef bint type2(self, Grid grid, Hint hint) except -1 nogil
    cdef bint type3(self, Grid grid, Hint hint) except -1 nogil
    cdef bint type4(self, Grid grid, Hint hint) except -1 nogil
