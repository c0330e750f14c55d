# C-level face of lookahead.py.
cdef int look_ahead(unsigned short* c, int at, unsigned short* choice) noexcept nogil
