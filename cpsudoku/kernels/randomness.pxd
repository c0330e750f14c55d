cdef unsigned long long next64(unsigned long long* state) noexcept nogil
cdef unsigned int below(unsigned long long* state, unsigned int n) noexcept nogil
cdef void shuffle(unsigned long long* state, unsigned short* items, int count) noexcept nogil
cdef unsigned long long mix(unsigned long long z) noexcept nogil
cdef class Stream:
    cdef unsigned long long state[1]
