cdef class Tables:
    cdef int side, size, slots, pair_count, houses
    cdef int[::1] of_start, of_list, pairs
cdef class Ledger:
    cdef int size, slots, count
    cdef int[::1] used, of_cell, left, delta
    cdef void note(self, int cell) noexcept
    cdef void two_digits(self, const unsigned char[::1] grid, Tables tables) except *
    cdef void two_lines(self, const unsigned char[::1] grid, Tables tables) except *
    cdef void exchange(self, const unsigned char[::1] grid, Tables tables, int x, int y, int sign) noexcept
    cdef int unbalanced(self, const unsigned char[::1] grid, Tables tables, int a, int b, int line, int first, int[::1] position) noexcept
    cpdef bint remove(self, int cell) noexcept
    cpdef void put_back(self, int cell) noexcept
    cpdef bint proves_needed(self, int cell) noexcept
