# What compiled files see of uniform.h.
cdef extern from "uniform.h" nogil:
    int uniform_available(int most) noexcept
    void uniform_put(unsigned short* lanes, int cell, unsigned long long mask) noexcept
    int uniform_singles(const unsigned short* lanes, unsigned short* kept, unsigned int* changed) noexcept
    int uniform_pairs(const unsigned short* lanes, unsigned short* kept, unsigned int* changed) noexcept
