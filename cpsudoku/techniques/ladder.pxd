cdef double[64] RATING
