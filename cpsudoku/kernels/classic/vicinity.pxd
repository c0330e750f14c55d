from cpsudoku.kernels.classic.digging cimport Digger

cdef class Vicinity(Digger):
    cdef int standing(self) noexcept nogil
    cdef void put(self, int group, unsigned char* source) noexcept nogil
    cdef void settled(self) noexcept nogil
    cdef bint vary(self, int k, bint fixed) noexcept nogil
