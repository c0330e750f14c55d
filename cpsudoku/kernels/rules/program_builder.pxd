from cpsudoku.kernels.rules.regions cimport Peers
cdef class ProgramBuilder:
    cdef int side, lo, cells, terms
    cdef bint impossible
    cdef object Is, base, full, table
    cdef list code, masks, light, middle, heavy, children, facts
    cdef dict gates, literals, known
    cdef set child_variables
    cdef Peers peers
    cdef object _emit(self, int kind, tuple gate, list rest, object variables, list priority)
    cdef object _new_gate(self, tuple gate)
    cdef object _numbers(self, list items)
    cdef object _place(self, tuple literal)
    cdef tuple _literal(self, object literal, dict names)
    cdef object _new(self, object mask)
    cdef object _narrow(self, object variable, object mask)
    cdef object _every(self, object variable)
    cdef object _clause(self, list literals, tuple gate)
    cdef object _sum_set(self, object cells, object totals, tuple gate)
    cdef object _sum(self, tuple terms, tuple totals, tuple gate, dict names)
    cdef object _cage(self, object cells, object sets, object number, tuple gate)
