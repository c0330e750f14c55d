# C-level face of circles.py.
from cpsudoku.kernels.bits cimport lowest, lowest64
from cpsudoku.rating.native cimport enough, longs, release
from cpsudoku.rating.grid cimport PEERS
from cpsudoku.rating.chains.links cimport BIT, CANDIDATES, CELL, DIGIT, OFF, PLACE, WORD
from cpsudoku.rating.chains.offers cimport Offers

cdef class Circles(Offers):
    # the candidates that can be removed
    cdef int suspects
    cdef unsigned short suspect[CANDIDATES]
    cdef unsigned char charge[CANDIDATES]
    cdef unsigned short far[CANDIDATES]
    cdef unsigned int digits[3]
    cdef unsigned long long* sight
    # the way of cycles through a start
    cdef unsigned long long way_on[12]
    cdef unsigned long long way_off[12]
    cdef unsigned short queue[CANDIDATES]
    cdef unsigned short depth[CANDIDATES]
    cdef unsigned short up_on[CANDIDATES]
    cdef unsigned short up_off[CANDIDATES]
    cdef unsigned char how_on[CANDIDATES]
    cdef unsigned char how_off[CANDIDATES]
    cdef unsigned int gone[27]
    cdef void rounds(self) noexcept nogil
    cdef bint may_circle(self, int x, int mode) noexcept nogil
    cdef void cycles(self, int start, int mode) noexcept nogil
    cdef bint passed(self, int at, int number) noexcept nogil
    cdef void cycle(self, int start, int mode, int last, int number, int cause) noexcept nogil
    cdef void leave_behind(self, int start, int mode, int last, int number, int cause) noexcept nogil
