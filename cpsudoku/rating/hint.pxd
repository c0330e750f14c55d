# C-level face of hint.py.
from cpsudoku.rating.grid cimport CELLS, SIDE, Grid

cdef class Hint:
    cdef public int technique
    cdef public double rating
    cdef public int complexity
    cdef public int cell
    cdef public int digit
    cdef unsigned short removed[81]
    cdef unsigned char touched[81]
    cdef public int touched_count
    cdef public bint explain
    cdef public bint every
    cdef public object chain
    cdef unsigned char base[9]
    cdef public int base_count
    cdef unsigned char cover[9]
    cdef public int cover_count
    cdef unsigned char cells[81]
    cdef public int cell_count
    cdef public int digits
    cdef public int extra
    cdef public int variant
    cdef void clear(self) noexcept nogil
    cdef void drop(self, Grid grid, int cell, unsigned int mask) noexcept nogil
    cdef void put(self, int technique, double rating, int cell, int digit) noexcept nogil
    cdef void house(self, int house) noexcept nogil
    cdef void covers(self, int house) noexcept nogil
    cdef void member(self, int cell) noexcept nogil
    cdef void apply(self, Grid grid) noexcept nogil
    cdef void copy_from(self, Hint other) noexcept nogil
    cdef bint emit(self) except -1 nogil
