# C-level face of crew.py.
from cpsudoku.kernels.turns cimport acquire, free_lock, lock, mark, marked, release, take
from cpsudoku.rating.chains.links cimport NODES

cdef class Crew:
    cdef readonly int hands
    cdef unsigned int turn
    cdef unsigned int taken[NODES]
    cdef unsigned int settled[NODES]
    cdef unsigned int over[1]
    cdef unsigned short plan[NODES]
    cdef int planned
    cdef list threads
    cdef int working
    cdef bint awake
    cdef bint ended
    cdef void* mutex
    cdef void* begin[16]
    cdef void* end[16]
    cdef object start(self, list serving)
    cdef void call(self) noexcept nogil
    cdef void dismissed(self) noexcept nogil
    cdef bint called(self, int hand) noexcept nogil
    cdef void rest(self, int hand) noexcept nogil
    cdef bint take(self, int slot) noexcept nogil
    cdef void settle(self, int slot) noexcept nogil
    cdef bint is_settled(self, int slot) noexcept nogil
    cdef bint is_over(self) noexcept nogil
