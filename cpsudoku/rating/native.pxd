# What compiled files see of native.py: C memory, zeroed but for what is `large`.
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy

cdef extern from *:
    """
    #include <stdlib.h>
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
    /* Nowhere to return to: callers look for room (cps_has_room) before they begin. Never a NULL that is written to. */
    static void* cps_given(void* memory) {
        if (!memory) {
            PyGILState_Ensure();
            Py_FatalError("cpsudoku: out of memory in the middle of a search for chains");
        }
        return memory;
    }
    static int cps_has_room(size_t bytes) {
        void* probe = malloc(bytes);
        free(probe);
        return probe != NULL;
    }
    """
    void* large "cps_large"(size_t bytes) noexcept nogil
    void* given "cps_given"(void* memory) noexcept nogil
    bint has_room "cps_has_room"(size_t size) noexcept nogil

cdef inline unsigned char* bytes_of(size_t n) noexcept nogil:
    return <unsigned char*>given(calloc(n, 1))

cdef inline unsigned short* shorts(size_t n) noexcept nogil:
    return <unsigned short*>given(calloc(n, 2))

cdef inline unsigned int* words(size_t n) noexcept nogil:
    return <unsigned int*>given(calloc(n, 4))

cdef inline unsigned long long* longs(size_t n) noexcept nogil:
    return <unsigned long long*>given(calloc(n, 8))

cdef inline unsigned short* large_shorts(size_t n) noexcept nogil:
    return <unsigned short*>given(large(n * 2))

cdef inline unsigned int* large_words(size_t n) noexcept nogil:
    return <unsigned int*>given(large(n * 4))

cdef inline void release(void* array) noexcept nogil:
    free(array)

cdef inline unsigned short* grow_shorts(unsigned short* array, size_t size) noexcept nogil:
    return <unsigned short*>given(realloc(array, size * 2))

cdef inline unsigned int* grow_words(unsigned int* array, size_t size) noexcept nogil:
    return <unsigned int*>given(realloc(array, size * 4))

cdef inline unsigned long long* grow_longs(unsigned long long* array, size_t size) noexcept nogil:
    return <unsigned long long*>given(realloc(array, size * 8))

cdef inline double* doubles(size_t n) noexcept nogil:
    return <double*>given(calloc(n, 8))

cdef inline double* grow_doubles(double* array, size_t size) noexcept nogil:
    return <double*>given(realloc(array, size * 8))

cdef inline void copy_words(unsigned int* to, size_t at, unsigned int* source, size_t n) noexcept nogil:
    memcpy(to + at, source, n * 4)

cdef inline void copy_shorts(unsigned short* to, size_t at, unsigned short* source, size_t n) noexcept nogil:
    memcpy(to + at, source, n * 2)
