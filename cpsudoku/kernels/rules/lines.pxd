from cpsudoku.kernels.rules.records cimport Between, Range, Rank, State
cdef int propagate_between(State state, Between line) noexcept nogil
cdef void _transpose(unsigned long long* masks, int size, int side, unsigned long long* places) noexcept nogil
cdef void _having(unsigned long long* places, int digit, unsigned long long* having, int at) noexcept nogil
cdef unsigned long long _with(unsigned long long* having, unsigned long long digits) noexcept nogil
cdef void _place_ends(State state, Range ranges, int size, int gap, unsigned long long up, unsigned long long down, unsigned long long* masks, unsigned long long* before, unsigned long long* after, unsigned long long* having, unsigned long long* kept) noexcept nogil
cdef int propagate_rank(State state, Rank rank) noexcept nogil
cdef int _beginning(State state, Rank rank, int edge, unsigned long long first) noexcept nogil
cdef int _compared(State state, Rank rank, int one, int other) noexcept nogil
cdef int _force(State state, Rank rank, int line, int less) noexcept nogil
cdef int _begin_elsewhere(State state, Rank rank, int edge, unsigned long long first, int less) noexcept nogil
