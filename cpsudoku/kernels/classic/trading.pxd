# C-level face of trading.py.
cdef class Trades:
    cdef unsigned long long state[1]
    cdef double stop[2]
    cdef unsigned char work[81], made[81], grid[81]
    cdef unsigned short c[243], alone[81], order[81]
    cdef unsigned char[::1] rivals
    cdef int found, floor
    cdef list kept
    cdef void survey(self) noexcept nogil
    cdef bint reduce(self) noexcept nogil
    cdef int worth(self) noexcept nogil
    cdef keep(self, int level, int rival)
    cdef ones(self, int gone, int was)
    cpdef list run(self)
