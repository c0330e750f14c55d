cimport cython

@cython.final
cdef class Propagator:
    cdef int side, words, cells, houses, tail
    cdef int[::1] house_start, house_list, peer_start, peer_list, member, queue, number
    cdef bint listed
    cdef unsigned long long[::1] full, mask, fixed
    cdef unsigned char[::1] value
    cdef int _only(self, int cell) noexcept nogil
    cdef bint _fix(self, int cell, int d) noexcept nogil
    cdef bint _hidden(self) noexcept nogil
    cdef bint _strike(self, int cell, int word, unsigned long long bit) noexcept nogil
    cdef int _propagate(self, const unsigned char[::1] cells, Py_ssize_t start) noexcept nogil
    cdef bint _has(self, int cell, int d) noexcept nogil
    cdef bint _repeats(self, int[::1] members, int[::1] begins, int row, int cell) noexcept nogil
    cdef bint _is_solution(self, const unsigned char[::1] grid, Py_ssize_t at, const unsigned char[::1] clues, Py_ssize_t start) noexcept nogil
