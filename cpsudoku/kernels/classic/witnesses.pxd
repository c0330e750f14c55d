
cdef class Witnesses:
    cdef long long branches
    cdef unsigned char[::1] grid, clues, out
    cdef long long[::1] spent
    cdef bint any(self, int[::1] cells, int count) noexcept
    cdef bint shows(self, int at) noexcept
