/* Depth-first search on the classic 9x9 board with 256-bit vectors (AVX2), for GCC and clang on x86-64.

   The inference is that of search.py: a band is nine triads, and one rule on triads gives naked and hidden
   singles and locked candidates. Here the three bands are treated at once. A board is nine vectors of sixteen
   16-bit lanes, a vector a line: the cells of the line lie in lanes 0-2, 4-6 and 8-10, one group of four lanes
   a box; the lanes between and after them are empty. A triad across three vectors is a lane-wise operation, its
   neighbours in the box are the other lanes of the group. The board is transposed between the two directions.

   Nothing here is used unless v9_available() says that the processor has the instructions. */

#ifndef CPSUDOKU_VECTOR9_H
#define CPSUDOKU_VECTOR9_H

#if defined(__x86_64__) && defined(__GNUC__)

#include "patience.h"
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#define V9_TARGET __attribute__((target("avx2,bmi,popcnt")))
#define V9 static inline __attribute__((always_inline)) V9_TARGET

typedef uint16_t v9_t __attribute__((vector_size(32)));

static int v9_available(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
}

#define V9_ROW(a, b, c) {a, b, c, 0, a, b, c, 0, a, b, c, 0, 0, 0, 0, 0}
static const v9_t V9_FULL = V9_ROW(511, 511, 511);

V9 v9_t v9_turn(v9_t x) { /* lanes 0 1 2 of each group of four -> 1 2 0 */
    const __m256i order = _mm256_setr_epi8(2, 3, 4, 5, 0, 1, -1, -1, 10, 11, 12, 13, 8, 9, -1, -1,
                                           2, 3, 4, 5, 0, 1, -1, -1, 10, 11, 12, 13, 8, 9, -1, -1);
    return (v9_t)_mm256_shuffle_epi8((__m256i)x, order);
}
V9 v9_t v9_back(v9_t x) { /* -> 2 0 1 */
    const __m256i order = _mm256_setr_epi8(4, 5, 0, 1, 2, 3, -1, -1, 12, 13, 8, 9, 10, 11, -1, -1,
                                           4, 5, 0, 1, 2, 3, -1, -1, 12, 13, 8, 9, 10, 11, -1, -1);
    return (v9_t)_mm256_shuffle_epi8((__m256i)x, order);
}
#define LO16(a, b) ((v9_t)_mm256_unpacklo_epi16((__m256i)(a), (__m256i)(b)))
#define HI16(a, b) ((v9_t)_mm256_unpackhi_epi16((__m256i)(a), (__m256i)(b)))
#define LO32(a, b) ((v9_t)_mm256_unpacklo_epi32((__m256i)(a), (__m256i)(b)))
#define HI32(a, b) ((v9_t)_mm256_unpackhi_epi32((__m256i)(a), (__m256i)(b)))
#define LO64(a, b) ((v9_t)_mm256_unpacklo_epi64((__m256i)(a), (__m256i)(b)))
#define HI64(a, b) ((v9_t)_mm256_unpackhi_epi64((__m256i)(a), (__m256i)(b)))
#define LANES(a, b, how) ((v9_t)_mm256_permute2x128_si256((__m256i)(a), (__m256i)(b), how))

V9 void v9_transpose(v9_t *x) {
    const v9_t zero = {0};
    v9_t l01[3], l2[3], h01[3], h2[3];
    for (int b = 0; b < 3; b++) {
        v9_t p = LO16(x[3 * b], x[3 * b + 1]), q = LO16(x[3 * b + 2], zero);
        l01[b] = LO32(p, q);
        l2[b] = HI32(p, q);
        p = HI16(x[3 * b], x[3 * b + 1]), q = HI16(x[3 * b + 2], zero);
        h01[b] = LO32(p, q);
        h2[b] = HI32(p, q);
    }
    v9_t u, v;
    u = LO64(l01[0], l01[1]); v = LO64(l01[2], zero);
    x[0] = LANES(u, v, 0x20); x[6] = LANES(u, v, 0x31);
    u = HI64(l01[0], l01[1]); v = HI64(l01[2], zero);
    x[1] = LANES(u, v, 0x20); x[7] = LANES(u, v, 0x31);
    u = LO64(l2[0], l2[1]); v = LO64(l2[2], zero);
    x[2] = LANES(u, v, 0x20); x[8] = LANES(u, v, 0x31);
    u = LO64(h01[0], h01[1]); v = LO64(h01[2], zero);
    x[3] = LANES(u, v, 0x20);
    u = HI64(h01[0], h01[1]); v = HI64(h01[2], zero);
    x[4] = LANES(u, v, 0x20);
    u = LO64(h2[0], h2[1]); v = LO64(h2[2], zero);
    x[5] = LANES(u, v, 0x20);
}

V9 v9_t v9_single(v9_t x) { return x & (v9_t)((x & (x - 1)) == 0); }

V9 int v9_infer(v9_t *x) {
    v9_t s[9], t[3], q[3], m[3], u[3], ok;
    for (int b = 0; b < 3; b++) {
        v9_t a0 = x[3 * b], a1 = x[3 * b + 1], a2 = x[3 * b + 2];
        m[b] = (a0 & a1) | ((a0 | a1) & a2);
        t[b] = a0 | a1 | a2;
        s[3 * b] = v9_single(a0);
        s[3 * b + 1] = v9_single(a1);
        s[3 * b + 2] = v9_single(a2);
    }
    u[0] = t[1] | t[2]; u[1] = t[0] | t[2]; u[2] = t[0] | t[1];
    ok = u[0] | t[0];
    for (int b = 0; b < 3; b++) {
        v9_t w = v9_turn(t[b]) | v9_back(t[b]);
        ok &= w | t[b];
        q[b] = u[b] & w & ~(s[3 * b] | s[3 * b + 1] | s[3 * b + 2]);
    }
    if (!_mm256_testc_si256((__m256i)ok, (__m256i)V9_FULL)) return 0;
    for (int b = 0; b < 3; b++) {
        v9_t keep = q[(b + 1) % 3] & q[(b + 2) % 3] & v9_turn(q[b]) & v9_back(q[b]);
        v9_t only = ~(q[b] | m[b]);
        for (int i = 0; i < 3; i++) {
            v9_t a = x[3 * b + i] & keep & ~(s[3 * b + (i + 1) % 3] | s[3 * b + (i + 2) % 3]);
            v9_t h = a & only;
            x[3 * b + i] = a & (only | (v9_t)(h == 0));
        }
    }
    return 1;
}

V9 int v9_same(v9_t a, v9_t b) { __m256i d = (__m256i)(a ^ b); return _mm256_testz_si256(d, d); }
/* every line and box admits every digit */
V9 int v9_complete(const v9_t *x) {
    v9_t t[3], ok;
    for (int b = 0; b < 3; b++) t[b] = x[3 * b] | x[3 * b + 1] | x[3 * b + 2];
    ok = t[0] | t[1] | t[2];
    for (int b = 0; b < 3; b++) ok &= t[b] | v9_turn(t[b]) | v9_back(t[b]);
    return _mm256_testc_si256((__m256i)ok, (__m256i)V9_FULL);
}
/* 0 contradiction, 1 open, 2 solved */
V9 int v9_propagate(v9_t *state) {
    v9_t x[9], before = {0}, sum, least;
    for (int i = 0; i < 9; i++) x[i] = state[i];
    for (;;) {
        if (!v9_infer(x)) return 0;
        v9_transpose(x);
        if (!v9_infer(x)) return 0;
        sum = x[0]; least = x[0];
        for (int i = 1; i < 9; i++) {
            sum += x[i];
            least = (v9_t)_mm256_min_epu16((__m256i)least, (__m256i)x[i]);
        }
        if (!_mm256_testz_si256((__m256i)(least == 0), (__m256i)V9_FULL)) return 0;
        if (v9_same(sum, V9_FULL)) {
            if (!v9_complete(x)) return 0;
            v9_transpose(x);
            if (!v9_complete(x)) return 0;
            for (int i = 0; i < 9; i++) state[i] = x[i];
            return 2;
        }
        v9_transpose(x);
        if (v9_same(sum, before)) break;
        before = sum;
    }
    for (int i = 0; i < 9; i++) state[i] = x[i];
    return 1;
}

V9 int v9_load(const uint8_t *cells, v9_t *state) {
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
        state[r] = (v9_t)_mm256_set_m128i(_mm_unpackhi_epi8(lo, hi), _mm_unpacklo_epi8(lo, hi)) & V9_FULL;
    }
    return _mm_testz_si128(_mm_cmpgt_epi8(most, _mm_set1_epi8(9)), _mm_set1_epi8(-1)) && _mm_movemask_epi8(most) == 0;
}


#define V9_GROUP(g) {g == 0 ? 65535 : 0, g == 0 ? 65535 : 0, g == 0 ? 65535 : 0, 0, g == 1 ? 65535 : 0, g == 1 ? 65535 : 0, g == 1 ? 65535 : 0, 0, g == 2 ? 65535 : 0, g == 2 ? 65535 : 0, g == 2 ? 65535 : 0, 0}
static const v9_t V9_GROUPS[3] = {V9_GROUP(0), V9_GROUP(1), V9_GROUP(2)};
static const v9_t V9_LANES = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/* The cell to branch on, 16 * row + lane: of the cells with two candidates the one whose digits most
   cells around it share (a cell with two candidates counts three times); else a cell with fewest. */
V9 int v9_choose(const v9_t *y) {
    v9_t two[9], weight[9];
    int best = -1, few = 99;
    unsigned most = 0;
    for (int r = 0; r < 9; r++) {
        v9_t more = y[r] & (y[r] - 1), open = (v9_t)(more != 0);
        two[r] = (v9_t)((more & (more - 1)) == 0) & open;
        weight[r] = (open & 1) | (two[r] & 2);
    }
    #pragma GCC unroll 3
    for (int b = 0; b < 3; b++)
        for (int r = 3 * b; r < 3 * b + 3; r++)
            for (unsigned left = _mm256_movemask_epi8((__m256i)two[r]) & 0x55555555; left; left &= left - 1) {
                int lane = __builtin_ctz(left) / 2;
                v9_t pair = (v9_t)_mm256_set1_epi16(((const int16_t *)&y[r])[lane]);
                v9_t line = ~(v9_t)((y[r] & pair) == 0) & weight[r], band[3];
                for (int k = 0; k < 3; k++)
                    band[k] = (~(v9_t)((y[3 * k] & pair) == 0) & weight[3 * k]) +
                              (~(v9_t)((y[3 * k + 1] & pair) == 0) & weight[3 * k + 1]) +
                              (~(v9_t)((y[3 * k + 2] & pair) == 0) & weight[3 * k + 2]);
                v9_t near = line + ((band[b] - line) & V9_GROUPS[lane / 4]) +
                            ((band[(b + 1) % 3] + band[(b + 2) % 3]) & (v9_t)(V9_LANES == (uint16_t)lane));
                __m256i sum = _mm256_sad_epu8((__m256i)near, _mm256_setzero_si256());
                __m128i half = _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
                unsigned score = (unsigned)_mm_cvtsi128_si64(half) + (unsigned)_mm_extract_epi64(half, 1);
                if (score > most) {
                    most = score;
                    best = 16 * r + lane;
                }
            }
    if (best >= 0) return best;
    for (int r = 0; r < 9; r++)
        for (int l = 0; l < 11; l++) {
            int n = __builtin_popcount(((const uint16_t *)&y[r])[l]);
            if (n > 1 && n < few) few = n, best = 16 * r + l;
        }
    return best;
}

/* The search from stack[0] on, as scalar9 in search.py. */
V9 long long v9_run(v9_t (*stack)[9], long long limit, unsigned char *out, long long keep, long long max_nodes,
                    long long *nodes, double *stop) {
    int level = 0;
    long long count = 0, spent = 0;
    while (level >= 0) {
        v9_t *here = stack[level], *next = stack[level + 1];
        int found = v9_propagate(here);
        if (found == 1) {
            if ((max_nodes && spent >= max_nodes) || (stop && (spent & 1023) == 1023 && cps_look(stop))) {
                *nodes += spent;
                return -1 - count;
            }
            spent++;
            int cell = v9_choose(here);
            uint16_t mask = ((uint16_t *)here)[cell], bit = mask & -mask;
            for (int r = 0; r < 9; r++) next[r] = here[r];
            ((uint16_t *)here)[cell] ^= bit;
            ((uint16_t *)next)[cell] = bit;
            level++;
            continue;
        }
        if (found == 2) {
            if (count < keep)
                for (int r = 0; r < 9; r++)
                    for (int c = 0; c < 9; c++)
                        out[81 * count + 9 * r + c] = 1 + __builtin_ctz(((uint16_t *)&here[r])[c + c / 3]);
            if (++count == limit) break;
        }
        level--;
    }
    *nodes += spent;
    return count;
}

/* As scalar9 in search.py. */
static __attribute__((noinline)) V9_TARGET long long v9_search(const unsigned char *cells, long long limit,
                                                               unsigned char *out, long long keep,
                                                               long long max_nodes, long long *nodes,
                                                               double *stop) {
    v9_t stack[82][9];
    if (!v9_load(cells, stack[0])) return 0;
    return v9_run(stack, limit, out, keep, max_nodes, nodes, stop);
}

/* As other9 in search.py. */
static __attribute__((noinline)) V9_TARGET int v9_other(const unsigned char *cells, int cell, int digit) {
    v9_t stack[82][9];
    long long nodes = 0;
    if (!v9_load(cells, stack[0])) return 0;
    ((uint16_t *)stack[0])[cell / 9 * 16 + cell % 9 + cell % 9 / 3] &= (uint16_t)~(1 << (digit - 1));
    return (int)v9_run(stack, 1, 0, 0, 0, &nodes, 0);
}

/* Naked and hidden singles of the columns and boxes of a board whose lines are x; returns x's sum, which tells change. */
V9 v9_t v9_singles(v9_t *x, int boxes) {
    v9_t once = {0}, twice = {0}, fixed = {0}, sum = {0};
    v9_t hidden[3], near[3];
    for (int r = 0; r < 9; r++) twice |= once & x[r], once |= x[r];
    for (int b = 0; b < 3; b++) {
        hidden[b] = once & ~twice;
        if (boxes) {
            v9_t p = x[3 * b], q = x[3 * b + 1], s = x[3 * b + 2];
            v9_t o = p | q | s, t = (p & q) | ((p | q) & s), o1 = v9_turn(o), o2 = v9_back(o);
            t |= v9_turn(t) | v9_back(t) | (o & (o1 | o2)) | (o1 & o2);
            hidden[b] |= (o | o1 | o2) & ~t;
        }
    }
    for (int r = 0; r < 9; r++) {
        v9_t h = x[r] & hidden[r / 3];
        x[r] = h | (x[r] & (v9_t)(h == 0));
        fixed |= v9_single(x[r]);
    }
    for (int b = 0; b < 3; b++) {
        near[b] = fixed;
        if (boxes) {
            v9_t o = v9_single(x[3 * b]) | v9_single(x[3 * b + 1]) | v9_single(x[3 * b + 2]);
            near[b] |= o | v9_turn(o) | v9_back(o);
        }
    }
    for (int r = 0; r < 9; r++) {
        x[r] &= ~near[r / 3] | v9_single(x[r]);
        sum += x[r];
    }
    return sum;
}

/* As singles9 in search.py. */
static __attribute__((noinline)) V9_TARGET int v9_by_singles(const unsigned char *cells, unsigned char *out) {
    v9_t x[9], state[9], before = {0}, sum;
    if (!v9_load(cells, state)) return 0;
    for (int r = 0; r < 9; r++) x[r] = state[r];
    for (;;) {
        v9_singles(x, 1);
        v9_transpose(x);
        sum = v9_singles(x, 0);
        v9_transpose(x);
        if (v9_same(sum, before)) return 0;
        before = sum;
        v9_t open = {0}, empty = {0};
        for (int r = 0; r < 9; r++) open |= x[r] & (x[r] - 1), empty |= (v9_t)(x[r] == 0);
        if (!_mm256_testz_si256((__m256i)empty, (__m256i)V9_FULL)) return 0;
        if (_mm256_testz_si256((__m256i)open, (__m256i)open)) break;
    }
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++) out[9 * r + c] = 1 + __builtin_ctz(((uint16_t *)&x[r])[c + c / 3]);
    return 1;
}

#else

static int v9_available(void) { return 0; }
static long long v9_search(const unsigned char *cells, long long limit, unsigned char *out, long long keep,
                           long long max_nodes, long long *nodes, double *stop) {
    (void)cells, (void)stop, (void)limit, (void)out, (void)keep, (void)max_nodes, (void)nodes;
    return 0;
}
static int v9_other(const unsigned char *cells, int cell, int digit) {
    (void)cells, (void)cell, (void)digit;
    return 0;
}
static int v9_by_singles(const unsigned char *cells, unsigned char *out) {
    (void)cells, (void)out;
    return 0;
}

#endif
#endif
