# C-level face of closure.py.
from cpsudoku.kernels.bits cimport lowest, lowest64
from cpsudoku.rating.grid cimport LOWEST
from cpsudoku.rating.native cimport enough, longs, release, words
from cpsudoku.rating.chains.links cimport BAND_BOX, BAND_COLUMN, BAND_ROW, BIT, CANDIDATES, CELL, DIGIT, PLACE, WORD
from cpsudoku.rating.chains.strong_links cimport StrongLinks
cdef class Closure(StrongLinks):
    cdef unsigned short number[CANDIDATES]
    cdef unsigned short member[CANDIDATES]
    cdef unsigned long long* group
    cdef unsigned long long* beyond
    cdef unsigned long long* alike
    cdef unsigned long long* weak
    cdef unsigned long long* step
    cdef unsigned long long* ahead
    cdef unsigned long long* across
    cdef unsigned long long* reach
    cdef unsigned long long* turned
    cdef unsigned int* seen
    cdef unsigned int* refuted
    cdef unsigned int doomed[27]
    cdef unsigned int proved[27]
    cdef int members
    cdef int width
    cdef int stride
    cdef bint ready
    cdef bint surveyed
    cdef bint exhaustive
    cdef object prepare(self, int* shortage)
    cdef bint close(self) noexcept nogil
    cdef bint survey(self, unsigned short* cand, unsigned short* pos) noexcept nogil
    cdef void refute(self, int x) noexcept nogil
    cdef bint share(self, unsigned short* of, int count) noexcept nogil
