# C-level face of links.py.
cdef unsigned char CELL[729]
cdef unsigned char DIGIT[729]
cdef unsigned char WORD[729]
cdef unsigned int BIT[729]
cdef unsigned int BAND_BOX[81]
cdef unsigned int BAND_ROW[81]
cdef unsigned int BAND_COLUMN[81]
cdef unsigned long long KEY[1458]
cdef double lengthened(double base, int complexity) noexcept nogil
cdef int longest(double base, double rating, int complexity, bint ties) noexcept nogil
