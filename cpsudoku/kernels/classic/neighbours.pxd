from cpsudoku.kernels.classic.digging cimport Digger

cdef class Vicinity(Digger):
    cdef int standing(self) noexcept nogil
    cdef void put(self, int group, unsigned char* source) noexcept nogil
    cdef void settled(self) noexcept nogil
    cdef bint vary(self, int k, bint fixed) noexcept nogil

cdef class ClueSwaps:
    cdef unsigned long long state[1]
    cdef double stop[2]
    cdef unsigned char[81] work, changed, grid
    cdef unsigned short[243] c
    cdef unsigned short[81] alone, order
    cdef unsigned char[10368] rivals
    cdef int found, floor
    cdef list kept
    cdef void survey(self) noexcept nogil
    cdef bint reduce(self) noexcept nogil
    cdef int worth(self) noexcept nogil
    cdef keep(self, int level, int rival)
    cdef ones(self, int gone, int was)
    cpdef list run(self)
