# C-level face of links.py.
cdef unsigned char PLACES[243]
cdef unsigned char HOUSES[243]
cdef unsigned char ONES[512]
cdef int linked9(unsigned short* c, int at, unsigned short* wanted) noexcept nogil
