# What compiled files see of native.py: C memory, zeroed but for what is `large`.
# Where there is none an array to be made is NULL, and one to be grown stays as it was: ask `enough` afterwards.
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

ctypedef unsigned short* Shorts
ctypedef unsigned int* Words
ctypedef unsigned long long* Longs

cdef extern from *:
    """
    #include <stdlib.h>
    #include "polling.h"
    #if defined(__linux__)
    #include <stdint.h>
    #include <sys/mman.h>
    #endif
    /* Whatever is in it, and on pages of 2 MB where the system has them: a first touch of each small page costs much. */
    static void* cps_large(size_t bytes) {
        void* memory = malloc(bytes);
    #if defined(__linux__) && defined(MADV_HUGEPAGE)
        if (memory) {
            uintptr_t huge = (uintptr_t)1 << 21;
            uintptr_t first = ((uintptr_t)memory + huge - 1) & ~(huge - 1);
            uintptr_t end = ((uintptr_t)memory + bytes) & ~(huge - 1);
            if (first < end) (void)madvise((void*)first, end - first, MADV_HUGEPAGE);
        }
    #endif
        return memory;
    }
    /* True on a thread that asked for memory and did not get it, until it asks `enough`. */
    CPS_OF_THREAD int cps_missing = 0;
    static void* cps_had(void* memory) {
        if (!memory) cps_missing = 1;
        return memory;
    }
    static void* cps_grown(void* array, size_t bytes) {
        void* larger = cps_had(realloc(array, bytes));
        return larger ? larger : array;
    }
    static int cps_enough(void) {
        int had = !cps_missing;
        cps_missing = 0;
        return had;
    }
    """
    void* large "cps_large"(size_t bytes) noexcept nogil
    void* had "cps_had"(void* memory) noexcept nogil
    void* grown "cps_grown"(void* array, size_t bytes) noexcept nogil
    bint enough "cps_enough"() noexcept nogil

cdef inline unsigned char* bytes_of(size_t n) noexcept nogil:
    return <unsigned char*>had(calloc(n, 1))

cdef inline unsigned short* shorts(size_t n) noexcept nogil:
    return <unsigned short*>had(calloc(n, 2))

cdef inline unsigned int* words(size_t n) noexcept nogil:
    return <unsigned int*>had(calloc(n, 4))

cdef inline unsigned long long* longs(size_t n) noexcept nogil:
    return <unsigned long long*>had(calloc(n, 8))

cdef inline unsigned short* large_shorts(size_t n) noexcept nogil:
    return <unsigned short*>had(large(n * 2))

cdef inline unsigned int* large_words(size_t n) noexcept nogil:
    return <unsigned int*>had(large(n * 4))

cdef inline void release(void* array) noexcept nogil:
    free(array)

cdef inline unsigned short* grow_shorts(unsigned short* array, size_t size) noexcept nogil:
    return <unsigned short*>grown(array, size * 2)

cdef inline unsigned long long* grow_longs(unsigned long long* array, size_t size) noexcept nogil:
    return <unsigned long long*>grown(array, size * 8)

cdef inline void copy_words(unsigned int* to, size_t at, unsigned int* source, size_t n) noexcept nogil:
    memcpy(to + at, source, n * 4)

cdef inline void copy_shorts(unsigned short* to, size_t at, unsigned short* source, size_t n) noexcept nogil:
    memcpy(to + at, source, n * 2)

cdef inline void copy_bytes(unsigned char* to, size_t at, unsigned char* source, size_t n) noexcept nogil:
    memcpy(to + at, source, n)
