from cpsudoku.kernels.classic.hitting_set_leaf cimport HittingSetLeaf

cdef class FewClues(HittingSetLeaf):
    cdef unsigned long long[::1] unmet_low, unmet_high
    cdef unsigned long long[6000] cut_low, cut_high
    cdef unsigned long long[82] dead_low, dead_high
    cdef int[6000] size
    cdef int[6642] order
    cdef int[83] unmet, place_of, tried, cells_in, meets, chosen, cell_of
    cdef int most, depth, status
    cdef void _choose(self) noexcept nogil
    cdef bint _ambiguous(self) noexcept nogil
    cdef void _add(self, int s) noexcept nogil
    cdef int _last_clues(self, int level) noexcept nogil
    cdef bint _settle(self, int level, int count) noexcept nogil
    cdef int _open(self, int level) noexcept nogil
    cdef bint _last(self, int level) noexcept nogil
    cdef void _line_up(self, int level, unsigned long long low, unsigned long long high) noexcept nogil
    cdef int _run(self, long long slice) noexcept nogil
