cimport cython
@cython.final
cdef class State:
    cdef readonly int cells, variables, side, propagators, combinations
    cdef readonly long long runs
    cdef int words, queue_words, running, trail_end, singles_end, broken, blamed, stamp, depth, union_size, linked
    cdef int board_cells, board_end, first_house
    cdef unsigned long long full, required
    cdef unsigned long long[::1] masks, peers, apart, watch, queue, table, trail_masks, reach, saved, union_, settled
    cdef int[::1] visibility, code, starts, scope_from, scopes, trail, singles, marks, back, links, combination_cages
    cdef long long[::1] low, high
    cdef unsigned short[288] lanes
    cdef int restrict(self, int variable, unsigned long long mask) noexcept nogil
    cdef int fail(self, int variable) noexcept nogil
    cdef int holds(self, int literal) noexcept nogil
    cdef int require(self, int literal) noexcept nogil
    cdef int refuse(self, int literal) noexcept nogil
    cdef int active(self, int gate) noexcept nogil
    cdef int spread(self) noexcept nogil
    cdef int point(self, int* cells, int size, unsigned long long digits) noexcept nogil
    cdef void forget(self) noexcept nogil
    cdef void undo(self, int mark) noexcept nogil
