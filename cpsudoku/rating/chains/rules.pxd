# C-level face of rules.py.
from cpsudoku.kernels.work_sharing cimport acquire
from cpsudoku.kernels.work_sharing cimport release as let_go
from cpsudoku.rating.native cimport enough, grow_longs, grow_shorts, grow_words, longs, release, shorts, words

cpdef enum:
    RULE = 67108863
    SEAT = 26

cdef class Rules:
    cdef bint ready
    cdef int used
    cdef int size
    cdef unsigned int* start
    cdef unsigned int* count
    cdef unsigned int* about
    cdef unsigned int* complexity
    cdef unsigned int* off
    cdef unsigned long long* fingerprint
    cdef unsigned short* parent
    cdef int parents
    cdef int parents_size
    cdef void* mutex
    cdef int* shortage
    cdef object prepare(self, int* shortage)
    cdef void grow(self) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef void open(self, unsigned int about, int complexity, unsigned long long fingerprint) noexcept nogil
    cdef void add(self, int node) noexcept nogil
    cdef void enter(self) noexcept nogil
    cdef void leave(self) noexcept nogil
