from cpsudoku.techniques.chains.forcing cimport ForcingNets

cdef class OneDigitNets(ForcingNets):
    cdef unsigned int[54] wrong
    cdef unsigned int[3] left, placed_at
    cdef unsigned short[27] at
    cdef unsigned char[28] waiting
    cdef int queue_end
    cdef unsigned int look(self, unsigned short* pos, unsigned int digits) noexcept nogil
    cdef void look_at(self, unsigned short* pos, int digit) noexcept nogil
    cdef bint fails(self, int cell, bint off) noexcept nogil
    cdef bint take(self, int cell) noexcept nogil
    cdef void search(self) noexcept nogil
