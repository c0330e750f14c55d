from cpsudoku.kernels.work_sharing cimport take
from cpsudoku.techniques.chains.links cimport NODES

cdef class WorkPool:
    cdef readonly int helpers
    cdef unsigned int turn
    cdef unsigned short plan[NODES]
    cdef int planned
    cdef list threads
    cdef int working
    cdef bint awake
    cdef void* mutex
    cdef void* begin[16]
    cdef void* end[16]
    # written by all: nothing else on these lines of the cache
    cdef unsigned int space1[16]
    cdef unsigned int over[16]
    cdef unsigned int post[256]
    cdef unsigned int marks[NODES + 1]
    cdef unsigned int space2[16]
    cdef object start(self, list serving)
    cdef void call(self, bint prepared) noexcept nogil
    cdef void end_turn(self) noexcept nogil
    cdef void await_rest(self, int helper) noexcept nogil
    cdef bint called(self, int helper) noexcept nogil
    cdef void rest(self, int helper) noexcept nogil
    cdef bint take(self, int slot) noexcept nogil
    cdef void settle(self, int slot) noexcept nogil
    cdef bint is_settled(self, int slot) noexcept nogil
    cdef bint is_over(self) noexcept nogil
