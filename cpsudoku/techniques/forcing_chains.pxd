from cpsudoku.techniques.chains.engine cimport ChainEngine
from cpsudoku.techniques.chains.forcing cimport ForcingNets
from cpsudoku.techniques.core.search cimport Grid, Hint, Search

cdef class ForcingChains(Search):
    cdef ChainEngine engine
    cdef int[9] technique
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil

cdef class NetChains(Search):
    cdef ChainEngine engine
    cdef ForcingNets nets
    cdef int[8] technique
    cdef int level
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil

cdef class Nishio(NetChains):
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil
