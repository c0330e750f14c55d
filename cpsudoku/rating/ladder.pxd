# C-level face of ladder.py.
cdef double RATING[64]
