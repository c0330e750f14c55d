cdef unsigned char PLACES[243]
cdef unsigned char HOUSES[243]
cdef unsigned char ONES[512]
cdef int linked9(unsigned short* c, int at, unsigned short* wanted) noexcept nogil
cdef int _many(int n) noexcept nogil
cdef void _count(unsigned short* c, int at, unsigned char* places) noexcept nogil
