cdef class Sides:
    cdef int n, box_rows, box_cols
    cdef int boards  # 2 where the transpose counts too
    cdef unsigned char board[1250]  # the puzzle and its transpose
    cdef unsigned int clued[50]  # of each row of board, the columns with clues, as bits
    cdef unsigned char clues[1250]  # of each row of board, in each stack
    cdef unsigned char best[26]  # those of the least first row, in order
    cdef unsigned char least[625]  # the least board so far; 255 where nothing is known
    cdef int load(self, const unsigned char* cells, long long at) noexcept nogil
    cdef void first_row(self) noexcept nogil
