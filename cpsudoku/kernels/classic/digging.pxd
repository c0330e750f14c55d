# C-level face of digging.py.
cdef int prefix(unsigned char* grid, unsigned short* order, int groups, unsigned short* start, unsigned short* members, int most, unsigned short* of_cell, unsigned short* left, unsigned char* work) noexcept nogil
cdef bint irredundant(unsigned char* grid, unsigned char* work) noexcept nogil
cdef bytes as_bytes(unsigned char* cells)
cdef int flattened(object groups, unsigned short* start, unsigned short* members) except? -1
