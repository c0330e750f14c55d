cimport cython
from cpsudoku.kernels.randomness cimport Stream
@cython.final
cdef class Repair:
    cdef int number, cells, clashes
    cdef int[::1] cell_of, first, rival_start, rivals, held, against, place, clashing, least, ties, lifted
    cdef long long[::1] banned, valid
    cdef long long pairs, fewest, moves
    cdef Stream stream
    cdef double[2] stop
    cdef void _run(self, long long moves) noexcept nogil
    cdef void _look_over(self, int c, long long bound) noexcept nogil
    cdef int _drawn(self, int gain, int number) noexcept nogil
    cdef void _move(self, int new, long long gain) noexcept nogil
    cdef void _enlist(self, int cell) noexcept nogil
    cdef void _strike(self, int cell) noexcept nogil
