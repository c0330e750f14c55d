cimport cython
@cython.final
cdef class Peers:
    cdef readonly int words
    cdef readonly object rows
    cdef unsigned long long[::1] _rows
    cdef int sees(self, int one, int other) noexcept
