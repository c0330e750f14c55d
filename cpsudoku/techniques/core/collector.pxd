from cpsudoku.techniques.core.hint cimport Hint

cdef class Collector(Hint):
    cdef public list found
    cdef bint emit(self) except -1 nogil
    cdef object keep(self)
