cdef extern from "vectors.h" nogil:
    int vectors_available(int most) noexcept
cdef extern from "fillings.h" nogil:
    int fillings(const unsigned long long* sets, int count, unsigned long long fixed, unsigned long long all, unsigned long long need, const unsigned long long* masks, int size, unsigned long long* reach, unsigned long long* must, unsigned long long* alive) noexcept
cdef extern from "uniform.h" nogil:
    void uniform_put(unsigned short* lanes, int cell, unsigned long long mask) noexcept
    int uniform_singles(const unsigned short* lanes, unsigned short* kept, unsigned int* changed) noexcept
    int uniform_pairs(const unsigned short* lanes, unsigned short* kept, unsigned int* changed) noexcept
