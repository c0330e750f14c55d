/* What rows, columns and boxes of a 9x9 board say, of all 27 houses at once, by vectors.

   A lane is a house, a vector the j-th cells of all: rows in lanes 0-2, 4-6, 8-10, columns in 16-18, 20-22, 24-26, three
   of one band in a group of four lanes; boxes where these leave room: 3, 7, 11-14, 19, 23, 27. So what three lines of a
   band share is within 64 bits, and all else is the same for each house. Cells of a house in reading order; a mask has a
   bit a digit. Lanes 15 and 28-31 have all digits for ever.
   Written once (uniform_lanes.h), with the vectors that GCC and clang know on every processor, and compiled for several;
   elsewhere board.py does it all. Every way gives the same answers. */

#ifndef CPSUDOKU_UNIFORM_H
#define CPSUDOKU_UNIFORM_H

#include "vectors.h"

#define UNI_LANES 32
#define UNI_FULL 511

/* Of each cell where its mask stands among the lanes: in its row, its column, its box. */
#define UNI_LINE(k) (4 * ((k) / 3) + (k) % 3)
#define UNI_BOX(b) ((b) < 3 ? 4 * (b) + 3 : (b) < 6 ? (b) + 9 : 4 * (b) - 5)
#define UNI_CELL(r, c)                                                                            \
    {UNI_LANES * (c) + UNI_LINE(r), UNI_LANES * (r) + 16 + UNI_LINE(c), UNI_LANES * ((r) % 3 * 3 + (c) % 3) + UNI_BOX((r) / 3 * 3 + (c) / 3)}
#define UNI_ROW(r)                                                                                \
    UNI_CELL(r, 0), UNI_CELL(r, 1), UNI_CELL(r, 2), UNI_CELL(r, 3), UNI_CELL(r, 4), UNI_CELL(r, 5), UNI_CELL(r, 6), UNI_CELL(r, 7), UNI_CELL(r, 8)
static const uint16_t uniform_places[81][3] = {UNI_ROW(0), UNI_ROW(1), UNI_ROW(2), UNI_ROW(3), UNI_ROW(4),
                                               UNI_ROW(5), UNI_ROW(6), UNI_ROW(7), UNI_ROW(8)};

/* The cell's mask, in its three lanes. */
static inline void uniform_put(unsigned short *lanes, int cell, unsigned long long mask) {
    const uint16_t *at = uniform_places[cell];
    lanes[at[0]] = lanes[at[1]] = lanes[at[2]] = (unsigned short)mask;
}

#if defined(__GNUC__) && (defined(__x86_64__) || defined(__aarch64__))

/* All ones in the lanes of rows and columns. */
#define UNI_BAND 0xFFFF, 0xFFFF, 0xFFFF, 0
static const uint16_t uniform_lines[UNI_LANES] = {UNI_BAND, UNI_BAND, UNI_BAND, 0, 0, 0, 0, UNI_BAND, UNI_BAND, UNI_BAND, 0, 0, 0, 0};

#ifdef __x86_64__
#include <immintrin.h>
#define UNI_WIDTH 32
#define UNI_TARGET __attribute__((target("avx2,bmi,avx512f,avx512bw,avx512dq,avx512vl")))
#define UNI(name) name##_avx512
#define UNI_BITS(x) _mm512_test_epi16_mask((__m512i)(x), (__m512i)(x))
#include "uniform_lanes.h"
#undef UNI_WIDTH
#undef UNI_TARGET
#undef UNI
#undef UNI_BITS
#define UNI_WIDTH 16
#define UNI_TARGET __attribute__((target("avx2,bmi")))
#define UNI(name) name##_avx2
#define UNI_BITS(x) uniform_bits_avx2((__m256i)((x) == 0))
/* Of the lanes that are not all ones, a bit each. */
UNI_TARGET static inline uint32_t uniform_bits_avx2(__m256i x) {
    uint32_t found = ~(uint32_t)_mm256_movemask_epi8(_mm256_packs_epi16(x, x));
    return (found & 0xFF) | (found >> 8 & 0xFF00);
}
#include "uniform_lanes.h"
#undef UNI_WIDTH
#undef UNI_TARGET
#undef UNI
#undef UNI_BITS
#endif
#define UNI_WIDTH 8
#define UNI_TARGET
#define UNI(name) name##_plain
typedef uint64_t uniform_words __attribute__((vector_size(16)));
#define UNI_BITS(x) uniform_bits_plain((uniform_words)((x) == 0))
/* Of the lanes that are not all ones, a bit each. */
static inline uint32_t uniform_bits_plain(uniform_words x) {
#ifdef __x86_64__
    return ~(uint32_t)_mm_movemask_epi8(_mm_packs_epi16((__m128i)x, (__m128i)x)) & 0xFF;
#else
    uniform_words some = ~x & 0x0008000400020001;
    return (uint32_t)(some[0] * 0x0001000100010001 >> 48 | some[1] * 0x0001000100010001 >> 48 << 4);
#endif
}
#include "uniform_lanes.h"

#ifdef __x86_64__
#define UNI_CALL(name, ...) \
    (vector_level == 3 ? name##_avx512(__VA_ARGS__) : vector_level == 2 ? name##_avx2(__VA_ARGS__) : name##_plain(__VA_ARGS__))
#else
#define UNI_CALL(name, ...) name##_plain(__VA_ARGS__)
#endif

/* Known digits leave their houses, digits with one place go there, those that have all their places where a line and a
   box meet leave the rest of both. kept[32 j + lane] is told what the j-th cell of the lane's house keeps, changed[j]
   the lanes where this is less than before, as bits. How many cells changed (some, not exactly), or the complement of
   the first lane where a digit has no place. */
static int uniform_singles(const unsigned short *lanes, unsigned short *kept, unsigned int *changed) {
    return UNI_CALL(uniform_singles, lanes, kept, changed);
}
/* The same for two digits that two cells have for themselves: the others lose them. Where pairs contradict each other,
   the cells of the house keep nothing. */
static int uniform_pairs(const unsigned short *lanes, unsigned short *kept, unsigned int *changed) {
    return UNI_CALL(uniform_pairs, lanes, kept, changed);
}

#else

static int uniform_singles(const unsigned short *lanes, unsigned short *kept, unsigned int *changed) {
    (void)lanes, (void)kept, (void)changed;
    return 0;
}
static int uniform_pairs(const unsigned short *lanes, unsigned short *kept, unsigned int *changed) {
    (void)lanes, (void)kept, (void)changed;
    return 0;
}

#endif
#endif
