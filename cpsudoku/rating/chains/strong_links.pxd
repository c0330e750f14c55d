# C-level face of strong_links.py.
from cpsudoku.kernels.bits cimport lowest, lowest64
from cpsudoku.rating.grid cimport CELL_HOUSE, CELL_POS, HOUSE_CELL, LOWEST, POPCOUNT
from cpsudoku.rating.chains.links cimport BAND_BOX, BAND_COLUMN, BAND_ROW, BIT, CANDIDATES, CELL, DIGIT, WORD
cdef class StrongLinks:
    cdef unsigned short cc[81]
    cdef unsigned short pos[243]
    cdef unsigned int cur[27]
    cdef unsigned short partner[2916]
    cdef unsigned char partner_cause[2916]
    cdef unsigned char partners[CANDIDATES]
    cdef unsigned int linked[81]
    cdef unsigned short number[CANDIDATES]
    cdef unsigned short member[256]
    cdef unsigned long long weak[2916]
    cdef unsigned long long step[1024]
    cdef unsigned long long ahead[1024]
    cdef unsigned long long reach[1024]
    cdef unsigned int doomed[27]
    cdef unsigned long long near[4]
    cdef unsigned long long next[4]
    cdef int members
    cdef int width
    cdef bint exhaustive
    cdef void source(self, unsigned short* cand) noexcept nogil
    cdef void weakly(self, int x) noexcept nogil
    cdef bint close(self) noexcept nogil
    cdef void join(self) noexcept nogil
    cdef bint turns_off(self, int x) noexcept nogil
    cdef void rounds(self) noexcept nogil
    cdef bint may_circle(self, int x) noexcept nogil
    cdef bint proves(self, int x) noexcept nogil
