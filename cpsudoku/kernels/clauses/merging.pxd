import cython
@cython.final
cdef class Merging:
    cdef readonly object rows, mixed
    cdef readonly int variables, free
    cdef readonly bint impossible
    cdef int number, of, stamp, head, waiting, slots
    cdef object row_room
    cdef const int[::1] given
    cdef int[::1] start, occurs, where, same, next, size, name, seen, literals, queue, state, table, new, memory
    cdef _room(self, Py_ssize_t entries, Py_ssize_t rows, Py_ssize_t variables)
    cdef void _begin(self) noexcept nogil
    cdef int _literal(self, Py_ssize_t at) noexcept nogil
    cdef void _wait(self, int row) noexcept nogil
    cdef int _next(self) noexcept nogil
    cdef void _examine(self, int row) noexcept nogil
    cdef void _unite(self, int one, int other) noexcept nogil
    cdef int _classes(self) noexcept nogil
    cdef _state(self, bint weighed)
    cdef int _keep(self, int row, int[::1] out, int used) noexcept nogil
    cdef bint _again(self, int before, int length) noexcept nogil
