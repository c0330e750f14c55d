cimport cython

@cython.final
cdef class MaskSearch:
    cdef unsigned short[::1] boards
    cdef unsigned short masks[6642], wanted[81]
    cdef unsigned char[::1] room
    cdef unsigned char[81] found, first
    cdef bint vectors, steered, ahead, wide, below
    cdef int level, solutions, waiting
    cdef long long nodes, hard, since
    cdef double line
    cdef double[2] stop
    cdef _begin_anew(self)
    cdef int _searched(self, long long max_nodes) noexcept nogil
    cdef int _above(self, unsigned short* c, long long max_nodes) noexcept nogil
    cdef bint _is_first(self) noexcept nogil
    cdef void _next(self, unsigned short* c, int at) noexcept nogil
    cdef void _branch(self, unsigned short* c, int at, unsigned short* choice, int n) noexcept nogil
    cdef int _run(self, unsigned short* c, unsigned short* wanted, long long max_nodes) noexcept nogil
    cdef bint _promising(self, unsigned short* c, int at) noexcept nogil
