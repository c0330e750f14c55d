cdef bint solves(unsigned char* grid, unsigned char* cells, long long at) noexcept nogil
cdef bint _shows(unsigned char* cells, long long start, int cell, unsigned char* grids, long long at) noexcept nogil
