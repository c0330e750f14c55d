from cpsudoku.kernels.classic.rivals cimport Rivals

cdef class ClueLocalSearch(Rivals):
    cdef unsigned long long[::1] seen
    cdef unsigned long long one_low[48], one_high[48], two_low[2304], two_high[2304], name[81], state[1]
    cdef int unmet[4096], option[2048], place[81], clue[81], best[81]
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
