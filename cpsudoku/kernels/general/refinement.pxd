cdef unsigned long long blended(unsigned long long value) noexcept nogil
