from cpsudoku.kernels.classic.rivals cimport Rivals

cdef class ClueLocalSearch(Rivals):
    cdef unsigned long long[::1] name, one_low, one_high, two_low, two_high, seen, state
    cdef int[::1] unmet, option, place, clue, best
    cdef unsigned long long clues_low, clues_high, key
    cdef int count, best_count, base, oldest, patience, waited
    cdef long long steps
    cdef int _below(self, int n) noexcept nogil
    cdef void _flip(self, int cell) noexcept nogil
    cdef bint _known(self) noexcept nogil
    cdef void _settle(self) noexcept nogil
    cdef bint _unique(self) noexcept nogil
    cdef void _begin(self) noexcept nogil
    cdef bint _lower(self) noexcept nogil
    cdef bint _exchange(self) noexcept nogil
    cdef void _run(self, int most, long long steps) noexcept nogil
