from cpsudoku.kernels.vector9 cimport v9_available, v9_begin, v9_by_singles, v9_left, v9_other, v9_resume, v9_room, v9_search, v9_settle
cdef long long scalar9(unsigned char* cells, long long start, long long limit, unsigned char* out, long long out_at, long long keep, long long max_nodes, long long* nodes, double* stop) noexcept nogil
cdef long long search9(unsigned char* cells, long long start, long long limit, unsigned char* out, long long out_at, long long keep, long long max_nodes, long long* nodes, double* stop) noexcept nogil
cdef long long count9(unsigned char* cells, long long limit) noexcept nogil
cdef bint other9(unsigned char* cells, int cell, int digit) noexcept nogil
cdef bint second9(unsigned char* cells, int cell, int digit, unsigned char* out) noexcept nogil
cdef bint singles9(unsigned char* cells, long long start, unsigned char* out, long long at) noexcept nogil
cdef int propagate9(unsigned short* c, int at) noexcept nogil
cdef int settle9(unsigned short* c, int at, int to) noexcept nogil
cdef int left9(unsigned short* c, int at, int to, int cell, unsigned int bit) noexcept nogil
cdef int choose9(unsigned short* c, int at) noexcept nogil
cdef int digit9(unsigned int x) noexcept nogil
cdef int room9() noexcept nogil
cdef void begin9(unsigned char* room, unsigned short* masks) noexcept nogil
cdef int resume9(unsigned char* room, int* level, unsigned short* wanted, bint wide, unsigned char* out, long long max_nodes, long long* nodes, double* stop) noexcept nogil
cdef bint _is_open(unsigned short* c, int at) noexcept nogil
cdef int _load(unsigned char* cells, int start, unsigned short* c) noexcept nogil
cdef int _infer(unsigned short* c, int at, int line, int step) noexcept nogil
