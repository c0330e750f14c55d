# What compiled files see of bits.py. Counting adds 2, 4, then 8 bits at a time: no instruction that old processors lack.
cdef extern from *:
    """
    static inline int cps_ones(unsigned long long x) {
        x -= (x >> 1) & 0x5555555555555555ULL;
        x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
        x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((x * 0x0101010101010101ULL) >> 56);
    }
    static inline int cps_ones_of_two(unsigned long long x, unsigned long long y) {
        x -= (x >> 1) & 0x5555555555555555ULL;
        y -= (y >> 1) & 0x5555555555555555ULL;
        x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL)
          + (y & 0x3333333333333333ULL) + ((y >> 2) & 0x3333333333333333ULL);
        x = (x & 0x0F0F0F0F0F0F0F0FULL) + ((x >> 4) & 0x0F0F0F0F0F0F0F0FULL);
        return (int)((x * 0x0101010101010101ULL) >> 56);
    }
    #ifdef _MSC_VER
    #include <intrin.h>
    static __inline int cps_lowest(unsigned int x) { unsigned long i; _BitScanForward(&i, x); return (int)i; }
    static __inline int cps_lowest64(unsigned long long x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
    static __inline int cps_highest64(unsigned long long x) { unsigned long i; _BitScanReverse64(&i, x); return (int)i; }
    #else
    static inline int cps_lowest(unsigned int x) { return __builtin_ctz(x); }
    static inline int cps_lowest64(unsigned long long x) { return __builtin_ctzll(x); }
    static inline int cps_highest64(unsigned long long x) { return 63 - __builtin_clzll(x); }
    #endif
    """
    int ones "cps_ones"(unsigned long long mask) noexcept nogil
    int ones_of_two "cps_ones_of_two"(unsigned long long low, unsigned long long high) noexcept nogil
    int lowest "cps_lowest"(unsigned int mask) noexcept nogil
    int lowest64 "cps_lowest64"(unsigned long long mask) noexcept nogil
    int highest64 "cps_highest64"(unsigned long long mask) noexcept nogil

cdef inline int lowest_of_two(unsigned long long low, unsigned long long high) noexcept nogil:
    return lowest64(low) if low else 64 + lowest64(high)
