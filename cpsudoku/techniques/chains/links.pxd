cpdef enum:
    CANDIDATES = 729, OFF = 729, NODES = 1458, PARENT = 1023, CAUSE = 10, HIDDEN = 13
    LOW = 22, MOST_LOW = 1023, SETS = 32, CELLS = 96, PLACES = 256

cdef unsigned char[CANDIDATES] CELL, DIGIT, WORD
cdef unsigned int[CANDIDATES] BIT
cdef unsigned char[2187] PLACE
cdef unsigned short[2187] PLACE_BIT
cdef unsigned int[81] BAND_BOX, BAND_ROW, BAND_COLUMN
cdef unsigned long long[NODES] KEY
cpdef double lengthened(double base, int complexity) noexcept nogil
cdef int limit_of(int x, int cause) noexcept nogil
cdef int longest(double base, double rating, int complexity, bint ties) noexcept nogil

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
