cdef int prefix(unsigned char* grid, unsigned short* order, int groups, unsigned short* start, unsigned short* members, int most, unsigned short* of_cell, unsigned short* left, unsigned char* work) noexcept nogil
cdef bint irredundant(unsigned char* grid, unsigned char* work) noexcept nogil
cdef bytes as_bytes(unsigned char* cells)
cdef int flattened(object groups, unsigned short* start, unsigned short* members) except? -1
cdef void remove(int group, unsigned short* start, unsigned short* members, unsigned short* of_cell, unsigned short* left, unsigned char* work) noexcept nogil
cdef bint needed(unsigned char* grid, unsigned char* work, int cell) noexcept nogil
cdef int dig(unsigned long long* state, unsigned char* grid, int groups, unsigned short* start, unsigned short* members, int fewest, bint thorough, unsigned char* work) noexcept nogil
cdef int attempt(unsigned long long* state, unsigned char* grid, bint fill, int groups, unsigned short* start, unsigned short* members, int fewest, int most, int goal, bint thorough, int minimal, long long attempts, unsigned char* work, long long* tries, double* stop) noexcept nogil
cpdef list batch(list streams, object grid, object groups, int fewest, int most, int goal, bint thorough, int minimal, long long attempts)
