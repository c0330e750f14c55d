cdef enum:
    SLOTS = 13  # sets a cell can be in: one a digit (that of its own stays 0), two for its row, two for its column

cdef int unavoidable(unsigned char* grid, unsigned short* of_cell, unsigned short* left) noexcept nogil
cdef void count_clues(unsigned char* cells, unsigned short* of_cell, unsigned short* left) noexcept nogil
cdef bint last_of_a_set(int cell, unsigned short* of_cell, unsigned short* left) noexcept nogil
cdef bint exchanged(unsigned char* grid, int cell, unsigned short* of_cell, unsigned short* left, unsigned char* out) noexcept nogil
cdef int cycle(unsigned char* grid, unsigned char* place, int first, int other, int start, int line, int step, int slot, int count, unsigned short* of_cell, unsigned short* left) noexcept nogil
