cdef extern from "vector9.h" nogil:
    int v9_available(int most) noexcept
    long long v9_search(const unsigned char* cells, long long limit, unsigned char* out, long long keep, long long max_nodes, long long* nodes, double* stop) noexcept
    int v9_other(const unsigned char* cells, int cell, int digit, unsigned char* out) noexcept
    int v9_by_singles(const unsigned char* cells, unsigned char* out) noexcept
    int v9_settle(const unsigned short* masks, unsigned short* out) noexcept
    int v9_left(const unsigned short* masks, int cell, unsigned int bit) noexcept
    int v9_room() noexcept
    void v9_begin(unsigned char* room, const unsigned short* masks) noexcept
    int v9_resume(unsigned char* room, int* level, const unsigned short* wanted, int wide, unsigned char* out, long long max_nodes, long long* nodes, double* stop) noexcept
