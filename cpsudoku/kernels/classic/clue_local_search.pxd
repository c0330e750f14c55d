from cpsudoku.kernels.classic.rivals cimport Rivals

cdef class ClueLocalSearch(Rivals):
    cdef unsigned long long[::1] seen
    cdef unsigned long long[1] state
    cdef unsigned long long[48] one_low, one_high
    cdef unsigned long long[2304] two_low, two_high
    cdef unsigned long long[81] name
    cdef int[4096] unmet, option
    cdef int[81] place, clue, best
    cdef unsigned long long clues_low, clues_high, key
    cdef int count, best_count, base, oldest, patience, waited
    cdef long long steps
    cdef void _flip(self, int cell) noexcept nogil
    cdef bint _known(self) noexcept nogil
    cdef void _settle(self) noexcept nogil
    cdef bint _unique(self) noexcept nogil
    cdef void _begin(self) noexcept nogil
    cdef bint _lower(self) noexcept nogil
    cdef bint _exchange(self) noexcept nogil
    cdef void _run(self, int most, long long steps) noexcept nogil
