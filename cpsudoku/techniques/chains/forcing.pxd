from cpsudoku.techniques.chains.links cimport NODES
from cpsudoku.techniques.chains.advanced cimport AdvancedNodes
from cpsudoku.techniques.chains.nested cimport NestedHints
from cpsudoku.techniques.chains.static cimport StaticChains

cdef class ForcingNets(AdvancedNodes):
    cdef bint nishio, exhaustive, cut
    cdef int guess, level, depth
    cdef double base
    # the deduction looked at: its chains
    cdef int ends
    cdef unsigned short[9] end_slot, end_node
    cdef unsigned int[9] end_info
    cdef unsigned int[54] shared
    # the winner
    cdef int bound, best, best_key, best_origin, best_target, best_ends
    cdef unsigned short[9] best_slot, best_node
    cdef unsigned int[9] best_info
    # all winners
    cdef bint collecting, noting
    cdef unsigned long long collected
    cdef NestedHints hints
    cdef unsigned int table_stamp
    cdef unsigned int[NODES] table_mark
    cdef int[NODES] table_best, table_key, table_at
    cdef StaticChains links
    # chains inside chains
    cdef StaticChains statics
    cdef ForcingNets multiple, nets
    cdef bint turn_open
    cdef void turn_to(self, unsigned char* value, unsigned short* cand) noexcept nogil
    cdef void open(self, int level) noexcept nogil
    cdef object prepare_inside(self, int* shortage)
    cdef bint seek(self) except -1 nogil
    cdef void publish_bound(self) noexcept nogil
    cdef void await_slot(self, int slot) noexcept nogil
    cdef int work(self, int slot, int limit) noexcept nogil
    cdef bint find(self, int level) except -1 nogil
    cdef void forget(self, int level) noexcept nogil
    cdef void collect(self, unsigned char* value, unsigned short* cand, unsigned long long key, int level) noexcept nogil
    cdef void search(self) noexcept nogil
    cdef int ensure(self, int slot) noexcept nogil
    cdef int extend(self, int slot) noexcept nogil
    cdef int nested_round(self, int slot) noexcept nogil
    cdef int apply_nested(self, int slot, NestedHints hints, int kind, unsigned int level) noexcept nogil
    cdef void contradiction(self, int slot, int target) noexcept nogil
    cdef void common(self, int key, int origin) noexcept nogil
    cdef void offer(self, int key, int origin, int target) noexcept nogil
    cdef void note(self, int at, int key, int origin, int target) noexcept nogil
    cdef void note_chain(self, unsigned long long fingerprint, int key, int origin, int target) noexcept nogil
    cdef int removal_class(self, int target) noexcept nogil

cdef int wanted(ForcingNets nets) noexcept nogil
