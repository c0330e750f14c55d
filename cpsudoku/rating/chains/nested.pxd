# C-level face of nested_hints.py.
from cpsudoku.rating.chains.links cimport KEY
from cpsudoku.kernels.work_sharing cimport acquire
from cpsudoku.kernels.work_sharing cimport release as let_go
from cpsudoku.rating.chains.crew cimport Crew
from cpsudoku.rating.native cimport doubles, enough, grow_doubles, grow_longs, grow_shorts, grow_words, longs, release, shorts, words
cdef class NestedHints:
    cdef int count
    cdef int size
    cdef int first
    cdef int last
    cdef int memories
    cdef bint forgetful
    cdef bint ready
    cdef void* others[16]
    cdef int shared
    cdef void* mutex
    cdef int* shortage
    cdef int own_shortage[1]
    cdef bint inside
    cdef void enter(self) noexcept nogil
    cdef void leave(self) noexcept nogil
    cdef void keep(self, unsigned long long key) noexcept nogil
    cdef bint told(self, unsigned long long key) noexcept nogil
    cdef bint copied(self, NestedHints other, unsigned long long key) noexcept nogil
    cdef void see(self, int place, NestedHints other) noexcept nogil
    cdef object prepare(self, int* shortage)
    cdef object check(self)
    cdef void grow(self) noexcept nogil
    cdef void note(self, unsigned long long number) noexcept nogil
    cdef list notes(self)
    cdef unsigned long long* memory_key
    cdef unsigned int* memory_first
    cdef unsigned int* memory_last
    cdef unsigned int* removal_start
    cdef unsigned int* removal_count
    cdef unsigned int* limit_start
    cdef unsigned int* limit_count
    cdef unsigned int* complexity
    cdef unsigned int* order
    cdef unsigned int* key
    cdef unsigned long long* removal_print
    cdef unsigned long long* chain_print
    cdef double* rating
    cdef unsigned short* removals
    cdef int removals_used
    cdef int removals_size
    cdef unsigned short* limits
    cdef int limits_used
    cdef int limits_size
    cdef unsigned long long* noted
    cdef int noted_used
    cdef int noted_size
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

cdef object pool(list team, Crew crew)
