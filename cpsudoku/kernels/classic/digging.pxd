# C-level face of digging.py.
cdef int unavoidable(unsigned char* grid, unsigned short* of_cell, unsigned short* left) noexcept nogil
cdef bint last_of_a_set(int cell, unsigned short* of_cell, unsigned short* left) noexcept nogil
