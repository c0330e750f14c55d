from cpython.pycapsule cimport PyCapsule_GetPointer
cdef struct Vector:
    int* data
    int size, room
ctypedef int (*NewVariable)(void* solver, int negative_first, int decided) noexcept nogil
ctypedef unsigned char (*AddClause)(void* solver, Vector* literals) noexcept nogil
ctypedef unsigned char (*AddAtMost)(void* solver, Vector* literals, int most) noexcept nogil
ctypedef unsigned char (*Solve)(void* solver) noexcept nogil
cdef class Rows:
    cdef size_t solver, model_at
    cdef NewVariable new_variable
    cdef AddClause add_clause, add_where_it_stands
    cdef AddAtMost add_at_most
    cdef Solve ask
    cdef int variables
    cdef int[::1] room
    cdef const unsigned char[::1] mixed
    cdef Vector clause
    cdef void _load(self, const int[::1] rows, int paired) noexcept nogil
    cdef void _pair(self, const int[::1] rows, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    cdef void _take(self, const int[::1] rows, Py_ssize_t first, Py_ssize_t end) noexcept nogil
cdef int _negated(int literal) noexcept nogil
