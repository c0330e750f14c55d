cdef class Digger:
    cdef unsigned long long[1] state
    cdef long long tries
    cdef double[2] stop
    cdef unsigned char[81] grid, work
    cdef unsigned short[82] start, members, order
    cdef unsigned short[1053] of_cell
    cdef unsigned short[256] left
    cdef int groups
    cdef int size(self, int place) noexcept nogil
    cdef void without(self, int count) noexcept nogil
    cdef int prefix(self, int most) noexcept nogil
    cdef void remove(self, int group) noexcept nogil
    cdef bint needed(self, int cell) noexcept nogil
    cdef bint irredundant(self) noexcept nogil
    cdef int dig(self, int fewest, bint thorough) noexcept nogil
    cdef bint spare(self, int group) noexcept nogil
    cdef int attempt(self, bint fill, int fewest, int most, int goal, bint thorough, int minimal, long long attempts) noexcept nogil
    cdef tuple drawn(self, int result)
    cdef int controlled(self, int per_grid, long long attempts) noexcept nogil

cdef bytes as_bytes(unsigned char* cells)
