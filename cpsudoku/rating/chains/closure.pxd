# C-level face of closure.py.
from cpsudoku.kernels.bits cimport lowest, lowest64
from cpsudoku.rating.grid cimport LOWEST
from cpsudoku.rating.native cimport longs, release, words
from cpsudoku.rating.chains.links cimport BAND_BOX, BAND_COLUMN, BAND_ROW, BIT, CANDIDATES, CELL, DIGIT, PLACE, WORD
from cpsudoku.rating.chains.strong_links cimport StrongLinks
cdef class Closure(StrongLinks):
    cdef unsigned short number[CANDIDATES]
    cdef unsigned short member[256]
    cdef unsigned long long group[1296]
    cdef unsigned long long beyond[1296]
    cdef unsigned long long* turned
    cdef unsigned int* seen
    cdef unsigned int* refuted
    cdef unsigned long long weak[1024]
    cdef unsigned long long step[1024]
    cdef unsigned long long ahead[1024]
    cdef unsigned long long reach[1024]
    cdef unsigned int doomed[27]
    cdef unsigned long long near[4]
    cdef unsigned long long next[4]
    cdef unsigned int* ways
    cdef unsigned char aimed[256]
    cdef int members
    cdef int width
    cdef int stride
    cdef bint ready
    cdef bint surveyed
    cdef bint exhaustive
    cdef void prepare(self) noexcept nogil
    cdef bint close(self) noexcept nogil
    cdef void aim(self, int number) noexcept nogil
    cdef bint survey(self, unsigned short* cand, unsigned short* pos) noexcept nogil
    cdef void refute(self, int x) noexcept nogil
    cdef bint share(self, unsigned short* of, int count) noexcept nogil
    cdef void rounds(self) noexcept nogil
    cdef bint may_circle(self, int x) noexcept nogil
    cdef bint proves(self, int x) noexcept nogil
