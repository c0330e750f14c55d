cimport cython

@cython.final
cdef class Peers:
    cdef readonly int words
    cdef readonly object rows
    cdef unsigned long long[::1] _rows
    cdef int sees(self, int one, int other) noexcept
    cdef list groups(self, list cells)

cdef list different_groups(Peers peers, object base, list cells)
