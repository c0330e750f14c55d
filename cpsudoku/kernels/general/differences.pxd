cimport cython
@cython.final
cdef class Differences:
    cdef int side, size, house_count, limit, changed, first
    cdef int[::1] per_cell, cell_house, holder, in_house, kind, lonely, order
    cdef unsigned char[::1] solution, given, must, taken
    cdef long long nodes, max_nodes
    cdef object found
    cdef double[2] stop  # see polling.py
    cdef void _enter(self, int cell) noexcept nogil
    cdef void _leave(self, int down_to) noexcept nogil
    cdef bint _too_many(self) noexcept nogil
    cdef int _cost(self, int cell, int digit) noexcept nogil
    cdef void _note(self) except *
    cdef bint _descend(self) except -1 nogil
