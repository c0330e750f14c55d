from cpsudoku.rating.grid cimport Grid
from cpsudoku.rating.hint cimport Hint
from cpsudoku.rating.search cimport Search

cdef class AlignedExclusion(Search):
    cdef int degree
    cdef int count
    cdef unsigned char bases[81]
    cdef unsigned char is_base[81]
    cdef unsigned char near[81]
    cdef unsigned long long excluders[162]
    cdef unsigned short seen[81]
    cdef unsigned long long changed[2]
    cdef unsigned short masks[20]
    cdef bint find(self, Grid grid, Hint hint) noexcept nogil
    cdef bint fresh(self, int cell) noexcept nogil
    cdef bint prepare(self, Grid grid, Hint hint) noexcept nogil
    cdef bint pair(self, Grid grid, Hint hint, int a, int b, unsigned long long low, unsigned long long high) noexcept nogil
    cdef bint thirds(self, Grid grid, Hint hint, int a, int b, unsigned long long low, unsigned long long high) noexcept nogil
    cdef bint triplet(self, Grid grid, Hint hint, int a, int b, int c, unsigned long long low, unsigned long long high) noexcept nogil
