cdef class Rivals:
    cdef unsigned long long[::1] low, high
    cdef unsigned long long[81] bit_low, bit_high
    cdef unsigned char grid[81], work[81], mark[81], out[162]
    cdef long long[1] spent
    cdef int house_of[243], holder[270], stack[82]
    cdef int sets
    cdef long long checks
    cdef double stop[2]
    cdef int rival(self, bint scalar) noexcept nogil
    cdef void learn(self, int at, int s) noexcept nogil
    cdef int part(self, int cell, int at, int s) noexcept nogil

cdef int _seconds(unsigned char* cells, unsigned char* grids, long long start, unsigned char* out, long long at) noexcept nogil

cdef class Witnesses:
    cdef long long branches
    cdef unsigned char grid[81], clues[81], out[162]
    cdef long long[1] spent
    cdef bint any(self, int[::1] cells, int count) noexcept
    cdef bint shows(self, int at) noexcept
