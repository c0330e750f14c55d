from cpsudoku.techniques.chains.links cimport CANDIDATES
cdef class StrongLinks:
    cdef unsigned short[81] cc
    cdef unsigned short[243] pos
    cdef unsigned short[2916] partner
    cdef unsigned int[27] cur
    cdef unsigned int[81] linked
    cdef unsigned char[2916] partner_cause
    cdef unsigned char[CANDIDATES] partners
    cdef int closed
    cdef void source(self, unsigned short* cand, unsigned short* pos) noexcept nogil
    cdef void link(self, int x, int y, int cause) noexcept nogil
