# What compiled files see of turns.py.

cdef extern from "turns.h" nogil:
    bint take "cps_take"(unsigned int* marks, int at, unsigned int turn) noexcept
    unsigned int seen "cps_seen"(unsigned int* at) noexcept
    void shown "cps_shown"(unsigned int* at, unsigned int value) noexcept
    void wait "cps_wait"(int rounds) noexcept
    void* lock "cps_lock"() noexcept
    void free_lock "cps_free_lock"(void* lock) noexcept
    void acquire "cps_acquire"(void* lock) noexcept
    void release "cps_release"(void* lock) noexcept

cdef inline bint marked(unsigned int* marks, int at, unsigned int turn) noexcept nogil:
    return seen(marks + at) == turn

cdef inline void mark(unsigned int* marks, int at, unsigned int turn) noexcept nogil:
    shown(marks + at, turn)
