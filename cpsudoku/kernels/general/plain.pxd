cimport cython
from cpsudoku.kernels.randomness cimport Stream
cdef class Resumable:
    cdef int side, size, level, state
    cdef long long nodes
    cdef int[::1] in_houses, in_from
    cdef unsigned char[::1] digits
    cdef double[2] stop
    cdef object _lay(self, int side, object houses, int most)
    cdef object _begin(self, bytes cells)
    cdef void _bound(self, double seconds) noexcept
    cdef int _patiently(self, long long max_nodes) noexcept nogil
    cdef int _run(self, long long max_nodes) noexcept nogil
@cython.final
cdef class PlainSearch(Resumable):
    cdef unsigned long long full
    cdef unsigned long long[::1] used, level_open
    cdef int[::1] level_cell
    cdef bint early
    cdef Stream stream
    cdef int _advance(self) noexcept nogil
    cdef int _choose(self) noexcept nogil
    cdef unsigned long long _possible(self, int cell) noexcept nogil
    cdef void _flip(self, int cell, int digit) noexcept nogil
