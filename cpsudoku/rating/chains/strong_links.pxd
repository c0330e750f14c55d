# C-level face of strong_links.py.
from cpsudoku.rating.grid cimport HOUSE_CELL, LOWEST
from cpsudoku.rating.native cimport copy_shorts
from cpsudoku.rating.chains.links cimport BIT, CANDIDATES, WORD
cdef class StrongLinks:
    cdef unsigned short cc[81]
    cdef unsigned short pos[243]
    cdef unsigned int cur[27]
    cdef unsigned short partner[2916]
    cdef unsigned char partner_cause[2916]
    cdef unsigned char partners[CANDIDATES]
    cdef unsigned int linked[81]
    cdef int closed
    cdef void source(self, unsigned short* cand, unsigned short* pos) noexcept nogil
    cdef void link(self, int x, int y, int cause) noexcept nogil
