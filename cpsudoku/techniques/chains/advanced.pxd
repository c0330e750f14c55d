from cpsudoku.techniques.chains.incremental cimport IncrementalPropagation

cdef class AdvancedNodes(IncrementalPropagation):
    cdef unsigned short[27] lost, pairs, both
    cdef unsigned short[9] two
    cdef unsigned long long[27] met
    cdef int rule_low
    cdef int patterns_round(self, int slot) noexcept nogil
    cdef void pair_up(self, int slot) noexcept nogil
    cdef int locking(self, int slot) noexcept nogil
    cdef int locking_pass(self, int slot, int first, int shift, unsigned int which) noexcept nogil
    cdef int hidden_pairs(self, int slot) noexcept nogil
    cdef int naked_pairs(self, int slot) noexcept nogil
    cdef int x_wings(self, int slot) noexcept nogil
    cdef void open_rule(self, unsigned int about, int complexity, unsigned long long fingerprint) noexcept nogil
    cdef void parent(self, int slot, int x) noexcept nogil
    cdef int derive(self, int slot, int x) noexcept nogil
    cdef void parents_in(self, int slot, int house, int d, unsigned int positions) noexcept nogil
    cdef void parents_at(self, int slot, int cell, unsigned int digits) noexcept nogil
    cdef int derive_in(self, int slot, int house, int d, unsigned int positions) noexcept nogil
    cdef int derive_at(self, int slot, int cell, unsigned int digits) noexcept nogil
