from cpython.pycapsule cimport PyCapsule_GetPointer
ctypedef void (*Assume)(void* solver, int literal) noexcept nogil  # and `add`
ctypedef unsigned char (*Limit)(void* solver, const char* name, int most) noexcept nogil
ctypedef int (*Solve)(void* solver) noexcept nogil
ctypedef unsigned char (*Failed)(void* solver, int literal) noexcept nogil
ctypedef int (*Value)(void* solver, int literal) noexcept nogil
cdef class Assuming:
    cdef void* solver
    cdef Assume assume
    cdef Limit limit
    cdef Solve solve
    cdef Failed failed
    cdef Value value
    cdef int active, answer
    cdef const int[::1] literals
    cdef int[::1] room
    cdef int solve_cells(self, int* cells, int count, int conflicts) noexcept nogil
    cdef bint needs(self, int cell) noexcept nogil
    cdef bint differs(self, int cell) noexcept nogil
