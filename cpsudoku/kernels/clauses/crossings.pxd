cdef class Crossings:
    cdef int side, cells, number, of_rows
    cdef int[::1] house, many, crossing, groups, first, last, after, literal, entrance, beyond
    cdef object row_room
    cdef void _count(self, const int[::1] candidates) noexcept nogil
    cdef int _pairs_of_cells(self, const int[::1] candidates) noexcept nogil
    cdef int _twice(self, const int[::1] candidates) noexcept nogil
    cdef void _gather(self, const int[::1] candidates) noexcept nogil
    cdef Py_ssize_t _cells(self, const int[::1] candidates, int[::1] out) noexcept nogil
    cdef Py_ssize_t _define(self, Py_ssize_t place, int[::1] out, Py_ssize_t used) noexcept nogil
    cdef void _enter(self, Py_ssize_t place) noexcept nogil
    cdef Py_ssize_t _groups(self, int[::1] out, Py_ssize_t used) noexcept nogil
    cdef object _check(self, const int[::1] candidates)
