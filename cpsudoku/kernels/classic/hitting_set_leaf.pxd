from cpsudoku.kernels.classic.rivals cimport Rivals
cdef class HittingSetLeaf(Rivals):
    cdef unsigned long long[128] of_low, of_high
    cdef unsigned long long[81] in_low, in_high
    cdef unsigned long long[80] plane
    cdef unsigned long long[100] part_low, part_high
    cdef unsigned long long[11] reach_low, reach_high, after_low, after_high
    cdef unsigned long long found_low, found_high, got_low, got_high
    cdef int room, kept
    cdef long long nodes, end
    cdef void gather(self, unsigned long long[::1] low, unsigned long long[::1] high, int at, int count) noexcept nogil
    cdef int finish(self, unsigned long long alive_low, unsigned long long alive_high, int left) noexcept nogil
    cdef int rest(self, unsigned long long need_low, unsigned long long need_high, unsigned long long alive_low, unsigned long long alive_high, int left) noexcept nogil
    cdef int branch(self, unsigned long long need_low, unsigned long long need_high, unsigned long long alive_low, unsigned long long alive_high, unsigned long long low, unsigned long long high, int left) noexcept nogil
    cdef int met(self, unsigned long long alive_low, unsigned long long alive_high, int left) noexcept nogil
    cdef int unmet_set(self) noexcept nogil
    cdef void measure(self, unsigned long long low, unsigned long long high, int left) noexcept nogil
    cdef int pack(self, unsigned long long need_low, unsigned long long need_high, unsigned long long alive_low, unsigned long long alive_high, int left) noexcept nogil
    cdef int widen(self, unsigned long long need_low, unsigned long long need_high, unsigned long long alive_low, unsigned long long alive_high, int parts, int left) noexcept nogil
    cdef int assign(self, unsigned long long need_low, unsigned long long need_high, int parts) noexcept nogil
    cdef bint narrow(self, unsigned long long need_low, unsigned long long need_high, int parts) noexcept nogil
    cdef void chain(self, int parts, int left) noexcept nogil
    cdef void reach(self, unsigned long long low, unsigned long long high) noexcept nogil
