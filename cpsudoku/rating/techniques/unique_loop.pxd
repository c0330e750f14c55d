from cpsudoku.rating.grid cimport Grid
from cpsudoku.rating.hint cimport Hint
from cpsudoku.rating.search cimport Search

cdef class UniqueLoops(Search):
    cdef Hint work
    cdef unsigned char path[81]
    cdef unsigned char on_path[81]
    cdef unsigned int visited[2]
    cdef unsigned int pair
    cdef int v1
    cdef int v2
    cdef int length
    cdef double base
    cdef bint found
    cdef bint stop
    cdef bint find(self, Grid grid, Hint hint) noexcept nogil
    cdef bint possible(self, Grid grid, int cell) noexcept nogil
    cdef void extend(self, Grid grid, Hint hint, int length, int last_kind, unsigned int extra, int allowance) noexcept nogil
    cdef void record(self, Grid grid, Hint hint, int length) noexcept nogil
    cdef bint wanted(self, Hint hint, double rating, int variant) noexcept nogil
    cdef void offer(self, Hint hint, double rating, int variant, int house, unsigned int extra) noexcept nogil
    cdef void type2(self, Grid grid, Hint hint, unsigned int digits) noexcept nogil
    cdef void type3(self, Grid grid, Hint hint, int c1, int c2, unsigned int extra) noexcept nogil
    cdef void type3_naked(self, Grid grid, Hint hint, int c1, int c2, int kind, unsigned int extra, int size) noexcept nogil
    cdef void type3_hidden(self, Grid grid, Hint hint, int c1, int c2, int kind, unsigned int extra, int size) noexcept nogil
    cdef void type4(self, Grid grid, Hint hint, int c1, int c2) noexcept nogil
