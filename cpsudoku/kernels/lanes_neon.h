/* Sixteen 16-bit lanes on 64-bit ARM, two NEON registers of eight, for vector9.h. Every such processor has NEON. */

#ifndef CPSUDOKU_LANES_NEON_H
#define CPSUDOKU_LANES_NEON_H

#include <arm_neon.h>
#include <stdint.h>
#include <string.h>

typedef struct { uint16x8_t low, high; } v9_t;

#define V9_TARGET
#ifdef _MSC_VER
#include <intrin.h>
#define V9 static __forceinline
#define V9_APART static __declspec(noinline)
V9 int v9_ctz(unsigned x) { unsigned long i; _BitScanForward(&i, x); return (int)i; }
#else
#define V9 static inline __attribute__((always_inline))
#define V9_APART static __attribute__((noinline))
V9 int v9_ctz(unsigned x) { return __builtin_ctz(x); }
#endif
V9 int v9_ones(unsigned x) { int n = 0; for (; x; x &= x - 1) n++; return n; }

#define V9_EACH(how) v9_t made; made.low = how(a.low, b.low); made.high = how(a.high, b.high); return made
V9 v9_t v9_and(v9_t a, v9_t b) { V9_EACH(vandq_u16); }
V9 v9_t v9_or(v9_t a, v9_t b) { V9_EACH(vorrq_u16); }
V9 v9_t v9_xor(v9_t a, v9_t b) { V9_EACH(veorq_u16); }
V9 v9_t v9_without(v9_t a, v9_t b) { V9_EACH(vbicq_u16); } /* a & ~b */
V9 v9_t v9_add(v9_t a, v9_t b) { V9_EACH(vaddq_u16); }
V9 v9_t v9_sub(v9_t a, v9_t b) { V9_EACH(vsubq_u16); }
V9 v9_t v9_least(v9_t a, v9_t b) { V9_EACH(vminq_u16); }
V9 v9_t v9_equal(v9_t a, v9_t b) { V9_EACH(vceqq_u16); }
V9 v9_t v9_all(unsigned x) { v9_t made; made.low = made.high = vdupq_n_u16((uint16_t)x); return made; }
V9 v9_t v9_read(const uint16_t *at) { v9_t made; made.low = vld1q_u16(at); made.high = vld1q_u16(at + 8); return made; }
V9 int v9_nothing(v9_t a) { return vmaxvq_u16(vorrq_u16(a.low, a.high)) == 0; } /* no bit is set */
V9 int v9_apart(v9_t a, v9_t b) { return v9_nothing(v9_and(a, b)); }            /* a & b is nothing */
V9 int v9_covers(v9_t a, v9_t b) { return v9_nothing(v9_without(b, a)); }       /* b & ~a is nothing */

/* A bit a lane, V9_STRIDE bits apart, of lanes that are all ones or zero. */
#define V9_STRIDE 1
V9 unsigned v9_mask(v9_t a) {
    const uint16_t bits[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    const uint16x8_t of = vld1q_u16(bits);
    return vaddvq_u16(vandq_u16(a.low, of)) | (unsigned)vaddvq_u16(vandq_u16(a.high, of)) << 8;
}

/* The sum of all lanes, each below 256. */
V9 unsigned v9_total(v9_t a) { return vaddvq_u16(vaddq_u16(a.low, a.high)); }

/* How many bits are set. */
V9 int v9_bits(v9_t a) {
    return vaddlvq_u8(vcntq_u8(vreinterpretq_u8_u16(a.low))) + vaddlvq_u8(vcntq_u8(vreinterpretq_u8_u16(a.high)));
}

V9 uint16x8_t v9_ordered(uint16x8_t x, uint8x16_t order) {
    return vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(x), order));
}
V9 v9_t v9_turn(v9_t x) { /* lanes 0 1 2 of each group of four -> 1 2 0 */
    const uint8_t order[16] = {2, 3, 4, 5, 0, 1, 255, 255, 10, 11, 12, 13, 8, 9, 255, 255};
    v9_t made;
    made.low = v9_ordered(x.low, vld1q_u8(order));
    made.high = v9_ordered(x.high, vld1q_u8(order));
    return made;
}
V9 v9_t v9_back(v9_t x) { /* -> 2 0 1 */
    const uint8_t order[16] = {4, 5, 0, 1, 2, 3, 255, 255, 12, 13, 8, 9, 10, 11, 255, 255};
    v9_t made;
    made.low = v9_ordered(x.low, vld1q_u8(order));
    made.high = v9_ordered(x.high, vld1q_u8(order));
    return made;
}
V9 v9_t v9_beside(v9_t x) { /* groups 0 1 2 -> 1 2 0 */
    v9_t made;
    made.low = vcombine_u16(vget_high_u16(x.low), vget_low_u16(x.high));
    made.high = vcombine_u16(vget_low_u16(x.low), vget_high_u16(x.high));
    return made;
}

/* Two vectors interleaved, in each half of eight lanes: the lower or the higher four, two, one of each. */
V9 uint16x8_t v9_zip1_32(uint16x8_t a, uint16x8_t b) {
    return vreinterpretq_u16_u32(vzip1q_u32(vreinterpretq_u32_u16(a), vreinterpretq_u32_u16(b)));
}
V9 uint16x8_t v9_zip2_32(uint16x8_t a, uint16x8_t b) {
    return vreinterpretq_u16_u32(vzip2q_u32(vreinterpretq_u32_u16(a), vreinterpretq_u32_u16(b)));
}
V9 uint16x8_t v9_zip1_64(uint16x8_t a, uint16x8_t b) {
    return vreinterpretq_u16_u64(vzip1q_u64(vreinterpretq_u64_u16(a), vreinterpretq_u64_u16(b)));
}
V9 uint16x8_t v9_zip2_64(uint16x8_t a, uint16x8_t b) {
    return vreinterpretq_u16_u64(vzip2q_u64(vreinterpretq_u64_u16(a), vreinterpretq_u64_u16(b)));
}
V9 v9_t v9_low16(v9_t a, v9_t b) { V9_EACH(vzip1q_u16); }
V9 v9_t v9_high16(v9_t a, v9_t b) { V9_EACH(vzip2q_u16); }
V9 v9_t v9_low32(v9_t a, v9_t b) { V9_EACH(v9_zip1_32); }
V9 v9_t v9_high32(v9_t a, v9_t b) { V9_EACH(v9_zip2_32); }
V9 v9_t v9_low64(v9_t a, v9_t b) { V9_EACH(v9_zip1_64); }
V9 v9_t v9_high64(v9_t a, v9_t b) { V9_EACH(v9_zip2_64); }
V9 v9_t v9_lower(v9_t a, v9_t b) { v9_t made; made.low = a.low; made.high = b.low; return made; } /* both lower halves */
V9 v9_t v9_upper(v9_t a, v9_t b) { v9_t made; made.low = a.high; made.high = b.high; return made; }

/* The candidates of 81 cells, a vector a line; 0 where a byte is no digit. Not masked: lanes beside cells are full. */
V9 int v9_candidates(const uint8_t *cells, v9_t *state) {
    const uint8_t places[16] = {0, 1, 2, 255, 3, 4, 5, 255, 6, 7, 8, 255, 255, 255, 255, 255};
    const uint8_t lows[16] = {255, 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0};
    const uint8_t highs[16] = {1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0};
    const uint8x16_t spread = vld1q_u8(places), low = vld1q_u8(lows), high = vld1q_u8(highs);
    uint8_t text[96];
    memcpy(text, cells, 81);
    memset(text + 81, 0, 15);
    uint8x16_t most = vdupq_n_u8(0);
    for (int r = 0; r < 9; r++) {
        uint8x16_t d = vqtbl1q_u8(vld1q_u8(text + 9 * r), spread);
        most = vmaxq_u8(most, d);
        uint8x16_t lo = vqtbl1q_u8(low, d), hi = vqtbl1q_u8(high, d);
        state[r].low = vreinterpretq_u16_u8(vzip1q_u8(lo, hi));
        state[r].high = vreinterpretq_u16_u8(vzip2q_u8(lo, hi));
    }
    return vmaxvq_u8(most) <= 9;
}

/* 1: NEON. */
static int v9_supported(void) { return 1; }

#endif
