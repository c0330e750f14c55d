from cpsudoku.kernels.classic.hitting_set_leaf cimport HittingSetLeaf

cdef class FewClues(HittingSetLeaf):
    cdef unsigned long long[::1] unmet_low, unmet_high
    cdef unsigned long long cut_low[6000], cut_high[6000], dead_low[82], dead_high[82]
    cdef int size[6000], order[6642], unmet[82], tried[82], cells_in[82], chosen[82], place_of[83], meets[81], cell_of[81]
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
