from cpsudoku.techniques.core.grid cimport ALL_HOUSES, CELL_HOUSES, CELLS, PEER_COUNT, PEERS, POPCOUNT, SEES
from cpsudoku.techniques.core.search cimport Grid, Hint, Search

cdef class Wings(Search):
    cdef int size
    cdef bint find(self, Grid grid, Hint hint) except -1 nogil

cdef bint emit_wing(Grid grid, Hint hint, int size, int pivot, int a, int b, unsigned int common) except -1 nogil
