from cpsudoku.techniques.core.native cimport Longs, Words
from cpsudoku.techniques.chains.links cimport CANDIDATES
from cpsudoku.techniques.chains.links cimport StrongLinks
cdef class Closure(StrongLinks):
    cdef unsigned short[CANDIDATES] number, member
    cdef Longs group, beyond, alike, weak, step, ahead, across, reach, turned
    cdef Words seen, refuted
    cdef unsigned int[27] doomed, proved
    cdef int members, width, stride
    cdef bint ready, surveyed, exhaustive
    cdef object prepare(self, int* shortage)
    cdef bint close(self) noexcept nogil
    cdef bint survey(self, unsigned short* cand, unsigned short* pos) noexcept nogil
    cdef void refute(self, int x) noexcept nogil
    cdef bint share(self, unsigned short* of, int count) noexcept nogil

cdef void see(Closure links, unsigned int* sets, int x) noexcept nogil
