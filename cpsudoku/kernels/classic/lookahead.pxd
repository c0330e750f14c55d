cdef unsigned char PLACES[243]
cdef unsigned char HOUSES[243]
cdef unsigned char ONES[512]
cdef int linked9(unsigned short* c, int at, unsigned short* wanted) noexcept nogil
cdef int _many(int n) noexcept nogil
cdef void _count(unsigned short* c, int at, unsigned char* places) noexcept nogil
cdef int look_ahead(unsigned short* c, int at, unsigned short* choice) noexcept nogil
cdef void _few(unsigned short* c, int at, unsigned short* tried) noexcept nogil
cdef int _try(unsigned short* c, int at, unsigned short* tried, double* cost) noexcept nogil
cdef double _price(unsigned short* c, int at, double* cost, int i, int d) noexcept nogil
