/* Sixteen 16-bit lanes on x86-64, by AVX2, for vector9.h. Intrinsics alone, so that MSVC compiles it as GCC and clang do. */

#ifndef CPSUDOKU_LANES_AVX2_H
#define CPSUDOKU_LANES_AVX2_H

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

typedef __m256i v9_t;

#ifdef _MSC_VER
#include <intrin.h>
#define V9_TARGET
#define V9 static __forceinline
#define V9_APART static __declspec(noinline)
V9 int v9_ctz(unsigned x) { unsigned long i; _BitScanForward(&i, x); return (int)i; }
V9 int v9_ones(unsigned x) { return (int)__popcnt(x); }
#else
#define V9_TARGET __attribute__((target("avx2,bmi,popcnt")))
#define V9_WIDE 1 /* AVX-512 may be compiled */
#define V9 static inline __attribute__((always_inline)) V9_TARGET
#define V9_APART static __attribute__((noinline))
V9 int v9_ctz(unsigned x) { return __builtin_ctz(x); }
V9 int v9_ones(unsigned x) { return __builtin_popcount(x); }
#endif

V9 v9_t v9_and(v9_t a, v9_t b) { return _mm256_and_si256(a, b); }
V9 v9_t v9_or(v9_t a, v9_t b) { return _mm256_or_si256(a, b); }
V9 v9_t v9_xor(v9_t a, v9_t b) { return _mm256_xor_si256(a, b); }
V9 v9_t v9_without(v9_t a, v9_t b) { return _mm256_andnot_si256(b, a); } /* a & ~b */
V9 v9_t v9_add(v9_t a, v9_t b) { return _mm256_add_epi16(a, b); }
V9 v9_t v9_sub(v9_t a, v9_t b) { return _mm256_sub_epi16(a, b); }
V9 v9_t v9_least(v9_t a, v9_t b) { return _mm256_min_epu16(a, b); }
V9 v9_t v9_equal(v9_t a, v9_t b) { return _mm256_cmpeq_epi16(a, b); }
V9 v9_t v9_all(unsigned x) { return _mm256_set1_epi16((short)x); }
V9 v9_t v9_read(const uint16_t *at) { return _mm256_loadu_si256((const __m256i *)at); }
V9 int v9_nothing(v9_t a) { return _mm256_testz_si256(a, a); }           /* no bit is set */
V9 int v9_apart(v9_t a, v9_t b) { return _mm256_testz_si256(a, b); }     /* a & b is nothing */
V9 int v9_covers(v9_t a, v9_t b) { return _mm256_testc_si256(a, b); }    /* b & ~a is nothing */

/* A bit a lane, V9_STRIDE bits apart, of lanes that are all ones or zero. */
#define V9_STRIDE 2
V9 unsigned v9_mask(v9_t a) { return (unsigned)_mm256_movemask_epi8(a) & 0x55555555u; }

/* The sum of all lanes, each below 256. */
V9 unsigned v9_total(v9_t a) {
    __m256i sum = _mm256_sad_epu8(a, _mm256_setzero_si256());
    __m128i half = _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    return (unsigned)_mm_cvtsi128_si32(half) + (unsigned)_mm_extract_epi32(half, 2);
}

/* How many bits are set. */
V9 int v9_bits(v9_t a) {
    uint32_t parts[8];
    int n = 0;
    memcpy(parts, &a, sizeof parts);
    for (int i = 0; i < 8; i++) n += v9_ones(parts[i]);
    return n;
}

V9 v9_t v9_turn(v9_t x) { /* lanes 0 1 2 of each group of four -> 1 2 0 */
    const __m256i order = _mm256_setr_epi8(2, 3, 4, 5, 0, 1, -1, -1, 10, 11, 12, 13, 8, 9, -1, -1,
                                           2, 3, 4, 5, 0, 1, -1, -1, 10, 11, 12, 13, 8, 9, -1, -1);
    return _mm256_shuffle_epi8(x, order);
}
V9 v9_t v9_back(v9_t x) { /* -> 2 0 1 */
    const __m256i order = _mm256_setr_epi8(4, 5, 0, 1, 2, 3, -1, -1, 12, 13, 8, 9, 10, 11, -1, -1,
                                           4, 5, 0, 1, 2, 3, -1, -1, 12, 13, 8, 9, 10, 11, -1, -1);
    return _mm256_shuffle_epi8(x, order);
}
V9 v9_t v9_beside(v9_t x) { return _mm256_permute4x64_epi64(x, 0xc9); } /* groups 0 1 2 -> 1 2 0 */

/* Two vectors interleaved, in each half of eight lanes: the lower or the higher four, two, one of each. */
V9 v9_t v9_low16(v9_t a, v9_t b) { return _mm256_unpacklo_epi16(a, b); }
V9 v9_t v9_high16(v9_t a, v9_t b) { return _mm256_unpackhi_epi16(a, b); }
V9 v9_t v9_low32(v9_t a, v9_t b) { return _mm256_unpacklo_epi32(a, b); }
V9 v9_t v9_high32(v9_t a, v9_t b) { return _mm256_unpackhi_epi32(a, b); }
V9 v9_t v9_low64(v9_t a, v9_t b) { return _mm256_unpacklo_epi64(a, b); }
V9 v9_t v9_high64(v9_t a, v9_t b) { return _mm256_unpackhi_epi64(a, b); }
V9 v9_t v9_lower(v9_t a, v9_t b) { return _mm256_permute2x128_si256(a, b, 0x20); } /* the lower halves of both */
V9 v9_t v9_upper(v9_t a, v9_t b) { return _mm256_permute2x128_si256(a, b, 0x31); }

/* The candidates of 81 cells, a vector a line; 0 where a byte is no digit. Not masked: lanes beside cells are full. */
V9 int v9_candidates(const uint8_t *cells, v9_t *state) {
    const __m128i spread = _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, -1, -1, -1, -1);
    const __m128i low = _mm_setr_epi8(-1, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0);
    const __m128i high = _mm_setr_epi8(1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0);
    uint8_t text[96];
    memcpy(text, cells, 81);
    memset(text + 81, 0, 15);
    __m128i most = _mm_setzero_si128();
    for (int r = 0; r < 9; r++) {
        __m128i d = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(text + 9 * r)), spread);
        most = _mm_max_epu8(most, d);
        __m128i lo = _mm_shuffle_epi8(low, d), hi = _mm_shuffle_epi8(high, d);
        state[r] = _mm256_set_m128i(_mm_unpackhi_epi8(lo, hi), _mm_unpacklo_epi8(lo, hi));
    }
    return _mm_testz_si128(_mm_cmpgt_epi8(most, _mm_set1_epi8(9)), _mm_set1_epi8(-1)) && _mm_movemask_epi8(most) == 0;
}

/* 0: not here; 2: AVX2; 3: AVX-512, too. */
#ifdef _MSC_VER
static int v9_supported(void) {
    int one[4], seven[4];
    __cpuid(one, 0);
    if (one[0] < 7) return 0;
    __cpuid(one, 1);
    __cpuidex(seven, 7, 0);
    if ((one[2] & 0x18800000) != 0x18800000) return 0; /* POPCNT, and an operating system that saves AVX registers */
    return (_xgetbv(0) & 6) == 6 && (seven[1] & 0x28) == 0x28 ? 2 : 0; /* BMI1, AVX2 */
}
#else
static int v9_supported(void) {
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("popcnt")) return 0;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") ? 3 : 2;
}
#endif

#endif
