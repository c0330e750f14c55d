from cpsudoku.techniques.core.native cimport Longs
from cpsudoku.techniques.chains.links cimport CANDIDATES
from cpsudoku.techniques.chains.best_chain cimport BestChain

cdef class Cycles(BestChain):
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
    cdef bint may_cycle(self, int x, int mode) noexcept nogil
    cdef void cycles(self, int start, int mode) noexcept nogil
    cdef bint passed(self, int at, int number) noexcept nogil
    cdef void cycle(self, int start, int mode, int last, int number, int cause) noexcept nogil
    cdef void offer_cycle(self, int start, int mode, int last, int number, int cause) noexcept nogil

