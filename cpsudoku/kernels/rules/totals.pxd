from cpsudoku.kernels.rules.draft cimport Draft

cdef class Totals(Draft):
    cdef int terms
    cdef list facts
    cdef object _sum_set(self, object cells, object totals, tuple gate)
    cdef object _sum(self, tuple terms, tuple totals, tuple gate, dict names)
    cdef object _total(self, dict cells, dict others, list totals, tuple gate)
    cdef object _rest(self, list inside, list outside, object total)
    cdef object _equal_sums(self, tuple groups, tuple gate, dict names)
    cdef object _parts(self, tuple groups)
    cdef object _implied(self)
