# C-level face of static_chains.py.
from cpsudoku.kernels.bits cimport lowest
from cpsudoku.rating.grid cimport CELL_HOUSE, HOUSE_CELL, LOWEST, PEERS, POPCOUNT
from cpsudoku.rating.chains.links cimport BAND_BOX, BAND_COLUMN, BAND_ROW, BIT, CANDIDATES, CELL, DIGIT, KEY, NODES, OFF, WORD, lengthened, longest
from cpsudoku.rating.chains.nested cimport NestedHints
from cpsudoku.rating.chains.closure cimport Closure

cdef class StaticChains(Closure):
    # breadth-first search
    cdef unsigned int met[54]
    cdef unsigned int anyhow[54]
    cdef unsigned short queue[NODES]
    cdef unsigned short parent[NODES]
    cdef unsigned char cause[NODES]
    cdef unsigned short depth[NODES]
    cdef unsigned int back[27]
    cdef int limits[6]
    # the winner
    cdef double rating
    cdef int complexity
    cdef int key
    cdef int kind
    cdef int mode
    cdef int length
    cdef int won
    cdef unsigned short path[1460]
    cdef unsigned char path_cause[1460]
    cdef unsigned short win[CANDIDATES]
    # the chain looked at
    cdef unsigned short trail[1460]
    cdef unsigned char trail_cause[1460]
    cdef int trail_length
    cdef unsigned int by_on[27]
    cdef unsigned int by_off[27]
    cdef unsigned short removal[CANDIDATES]
    cdef int removals
    cdef bint collecting
    cdef bint telling
    cdef object told
    cdef NestedHints hints
    cdef bint find(self) noexcept nogil
    cdef void collect(self, unsigned short* cand, unsigned short* pos, unsigned long long key) noexcept nogil
    cdef void search(self) noexcept nogil
    cdef int chain(self, int start, int mode, int limit) noexcept nogil
    cdef void cycles(self, int start, int mode) noexcept nogil
    cdef int trace(self, int node, int length) noexcept nogil
    cdef bint on_path(self, int x, int node) noexcept nogil
    cdef void cycle(self, int start, int mode, int last, double base, int key) noexcept nogil
    cdef void offer(self, int kind, double base, int complexity, int key) noexcept nogil
    cdef object tell(self, unsigned long long fingerprint, int kind, int mode)
    cdef int limit(self, double base, int key) noexcept nogil
    cdef int constraint(self, int x, int cause) noexcept nogil
