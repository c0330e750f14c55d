cdef unsigned char _spare(unsigned char* cells, unsigned char* grids, long long at) noexcept nogil
