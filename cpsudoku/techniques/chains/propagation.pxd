from cpsudoku.techniques.core.native cimport Longs, Shorts, Words
from cpsudoku.techniques.chains.links cimport NODES
from cpsudoku.techniques.chains.rules cimport Rules

cdef struct Facts:
    unsigned short done, state, reached, n_on, n_off, q_on, q_off, plain_on, plain_off, simple_on, simple_off, clash
    unsigned short rest[20]

cdef class Propagation:
    # the grid the assumptions are made on
    cdef unsigned char[81] value
    cdef unsigned char[27] empty
    cdef unsigned char[9] placed
    cdef unsigned short[81] sc
    cdef unsigned short[243] sp
    cdef Shorts removed
    cdef unsigned int[27] sw
    cdef bint cell_links, dynamic, forgetful, ready
    # one slot an assumption
    cdef unsigned char* started
    cdef Facts* facts
    cdef Words on, off, cur, info, clash_info
    cdef Shorts cc, pos, onl, offl
    # nodes found by other patterns
    cdef Words rule_at
    cdef Rules rules
    cdef int seat, seats
    cdef void* books[16]
    cdef bint borrowed
    # walking back
    cdef unsigned int[NODES] mark
    cdef unsigned int stamp
    cdef unsigned short[NODES] queue
    cdef int queued, nested_count, nested_size
    cdef int* shortage
    cdef Longs nested
    cdef object prepare(self, int* shortage)
    cdef void source(self, unsigned char* value, unsigned short* cand) noexcept nogil
    cdef void begin(self, int slot) noexcept nogil
    cdef int run(self, int slot, int lim) noexcept nogil
    cdef int walk(self, int slot, int node, unsigned int first, int limit) noexcept nogil
    cdef void forget_rules(self) noexcept nogil
    cdef void seated(self, int seat, Rules rules) noexcept nogil
    cdef void share(self, Propagation lead) noexcept nogil

cdef void end(Propagation p, int slot, int node, unsigned int word) noexcept nogil
cdef int meet(Propagation p, int node, int tail) noexcept nogil
cdef int hidden_parent(int node, int cause, int k) noexcept nogil
cdef int meet_parents(Propagation p, Rules rules, int j, int tail) noexcept nogil
cdef int newly_nested(Propagation p, Rules rules, int j) noexcept nogil
cdef int in_house(int x, int kind, unsigned int bit) noexcept nogil
