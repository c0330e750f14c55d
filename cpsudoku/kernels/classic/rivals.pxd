# C-level face of rivals.py.
cdef class Rivals:
    cdef unsigned long long[::1] low
    cdef unsigned long long[::1] high
    cdef unsigned long long[::1] bit_low
    cdef unsigned long long[::1] bit_high
    cdef unsigned char[::1] grid
    cdef unsigned char[::1] work
    cdef unsigned char[::1] out
    cdef long long[::1] spent
    cdef int[::1] house_of
    cdef int[::1] holder
    cdef unsigned char[::1] mark
    cdef int[::1] stack
    cdef int sets
    cdef long long checks
    cdef double stop[2]
    cdef int rival(self, bint scalar) noexcept nogil
    cdef void learn(self, int at, int s) noexcept nogil
    cdef int part(self, int cell, int at, int s) noexcept nogil
