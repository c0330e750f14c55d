# C-level face of uniform.py; prepare() must have run.
cdef void fill9(unsigned long long* state, unsigned char* cells) noexcept nogil
cdef int arrangements(unsigned short* sets, int start, unsigned short* found) noexcept nogil
cdef void shift_box(unsigned short* sets, int box, int shift) noexcept nogil
cdef void arrange(unsigned long long* state, unsigned short* sets, int start, unsigned short* columns, unsigned short* names, unsigned char* cells, int top) noexcept nogil
