from cpsudoku.kernels.rules.records cimport Between, Range, State
cdef int propagate_between(State state, Between line) noexcept nogil
cdef void _transpose(unsigned long long* masks, int size, int side, unsigned long long* places) noexcept nogil
cdef void _having(unsigned long long* places, int digit, unsigned long long* having, int at) noexcept nogil
cdef unsigned long long _with(unsigned long long* having, unsigned long long digits) noexcept nogil
cdef void _place_ends(State state, Range ranges, int size, int gap, unsigned long long up, unsigned long long down, unsigned long long* masks, unsigned long long* before, unsigned long long* after, unsigned long long* having, unsigned long long* kept) noexcept nogil
