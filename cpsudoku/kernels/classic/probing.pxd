cdef int STATES
cdef long long effort(const unsigned char* cells, long long start, unsigned short* c) noexcept nogil
cdef long long resistance(const unsigned char* cells, long long start, unsigned short* c, bint nested) noexcept nogil
cdef long long trials(unsigned short* c, int at, int spare) noexcept nogil
cdef long long narrowest(unsigned short* c) noexcept nogil
cdef void begin(const unsigned char* cells, long long start, unsigned short* c) noexcept nogil
