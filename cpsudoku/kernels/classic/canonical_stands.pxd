cdef enum:
    CUT = 4

cdef class Stands:
    cdef int n, box_rows, box_cols
    cdef int boards  # 2 where the transpose counts too
    cdef unsigned char board[1250]  # the puzzle and its transpose
    cdef unsigned int clued[50]  # of each row of board, the columns with clues, as bits
    cdef unsigned char clues[1250]  # of each row of board, in each stack
    cdef unsigned char best[26]  # those of the least first row, in order
    cdef unsigned char least[625]  # the least board so far; 255 where nothing is known
    cdef int load(self, const unsigned char* cells, long long at) noexcept nogil
    cdef void first_row(self) noexcept nogil
    cdef unsigned char order[650]  # the column at each position, for each level
    cdef unsigned char start[650]  # the first position of its class
    cdef unsigned char name[676]  # the new name of each digit, 0 = none yet; 26 a level
    cdef unsigned char names[26]  # how many are named
    cdef int rows[26]  # rows left, as bits
    cdef int row[26]  # row chosen
    cdef long long found  # ways that end in the least board
    cdef int kept  # how many stands of the search wait
    cdef unsigned char kept_order[800]  # of each, order, start and name at level CUT
    cdef unsigned char[800] kept_start
    cdef unsigned char[832] kept_name
    cdef int kept_rest[128]  # of each, the board, the names given, rows left, and the row chosen last
    cdef int compare(self, int level, int base) noexcept nogil
    cdef bint could(self, int level, int above, int base) noexcept nogil
    cdef void keep(self, int board) noexcept nogil
    cdef int take(self) noexcept nogil
