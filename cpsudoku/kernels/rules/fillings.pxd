# What compiled files see of fillings.h.
cdef extern from "fillings.h" nogil:
    int fillings_available(int most) noexcept
    int fillings(const unsigned long long* sets, int count, unsigned long long fixed, unsigned long long all, unsigned long long need, const unsigned long long* masks, int size, unsigned long long* reach, unsigned long long* must, unsigned long long* alive) noexcept
