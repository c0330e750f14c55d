cdef enum:
    ROOM = 512  # stands of one level; there is room for two levels

cdef unsigned long long NEW
cdef unsigned long long NO_NAMES
cdef unsigned long long MORE
cdef unsigned int LOOK_ALIKE[512]  # of the rows left that are empty, as bits: those with another before them in their band
cdef unsigned int BAND[9]
cdef int FACTORIAL[4]

cdef class Stands9:
    cdef unsigned long long rows[18]  # of the puzzle, then of its transpose
    cdef unsigned char key[18]  # of each row, the empty cells of each stack: see KEY
    cdef unsigned int empty[2]  # rows without a clue, as bits
    cdef unsigned long long text[9]  # of the least board, four bits a cell
    cdef unsigned long long order[1024]  # of the stands of two levels, in turns
    cdef unsigned long long rest[1024]
    cdef unsigned long long sorted  # the order that `arranged` found
    cdef int stands
    cdef unsigned int named  # digits with a name
    cdef int untouched[3]  # of each stack, the columns without a clue so far: they stand first
    cdef int tied[3]  # of each stack, the new digits in columns that looked alike
    cdef int tied_at[3]  # the first of them, as a place in `order`
    cdef int fresh
    cdef int fresh_at[9]  # of each new digit, the place in `order`
    cdef unsigned long long fresh_name[9]  # and its name, instead of NEW
    cdef int ways  # orders of the new digits
    cdef int load(self, const unsigned char* cells, long long at) noexcept nogil
    cdef void write(self, unsigned char[::1] out, long long at) noexcept nogil
    cdef unsigned long long arranged(self, unsigned long long row, unsigned long long order, unsigned long long names, unsigned long long best) noexcept nogil
    cdef void first(self) noexcept nogil
    cdef void settle(self, int level) noexcept nogil
    cdef unsigned long long turned(self, unsigned long long order, int way) noexcept nogil
