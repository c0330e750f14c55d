from cpsudoku.techniques.chains.propagation cimport Propagation

cdef class IncrementalPropagation(Propagation):
    cdef unsigned short[324] change, before, after
    cdef int changes
    cdef bint advance(self, unsigned char* value, unsigned short* cand) noexcept nogil
    cdef void forego(self, int n) noexcept nogil
    cdef void touch(self, int n, unsigned short* cand) noexcept nogil
    cdef bint concerned(self, int slot, int n) noexcept nogil
    cdef void rollback(self, int slot, int n_on, int n_off) noexcept nogil
