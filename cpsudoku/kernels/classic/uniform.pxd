# C-level face of uniform.py; prepare() must have run.
cdef void fill9(unsigned long long* state, unsigned char* cells) noexcept nogil
