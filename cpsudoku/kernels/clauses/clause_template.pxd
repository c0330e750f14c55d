cdef class ClauseTemplate:
    cdef readonly int inputs, variables, count
    cdef int used
    cdef int[::1] data
    cpdef int new(self)
    cdef int put(self, int literal) except? -1
    cdef int end(self) except? -1
