cdef extern from "work_sharing.h" nogil:
    bint take "cps_take"(unsigned int* marks, int at, unsigned int turn) noexcept
    bint exchanged_at "cps_exchanged"(unsigned int* at, unsigned int before, unsigned int after) noexcept
    unsigned int swapped_at "cps_swapped"(unsigned int* at, unsigned int value) noexcept
    unsigned int seen_at "cps_seen"(unsigned int* at) noexcept
    void shown_at "cps_shown"(unsigned int* at, unsigned int value) noexcept
    void pause "cps_pause"() noexcept
    void wait "cps_wait"(int rounds) noexcept
    void* lock "cps_lock"() noexcept
    void free_lock "cps_free_lock"(void* lock) noexcept
    void acquire "cps_acquire"(void* lock) noexcept
    void release "cps_release"(void* lock) noexcept
cdef enum:
    PATIENCE = 4000
cdef inline unsigned int seen(unsigned int* marks, int at) noexcept nogil: return seen_at(marks + at)
cdef inline bint exchanged(unsigned int* marks, int at, unsigned int before, unsigned int after) noexcept nogil: return exchanged_at(marks + at, before, after)
cdef inline unsigned int swapped(unsigned int* marks, int at, unsigned int value) noexcept nogil: return swapped_at(marks + at, value)
cdef inline bint marked(unsigned int* marks, int at, unsigned int turn) noexcept nogil: return seen_at(marks + at) == (turn << 1 | 1)
cdef inline void mark(unsigned int* marks, int at, unsigned int turn) noexcept nogil: shown_at(marks + at, turn << 1 | 1)
