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
cdef struct Vector:
    int* data
    int size, room
ctypedef int (*NewVariable)(void* solver, int negative_first, int decided) noexcept nogil
ctypedef unsigned char (*AddClause)(void* solver, Vector* literals) noexcept nogil
ctypedef unsigned char (*AddAtMost)(void* solver, Vector* literals, int most) noexcept nogil
ctypedef unsigned char (*SolveRows)(void* solver) noexcept nogil
cdef class Rows:
    cdef size_t solver, model_at
    cdef NewVariable new_variable
    cdef AddClause add_clause, add_where_it_stands
    cdef AddAtMost add_at_most
    cdef SolveRows ask
    cdef int variables
    cdef int[::1] room
    cdef const unsigned char[::1] mixed
    cdef Vector clause
    cdef void _load(self, const int[::1] rows, int paired) noexcept nogil
    cdef void _pair(self, const int[::1] rows, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    cdef void _take(self, const int[::1] rows, Py_ssize_t first, Py_ssize_t end) noexcept nogil
cdef int _negated(int literal) noexcept nogil
