from cpsudoku.rating.grid cimport Grid
from cpsudoku.rating.hint cimport Hint
from cpsudoku.rating.search cimport Search

cdef class Bug(Search):
    cdef unsigned short cand[81]
    cdef unsigned short pos[243]
    cdef unsigned char cells[81]
    cdef unsigned short bugs[81]
    cdef unsigned char common[20]
    cdef int count
    cdef int common_count
    cdef unsigned int digits
    cdef bint find(self, Grid grid, Hint hint) noexcept nogil
    cdef bint grave(self, Grid grid) noexcept nogil
    cdef void share(self) noexcept nogil
    cdef bint offer(self, Hint hint, double rating, int variant, int house, unsigned int extra) noexcept nogil
    cdef bint type1(self, Grid grid, Hint hint) noexcept nogil
    cdef bint type2(self, Grid grid, Hint hint) noexcept nogil
    cdef bint type3(self, Grid grid, Hint hint) noexcept nogil
    cdef bint type4(self, Grid grid, Hint hint) noexcept nogil
