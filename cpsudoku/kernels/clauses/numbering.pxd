cdef void weightiest_last(int[::1] rows, int used, int variables, int[::1] new, int[::1] memory) noexcept nogil
