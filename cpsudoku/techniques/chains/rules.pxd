from cpsudoku.techniques.core.native cimport Shorts

cpdef enum:
    RULE = 67108863
    SEAT = 26

cdef struct Entry:
    unsigned int start, count, about, complexity, off
    unsigned long long fingerprint

cdef class SharedNumbers:
    cdef bint ready, inside
    cdef int numbers_used, numbers_size
    cdef int* shortage
    cdef Shorts numbers
    cdef void* mutex
    cdef int append(self, int number) noexcept nogil
    cdef void enter(self) noexcept nogil
    cdef void leave(self) noexcept nogil

cdef class Rules(SharedNumbers):
    cdef int used, size
    cdef Entry* entries
    cdef object prepare(self, int* shortage)
    cdef void widen(self, int size) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef void open(self, unsigned int about, int complexity, unsigned long long fingerprint) noexcept nogil
    cdef void add(self, int node) noexcept nogil
