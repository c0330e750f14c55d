# C-level face of grid.py, for the other compiled files.
cimport cython

cdef enum:
    SIDE = 9
    CELLS = 81
    FULL = 511
    ALL_HOUSES = 0x7FFFFFF
    PEER_COUNT = 20
    BAND = 27
    RUNGS = 32

cdef unsigned char HOUSE_CELL[243]
cdef unsigned char CELL_HOUSE[243]
cdef unsigned char CELL_POS[243]
cdef unsigned int CELL_HOUSES[81]
cdef unsigned char PEERS[1620]
cdef unsigned char SEES[6561]
cdef unsigned short CROSSING[729]
cdef unsigned char POPCOUNT[512]
cdef unsigned char LOWEST[512]
cdef unsigned short SUBSET[512]
cdef unsigned short SUBSET_START[11]
cdef unsigned short BINOMIAL[100]

@cython.final
cdef class Grid:
    cdef unsigned char value[81]
    cdef unsigned short cand[81]
    cdef unsigned short pos[243]
    cdef unsigned short open[27]
    cdef unsigned short hidden[27]
    cdef unsigned int naked[3]
    cdef unsigned int hidden_houses
    cdef unsigned int closing
    cdef unsigned int touched
    cdef unsigned int touched_digits
    cdef readonly int cells_left
    cdef readonly bint clash
    cdef unsigned char placed[9]
    cdef unsigned int dirty[RUNGS]
    cdef unsigned short dirty_digits[RUNGS]
    cdef void load(self, unsigned char* cells) noexcept nogil
    cdef void fill(self, unsigned short* masks) noexcept nogil
    cdef void remove(self, int cell, unsigned int mask) noexcept nogil
    cdef void place(self, int cell, int digit) noexcept nogil
    cdef bint valid(self) noexcept nogil
    cdef void invalidate(self) noexcept nogil
    cdef void settle(self) noexcept nogil
    cdef void copy_from(self, Grid other) noexcept nogil
