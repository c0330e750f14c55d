from cpsudoku.kernels.patience cimport NEVER, look, now, settle
from cpsudoku.kernels.vector9 cimport v9_available, v9_by_singles, v9_other, v9_search
cdef long long scalar9(unsigned char* cells, long long start, long long limit, unsigned char* out, long long out_at, long long keep, long long max_nodes, long long* nodes, double* stop) noexcept nogil
cdef long long search9(unsigned char* cells, long long start, long long limit, unsigned char* out, long long out_at, long long keep, long long max_nodes, long long* nodes, double* stop) noexcept nogil
cdef long long count9(unsigned char* cells, long long limit) noexcept nogil
cdef bint other9(unsigned char* cells, int cell, int digit) noexcept nogil
cdef bint singles9(unsigned char* cells, long long start, unsigned char* out, long long at) noexcept nogil
