# C-level face of probing.py.
cdef int STATES
cdef long long effort(const unsigned char* cells, long long start, unsigned short* c) noexcept nogil
cdef long long resistance(const unsigned char* cells, long long start, unsigned short* c, bint nested) noexcept nogil
