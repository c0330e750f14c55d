cimport cython

cdef enum:
    SIDE = 9, CELLS = 81, FULL = 511, ALL_HOUSES = 0x7FFFFFF, PEER_COUNT = 20, BAND = 27, RUNGS = 32

cdef unsigned char[243] HOUSE_CELL, CELL_HOUSE, CELL_POS
cdef unsigned int[81] CELL_HOUSES
cdef unsigned char[1620] PEERS
cdef unsigned char[6561] SEES
cdef unsigned short[729] CROSSING
cdef unsigned char[512] POPCOUNT, LOWEST
cdef unsigned short[512] SUBSET
cdef unsigned short[11] SUBSET_START
cdef unsigned short[100] BINOMIAL

@cython.final
cdef class Grid:
    cdef unsigned char[81] value
    cdef unsigned char[9] placed
    cdef unsigned short[81] cand
    cdef unsigned short[243] pos
    cdef unsigned short[27] open, hidden
    cdef unsigned short[RUNGS] dirty_digits
    cdef unsigned int[3] naked
    cdef unsigned int hidden_houses, closing, touched, touched_digits
    cdef unsigned int[RUNGS] dirty
    cdef readonly int cells_left
    cdef readonly bint clash
    cdef void load(self, unsigned char* cells) noexcept nogil
    cdef void fill(self, unsigned short* masks) noexcept nogil
    cdef void remove(self, int cell, unsigned int mask) noexcept nogil
    cdef void place(self, int cell, int digit) noexcept nogil
    cdef bint valid(self) noexcept nogil
    cdef void invalidate(self) noexcept nogil
    cdef void settle(self) noexcept nogil
