# C-level face of propagation.py.
from cpsudoku.kernels.bits cimport lowest
from cpsudoku.rating.native cimport bytes_of, copy_shorts, copy_words, enough, grow_longs, large_shorts, large_words, longs, release, shorts, words
from cpsudoku.rating.chains.links cimport BAND_BOX, BAND_COLUMN, BAND_ROW, BIT, CANDIDATES, CAUSE, CELL, CELLS, DIGIT, FACTS, HIDDEN, LOW, MOST_LOW, NODES, OFF, PARENT, PLACE, PLACE_BIT, PLACES, SETS, WORD
from cpsudoku.rating.chains.rules cimport RULE, SEAT, Rules
from cpsudoku.rating.grid cimport CELL_HOUSE, CELL_POS, HOUSE_CELL, LOWEST, PEERS, Grid

cdef class Propagation:
    # the grid the assumptions are made on
    cdef unsigned char value[81]
    cdef unsigned short sc[81]
    cdef unsigned short sp[243]
    cdef unsigned int sw[27]
    cdef unsigned char empty[27]
    cdef unsigned char placed[9]
    cdef bint cell_links
    cdef bint dynamic
    cdef bint forgetful
    cdef bint ready
    cdef unsigned short* removed
    cdef unsigned short* plain_on
    cdef unsigned short* plain_off
    cdef unsigned short* simple_on
    cdef unsigned short* simple_off
    # one slot an assumption
    cdef unsigned char* started
    cdef unsigned short* facts
    cdef unsigned short* done
    cdef unsigned short* state
    cdef unsigned short* reached
    cdef unsigned int* on
    cdef unsigned int* off
    cdef unsigned int* cur
    cdef unsigned short* cc
    cdef unsigned short* pos
    cdef unsigned int* info
    cdef unsigned short* onl
    cdef unsigned short* offl
    cdef unsigned short* n_on
    cdef unsigned short* n_off
    cdef unsigned short* q_on
    cdef unsigned short* q_off
    cdef unsigned short* clash
    cdef unsigned int* clash_info
    # nodes found by other patterns
    cdef unsigned int* rule_at
    cdef Rules rules
    cdef int seat
    cdef int seats
    cdef void* books[16]
    cdef bint guest
    # walking back
    cdef unsigned int mark[NODES]
    cdef unsigned int stamp
    cdef unsigned short queue[NODES]
    cdef int queued
    cdef unsigned long long* nested
    cdef int nested_count
    cdef int nested_size
    cdef int* shortage
    cdef object prepare(self, int* shortage)
    cdef void lay_out(self) noexcept nogil
    cdef void source(self, unsigned char* value, unsigned short* cand) noexcept nogil
    cdef void begin(self, int slot) noexcept nogil
    cdef int run(self, int slot, int lim) noexcept nogil
    cdef int walk(self, int slot, int node, unsigned int first, int limit) noexcept nogil
    cdef void forget_rules(self) noexcept nogil
    cdef void seated(self, int seat, Rules rules) noexcept nogil
    cdef void share(self, Propagation lead) noexcept nogil
