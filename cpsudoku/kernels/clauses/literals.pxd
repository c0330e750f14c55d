cdef void weightiest_last(int[::1] rows, int used, int variables, int[::1] new, int[::1] memory) noexcept nogil
cdef void _by_byte(int[::1] memory, int shift, int number, int[::1] order) noexcept nogil
