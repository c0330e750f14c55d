from cpsudoku.techniques.chains.engine cimport ChainSearch, Grid, Hint

cdef class DynamicChains(ChainSearch):
    cdef int level
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil
