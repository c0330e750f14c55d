cdef int standing(unsigned long long* state, int groups, unsigned short* start, unsigned short* members, unsigned char* work, unsigned short* order) noexcept nogil
cdef void settled(unsigned long long* state, int groups, unsigned short* start, unsigned short* members, unsigned char* work, unsigned char* grid) noexcept nogil
cdef bint vary(unsigned long long* state, int groups, unsigned short* start, unsigned short* members, int k, bint fixed, unsigned char* work, unsigned char* grid) noexcept nogil
