cdef enum:
    CUT = 4

cdef class Stands:
    cdef int n, box_rows, box_cols, boards, kept, rows[26], row[26], kept_rest[128]
    cdef unsigned char board[1250], clues[1250], best[26], least[625], order[650], start[650], name[676], names[26]
    cdef unsigned char kept_order[800], kept_start[800], kept_name[832]
    cdef unsigned int clued[50]
    cdef long long found
    cdef int load(self, const unsigned char* cells, long long at) noexcept nogil
    cdef void first_row(self) noexcept nogil
    cdef int compare(self, int level, int base) noexcept nogil
    cdef bint could(self, int level, int above, int base) noexcept nogil
    cdef void keep(self, int board) noexcept nogil
    cdef int take(self) noexcept nogil
