from cpsudoku.kernels.rules.peers cimport Peers

cdef class Draft:
    cdef object Is
    cdef object base
    cdef int side
    cdef int lo
    cdef int cells
    cdef object full
    cdef bint impossible
    cdef list code
    cdef object table
    cdef list masks
    cdef Peers peers
    cdef list light
    cdef list middle
    cdef list heavy
    cdef dict gates
    cdef dict literals
    cdef dict known
    cdef list children
    cdef set wanted
    cdef object _emit(self, int kind, tuple gate, list rest, object variables, list shelf)
    cdef object _new_gate(self, tuple gate)
    cdef object _place(self, tuple literal)
    cdef tuple _literal(self, object literal, dict names)
    cdef object _new(self, object mask)
    cdef object _narrow(self, object variable, object mask)
    cdef object _every(self, object variable)
    cdef object _clause(self, list literals, tuple gate)
