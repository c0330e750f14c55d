# C-level face of resumable.py.

cdef class Resumable:
    cdef int side
    cdef int size
    cdef long long nodes
    cdef int[::1] in_houses
    cdef int[::1] in_from
    cdef int level
    cdef int state
    cdef long long slice
    cdef double[2] stop
    cdef object _lay(self, int side, object houses, long long slice)
    cdef void _bound(self, double seconds) noexcept
    cdef int _patiently(self, long long max_nodes) noexcept nogil
    cdef int _run(self, long long max_nodes) noexcept nogil
