from cpsudoku.techniques.core.grid cimport Grid

cdef class Hint:
    cdef public int technique, complexity, cell, digit, touched_count, base_count, cover_count, cell_count, digits
    cdef public int extra, variant
    cdef public double rating
    cdef unsigned short[81] removed
    cdef unsigned char[81] touched, cells
    cdef unsigned char[9] base, cover
    cdef public bint explain, every
    cdef public object chain
    cdef void clear(self) noexcept nogil
    cdef void begin(self, int technique) noexcept nogil
    cdef void drop(self, Grid grid, int cell, unsigned int mask) noexcept nogil
    cdef void put(self, int technique, int cell, int digit) noexcept nogil
    cdef void house(self, int house) noexcept nogil
    cdef void covers(self, int house) noexcept nogil
    cdef void member(self, int cell) noexcept nogil
    cdef void apply(self, Grid grid) noexcept nogil
    cdef void copy_from(self, Hint other) noexcept nogil
    cdef bint emit(self) except -1 nogil

cdef class Collector(Hint):
    cdef public list found
    cdef bint emit(self) except -1 nogil
    cdef object keep(self)

cdef class Search:
    cdef public int rung
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil
