# C-level face of state.py, for the other compiled files.
cimport cython

@cython.final
cdef class State:
    cdef readonly int cells
    cdef readonly int variables
    cdef readonly int side
    cdef int words
    cdef int queue_words
    cdef int running
    cdef readonly int propagators
    cdef unsigned long long full
    cdef unsigned long long[::1] masks
    cdef unsigned long long[::1] peers
    cdef unsigned long long[::1] apart
    cdef int[::1] sights
    cdef unsigned long long[::1] watch
    cdef unsigned long long[::1] queue
    cdef int[::1] code
    cdef int[::1] starts
    cdef unsigned long long[::1] table
    cdef int[::1] scope_from
    cdef int[::1] scopes
    cdef unsigned long long must
    cdef int[::1] trail
    cdef unsigned long long[::1] trail_masks
    cdef int trail_end
    cdef int[::1] singles
    cdef int singles_end
    cdef int broken
    cdef int blamed
    cdef int[::1] marks
    cdef int[::1] back
    cdef int stamp
    cdef long long[::1] low
    cdef long long[::1] high
    cdef unsigned long long[::1] reach
    cdef unsigned long long[::1] saved
    cdef unsigned long long[::1] union_
    cdef int union_size
    cdef int depth
    cdef int[::1] near
    cdef int tied
    cdef int boarded
    cdef int board_end
    cdef int first_house
    cdef unsigned short[288] lanes
    cdef readonly int groups
    cdef int[::1] grouped
    cdef unsigned long long[::1] settled
    cdef readonly long long runs
    cdef object _lay(self, int number)
    cdef int restrict(self, int variable, unsigned long long mask) noexcept nogil
    cdef int holds(self, int literal) noexcept nogil
    cdef int require(self, int literal) noexcept nogil
    cdef int refuse(self, int literal) noexcept nogil
    cdef int active(self, int gate) noexcept nogil
    cdef int spread(self) noexcept nogil
    cdef int point(self, int[::1] cells, int first, int end, unsigned long long digits) noexcept nogil
    cdef void forget(self) noexcept nogil
    cdef void undo(self, int mark) noexcept nogil
