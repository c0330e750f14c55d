from cpsudoku.kernels.bits cimport lowest, lowest64
from cpsudoku.rating.native cimport Longs, enough, longs, release
from cpsudoku.rating.grid cimport PEERS
from cpsudoku.rating.chains.links cimport BIT, CANDIDATES, CELL, DIGIT, OFF, PLACE, WORD
from cpsudoku.rating.chains.offers cimport Offers

cdef class Circles(Offers):
    # the candidates that can be removed
    cdef int suspects
    cdef unsigned short[CANDIDATES] suspect, far
    cdef unsigned char[CANDIDATES] charge
    cdef unsigned int[3] digits
    cdef Longs sight
    # the way of cycles through a start
    cdef unsigned long long[12] way_on, way_off
    cdef unsigned short[CANDIDATES] queue, depth, up_on, up_off
    cdef unsigned char[CANDIDATES] how_on, how_off
    cdef unsigned int[27] gone
    cdef void rounds(self) noexcept nogil
    cdef bint may_circle(self, int x, int mode) noexcept nogil
    cdef void cycles(self, int start, int mode) noexcept nogil
    cdef bint passed(self, int at, int number) noexcept nogil
    cdef void cycle(self, int start, int mode, int last, int number, int cause) noexcept nogil
    cdef void leave_behind(self, int start, int mode, int last, int number, int cause) noexcept nogil

