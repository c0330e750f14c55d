from cpsudoku.kernels.rules.program_builder cimport ProgramBuilder

cdef class SumBuilder(ProgramBuilder):
    cdef int terms
    cdef list facts
    cdef object _sum_set(self, object cells, object totals, tuple gate)
    cdef object _sum(self, tuple terms, tuple totals, tuple gate, dict names)
    cdef object _total(self, dict cells, dict others, list totals, tuple gate)
    cdef object _cage(self, object cells, object sets, object number, tuple gate)
    cdef object _terms(self, list groups, list totals, list variables, tuple gate)
    cdef tuple _sets_by_sum(self, object size)
    cdef object _rest(self, list inside, list outside, object total)
    cdef object _equal_sums(self, tuple groups, tuple gate, dict names)
    cdef object _parts(self, tuple groups)
    cdef object _implied(self)
