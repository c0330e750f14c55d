# C-level face of minicard.py: methods of Minicard's C++ solver, called as the functions they are.

from cpython.pycapsule cimport PyCapsule_GetPointer

cdef struct Literals:
    int* data
    int size, room
cdef struct Values:
    unsigned char* data
    int size, room
ctypedef int (*NewVariable)(void* solver, int negative_first, int decided) noexcept nogil
ctypedef unsigned char (*AddClause)(void* solver, Literals* literals) noexcept nogil
ctypedef unsigned char (*AddAtMost)(void* solver, Literals* literals, int most) noexcept nogil
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
    cdef Literals clause
    cdef void _load(self, const int[::1] rows, int paired) noexcept nogil
    cdef void _pair(self, const int[::1] rows, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    cdef void _take(self, const int[::1] rows, Py_ssize_t first, Py_ssize_t end) noexcept nogil
cdef int _negated(int literal) noexcept nogil
