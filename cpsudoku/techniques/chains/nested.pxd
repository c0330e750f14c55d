from cpsudoku.techniques.chains.rules cimport SharedNumbers
from cpsudoku.techniques.chains.work_pool cimport WorkPool
from cpsudoku.techniques.core.native cimport Longs, Words

cdef struct Record:
    unsigned int start, removal_count, limit_count, complexity, order, key
    unsigned long long removal_print, chain_print
    double rating

cdef class NestedHints(SharedNumbers):
    cdef int count, size, first, last, memories, shared
    cdef int[1] own_shortage
    cdef bint forgetful
    cdef void* others[16]
    cdef void keep(self, unsigned long long key) noexcept nogil
    cdef bint copied_from_others(self, unsigned long long key) noexcept nogil
    cdef bint copied(self, NestedHints other, unsigned long long key) noexcept nogil
    cdef void look_into(self, int place, NestedHints other) noexcept nogil
    cdef object prepare(self, int* shortage)
    cdef object check(self)
    cdef void widen(self, int size) noexcept nogil
    cdef void note(self, unsigned long long number) noexcept nogil
    cdef list notes(self)
    cdef Longs memory_key, noted
    cdef Words memory_first, memory_last
    cdef Record* records
    cdef int noted_used, noted_size
    cdef void clear(self) noexcept nogil
    cdef bint recall(self, unsigned long long key) noexcept nogil
    cdef void remember(self, unsigned long long key) noexcept nogil
    cdef int better(self, unsigned long long removal_print, double rating, int complexity, int key) noexcept nogil
    cdef int place_of(self, unsigned long long removal_print) noexcept nogil
    cdef int record(self, int at, unsigned long long removal_print, double rating, int complexity, int key) noexcept nogil
    cdef void removes(self, int at, int x) noexcept nogil
    cdef void limit(self, int at, int constraint) noexcept nogil
    cdef void node(self, int at, int node) noexcept nogil
    cdef void target(self, int at) noexcept nogil
    cdef void sort(self) noexcept nogil
    cdef bint before(self, int a, int b) noexcept nogil
    cdef void exchange(self, int a, int b) noexcept nogil

cdef object connect(list members, WorkPool pool)
cdef unsigned long long folded(unsigned long long fingerprint, int turn, unsigned long long value) noexcept nogil
