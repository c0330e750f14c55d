cdef enum:
    ROOM = 512  # stands of one level; there is room for two levels

cdef unsigned long long NEW, NO_NAMES, MORE
cdef unsigned int LOOK_ALIKE[512]  # of the rows left that are empty, as bits: those with another before them in their band
cdef unsigned int BAND[9]
cdef int FACTORIAL[4]

cdef class Stands9:
    cdef unsigned long long rows[18], text[9], order[1024], rest[1024], fresh_name[9], sorted
    cdef unsigned char key[18]
    cdef unsigned int empty[2], named
    cdef int stands, ways, fresh, untouched[3], tied[3], tied_at[3], fresh_at[9]
    cdef int load(self, const unsigned char* cells, long long at) noexcept nogil
    cdef void write(self, unsigned char[::1] out, long long at) noexcept nogil
    cdef unsigned long long arranged(self, unsigned long long row, unsigned long long order, unsigned long long names, unsigned long long best) noexcept nogil
    cdef void first(self) noexcept nogil
    cdef void settle(self, int level) noexcept nogil
    cdef unsigned long long turned(self, unsigned long long order, int way) noexcept nogil
