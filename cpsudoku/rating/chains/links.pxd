# C-level face of links.py.
cpdef enum:
    CANDIDATES = 729
    OFF = 729
    NODES = 1458
    PARENT = 1023
    CAUSE = 10
    HIDDEN = 13
    LOW = 22
    MOST_LOW = 1023
    FACTS = 32
    SETS = 32
    CELLS = 96
    PLACES = 256

cdef unsigned char CELL[CANDIDATES]
cdef unsigned char DIGIT[CANDIDATES]
cdef unsigned char WORD[CANDIDATES]
cdef unsigned int BIT[CANDIDATES]
cdef unsigned char PLACE[2187]
cdef unsigned short PLACE_BIT[2187]
cdef unsigned int BAND_BOX[81]
cdef unsigned int BAND_ROW[81]
cdef unsigned int BAND_COLUMN[81]
cdef unsigned long long KEY[NODES]
cdef double lengthened(double base, int complexity) noexcept nogil
cdef int longest(double base, double rating, int complexity, bint ties) noexcept nogil
