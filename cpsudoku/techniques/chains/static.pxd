from cpsudoku.techniques.chains.cycles cimport Cycles

cdef class StaticChains(Cycles):
    cdef bint find(self) noexcept nogil
    cdef void collect(self, unsigned short* cand, unsigned short* pos, unsigned long long key) noexcept nogil
    cdef void search(self) noexcept nogil
    cdef void remove_others(self, int x) noexcept nogil
    cdef void chain(self, int x, bint off, int mode) noexcept nogil
