from cpsudoku.techniques.chains.engine cimport ChainSearch, Grid, Hint

cdef class ForcingChains(ChainSearch):
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil
