cdef int look_ahead(unsigned short* c, int at, unsigned short* choice) noexcept nogil
cdef void _few(unsigned short* c, int at, unsigned short* tried) noexcept nogil
cdef int _try(unsigned short* c, int at, unsigned short* tried, double* cost) noexcept nogil
cdef double _price(unsigned short* c, int at, double* cost, int i, int d) noexcept nogil
