cdef class Resumable:
    cdef int side, size, level, state
    cdef long long nodes, slice
    cdef int[::1] in_houses, in_from
    cdef double[2] stop
    cdef object _lay(self, int side, object houses, long long slice)
    cdef void _bound(self, double seconds) noexcept
    cdef int _patiently(self, long long max_nodes) noexcept nogil
    cdef int _run(self, long long max_nodes) noexcept nogil
