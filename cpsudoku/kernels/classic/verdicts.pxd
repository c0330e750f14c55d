cdef bint _solves(unsigned char* grid, unsigned char* cells, long long at) noexcept nogil
cdef unsigned char _spare(unsigned char* cells, unsigned char* grids, long long at) noexcept nogil
