/* The search of vector9.h in 512-bit vectors, for x86-64 processors with AVX-512 (F, BW, DQ, VL), by GCC and clang.

   Three vectors hold a board: of every band the first, the second and the third line. Cell c of band b lies in lane
   9 b + c, so a triad across the three vectors is a lane-wise operation, and its neighbours in the box and in the
   column are other lanes of the same vector. Lanes 27 to 31 stay empty. The same rule, the same order of rounds and the
   same choice of cells as there: the two find the same solutions, in the same order. */

#ifndef CPSUDOKU_BANDS9_H
#define CPSUDOKU_BANDS9_H

#include <immintrin.h>
#include <stdint.h>
#include <string.h>
#include "polling.h"

typedef __m512i b9_t;

#define B9_TARGET __attribute__((target("avx2,bmi,popcnt,avx512f,avx512bw,avx512dq,avx512vl")))
#define B9 static inline __attribute__((always_inline)) B9_TARGET
#define B9_APART static __attribute__((noinline)) B9_TARGET
#define B9_LANES 0x7ffffffu
#define B9_EIGHT(of, l) of(l), of(l + 1), of(l + 2), of(l + 3), of(l + 4), of(l + 5), of(l + 6), of(l + 7)
#define B9_EACH(of) B9_EIGHT(of, 0), B9_EIGHT(of, 8), B9_EIGHT(of, 16), B9_EIGHT(of, 24)
#define B9_TABLE(of) {B9_EACH(of)}
#define B9_KEEP(l, from) ((l) < 27 ? (from) : (l))

typedef uint16_t b9_table[32] __attribute__((aligned(64)));
/* Where each lane comes from: the same column one or two bands on, the same line of the box one or two columns on. */
#define B9_OF_DOWN(l) B9_KEEP(l, ((l) + 9) % 27)
#define B9_OF_UP(l) B9_KEEP(l, ((l) + 18) % 27)
#define B9_OF_TURN(l) B9_KEEP(l, (l) / 3 * 3 + ((l) + 1) % 3)
#define B9_OF_BACK(l) B9_KEEP(l, (l) / 3 * 3 + ((l) + 2) % 3)
static const b9_table B9_DOWN = B9_TABLE(B9_OF_DOWN), B9_UP = B9_TABLE(B9_OF_UP);
static const b9_table B9_TURN = B9_TABLE(B9_OF_TURN), B9_BACK = B9_TABLE(B9_OF_BACK);
/* Of a transposition: lane 9 s + 3 b + i takes column i + d of stack s in band b (see b9_transpose). */
#define B9_OF_MOVE(l, d) B9_KEEP(l, (l) % 9 / 3 * 9 + (l) / 9 * 3 + ((l) % 3 + d) % 3)
#define B9_OF_MOVE0(l) B9_OF_MOVE(l, 0)
#define B9_OF_MOVE1(l) B9_OF_MOVE(l, 1)
#define B9_OF_MOVE2(l) B9_OF_MOVE(l, 2)
static const b9_table B9_MOVE0 = B9_TABLE(B9_OF_MOVE0), B9_MOVE1 = B9_TABLE(B9_OF_MOVE1);
static const b9_table B9_MOVE2 = B9_TABLE(B9_OF_MOVE2);
#define B9_OF_FULL(l) ((l) < 27 ? 511 : 0)
static const b9_table B9_CELLS = B9_TABLE(B9_OF_FULL);
/* Candidates of a digit; 0: all of them. */
#define B9_OF_DIGIT(d) ((d) == 0 ? 511 : (d) < 10 ? 1 << ((d) - 1) : 0)
static const b9_table B9_DIGITS = B9_TABLE(B9_OF_DIGIT);

B9 b9_t b9_read(const uint16_t *table) { return _mm512_load_si512(table); }
#define B9_FULL b9_read(B9_CELLS)
B9 b9_t b9_take(b9_t x, const uint16_t *from) { return _mm512_permutexvar_epi16(b9_read(from), x); }
/* Three operands in one instruction; the number is the truth table of the expression beside it. */
#define B9_OR(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0xfe)      /* a | b | c */
#define B9_AND(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0x80)     /* a & b & c */
#define B9_TWO(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0xe8)     /* in two of them at least */
#define B9_BOTH(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0x40)    /* a & b & ~c */
#define B9_SHARED(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0xa8)  /* (a | b) & c */
#define B9_NEITHER(a, b) _mm512_ternarylogic_epi64(a, b, b, 0x03)    /* ~(a | b) */
#define B9_LEFT(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0xba) /* (a & ~b) | c */
#define B9_WHERE(a, mask, b) _mm512_mask_mov_epi16(a, mask, b)       /* b in the lanes of the mask, a in the others */

B9 b9_t b9_below(b9_t x) { return _mm512_sub_epi16(x, _mm512_set1_epi16(1)); }
B9 b9_t b9_more(b9_t x) { return _mm512_and_si512(x, b9_below(x)); }                         /* without its lowest bit */
B9 __mmask32 b9_some(b9_t x) { return _mm512_test_epi16_mask(x, x); }
B9 __mmask32 b9_open(b9_t x) { return _mm512_test_epi16_mask(x, b9_below(x)); }              /* with two bits or more */
B9 b9_t b9_single(b9_t x) { return _mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(x, b9_below(x)), x); }
B9 b9_t b9_prefer(b9_t x, b9_t some) { /* each lane's part in *some*, or all of it where there is none */
    return B9_WHERE(x, _mm512_test_epi16_mask(x, some), _mm512_and_si512(x, some));
}
B9 int b9_is(b9_t a, b9_t b) { return _mm512_cmpneq_epi16_mask(a, b) == 0; }
B9 unsigned b9_get(const b9_t *x, int lane) {
    uint16_t found;
    memcpy(&found, (const char *)x + 2 * lane, 2);
    return found;
}

/* Lines become columns. Line i meets column k of a box at distance d = k - i (mod 3): what has the same distance is
   gathered from the three vectors, moved by one permutation, and dealt to the three columns. */
B9 void b9_transpose(b9_t *x) {
    const __mmask32 k0 = 0x1249249, k1 = 0x2492492, k2 = 0x4924924; /* lanes of column 0, 1, 2 of a box; then of line */
    b9_t d0 = b9_take(B9_WHERE(B9_WHERE(x[0], k1, x[1]), k2, x[2]), B9_MOVE0);
    b9_t d1 = b9_take(B9_WHERE(B9_WHERE(x[0], k2, x[1]), k0, x[2]), B9_MOVE1);
    b9_t d2 = b9_take(B9_WHERE(B9_WHERE(x[0], k0, x[1]), k1, x[2]), B9_MOVE2);
    x[0] = B9_WHERE(B9_WHERE(d0, k1, d2), k2, d1);
    x[1] = B9_WHERE(B9_WHERE(d1, k1, d0), k2, d2);
    x[2] = B9_WHERE(B9_WHERE(d2, k1, d1), k2, d0);
}

/* 0: a contradiction. The rule is that of v9_infer. */
B9 int b9_infer(b9_t *x) {
    b9_t t = B9_OR(x[0], x[1], x[2]), m = B9_TWO(x[0], x[1], x[2]);
    b9_t s0 = b9_single(x[0]), s1 = b9_single(x[1]), s2 = b9_single(x[2]);
    b9_t w = _mm512_or_si512(b9_take(t, B9_TURN), b9_take(t, B9_BACK));
    b9_t both = B9_SHARED(b9_take(t, B9_DOWN), b9_take(t, B9_UP), w);
    b9_t q = _mm512_andnot_si512(B9_OR(s0, s1, s2), both);
    if (!b9_is(_mm512_or_si512(t, both), B9_FULL)) return 0;
    b9_t keep = B9_AND(b9_take(q, B9_DOWN), b9_take(q, B9_UP), b9_take(q, B9_TURN)), one = B9_NEITHER(q, m);
    keep = _mm512_and_si512(keep, b9_take(q, B9_BACK));
    x[0] = b9_prefer(B9_BOTH(x[0], keep, _mm512_or_si512(s1, s2)), one); /* one: the triad holds it, in one cell alone */
    x[1] = b9_prefer(B9_BOTH(x[1], keep, _mm512_or_si512(s0, s2)), one);
    x[2] = b9_prefer(B9_BOTH(x[2], keep, _mm512_or_si512(s0, s1)), one);
    return 1;
}

/* every line and box admits every digit */
B9 int b9_complete(const b9_t *x) {
    b9_t t = B9_OR(x[0], x[1], x[2]);
    b9_t box = B9_OR(t, b9_take(t, B9_TURN), b9_take(t, B9_BACK));
    b9_t line = B9_OR(t, b9_take(t, B9_DOWN), b9_take(t, B9_UP));
    return b9_is(_mm512_and_si512(box, line), B9_FULL);
}
B9 b9_t b9_sum(const b9_t *x) { return _mm512_add_epi16(_mm512_add_epi16(x[0], x[1]), x[2]); }

B9 int b9_full(const b9_t *x) { return (b9_some(x[0]) & b9_some(x[1]) & b9_some(x[2])) == B9_LANES; }
B9 int b9_done(const b9_t *x) { return (b9_open(x[0]) | b9_open(x[1]) | b9_open(x[2])) == 0; }

/* 0 contradiction, 1 open, 2 solved; ends as v9_propagate does. */
B9 int b9_propagate(b9_t *x) {
    b9_t before = _mm512_setzero_si512();
    for (;;) {
        if (!b9_infer(x)) return 0;
        b9_t sum = b9_sum(x);
        if (b9_is(sum, before)) break;
        b9_transpose(x);
        if (!b9_infer(x)) return 0;
        if (!b9_full(x)) return 0; /* a cell without candidates */
        if (b9_done(x)) {
            if (!b9_complete(x)) return 0;
            b9_transpose(x);
            return b9_complete(x) ? 2 : 0;
        }
        b9_transpose(x);
        before = b9_sum(x);
    }
    return 1;
}

/* The candidates of 81 cells; 0 where a byte is no digit. */
B9 int b9_load(const unsigned char *cells, b9_t *state) {
    const __m128i nine = _mm_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0);
    __mmask32 wrong = 0;
    for (int i = 0; i < 3; i++) {
        const unsigned char *at = cells + 9 * i;
        __m128i a = _mm_and_si128(_mm_loadu_si128((const __m128i *)at), nine);
        __m128i b = _mm_and_si128(_mm_loadu_si128((const __m128i *)(at + 27)), nine);
        __m128i c = i < 2 ? _mm_and_si128(_mm_loadu_si128((const __m128i *)(at + 54)), nine)
                          : _mm_srli_si128(_mm_loadu_si128((const __m128i *)(at + 47)), 7); /* not beyond the 81st */
        __m256i digits = _mm256_set_m128i(_mm_or_si128(_mm_srli_si128(b, 7), _mm_slli_si128(c, 2)),
                                          _mm_or_si128(a, _mm_slli_si128(b, 9)));
        wrong |= _mm256_cmpgt_epu8_mask(digits, _mm256_set1_epi8(9));
        state[i] = _mm512_maskz_permutexvar_epi16(B9_LANES, _mm512_cvtepu8_epi16(digits), b9_read(B9_DIGITS));
    }
    return wrong == 0;
}

/* The digits of a board, 0 where a cell has several. */
B9 void b9_write(const b9_t *x, unsigned char *out) {
    for (int i = 0; i < 3; i++) {
        unsigned char line[32];
        b9_t bits = x[i], digit = _mm512_set1_epi16(1);
        for (int k = 3; k >= 0; k--) { /* the number of the one bit, by halves */
            static const short upper[4] = {0x2aa, 0xcc, 0xf0, 0x100};
            digit = _mm512_mask_add_epi16(digit, _mm512_test_epi16_mask(bits, _mm512_set1_epi16(upper[k])), digit,
                                          _mm512_set1_epi16((short)(1 << k)));
        }
        digit = B9_WHERE(digit, b9_open(bits), _mm512_setzero_si512());
        _mm256_storeu_si256((__m256i *)line, _mm512_cvtepi16_epi8(digit));
        for (int b = 0; b < 3; b++) memcpy(out + 27 * b + 9 * i, line + 9 * b, 9);
    }
}

/* Of each cell, 32 (line of its band) + lane: the lanes of its line, column and box in the vectors 0, 1 (32 bits each)
   and 2; above the last 127 less its number on the board. */
#define B9_NEAR(l) (7ull << (l) / 3 * 3 | 0x40201ull << (l) % 9)
#define B9_LINE(l) (511ull << (l) / 9 * 9)
#define B9_OF_AROUND0(l) {(B9_NEAR(l) | B9_LINE(l)) | B9_NEAR(l) << 32, B9_NEAR(l) | (uint64_t)B9_RANK(l, 0) << 32}
#define B9_OF_AROUND1(l) {B9_NEAR(l) | (B9_NEAR(l) | B9_LINE(l)) << 32, B9_NEAR(l) | (uint64_t)B9_RANK(l, 1) << 32}
#define B9_OF_AROUND2(l) {B9_NEAR(l) | B9_NEAR(l) << 32, (B9_NEAR(l) | B9_LINE(l)) | (uint64_t)B9_RANK(l, 2) << 32}
#define B9_RANK(l, i) ((127 - (l) / 9 * 27 - (i) * 9 - (l) % 9) & 127)
static const uint64_t B9_AROUND[96][2] = {B9_EACH(B9_OF_AROUND0), B9_EACH(B9_OF_AROUND1), B9_EACH(B9_OF_AROUND2)};

/* The cell to branch on, 32 * (line of its band) + lane, -1 where every cell has its digit; see v9_choose. */
B9 int b9_choose(const b9_t *y) {
    uint32_t open[3], two[3];
    b9_t rest[3];
    for (int i = 0; i < 3; i++) {
        b9_t more = b9_more(y[i]);
        rest[i] = b9_more(more);
        open[i] = b9_some(more);
        two[i] = open[i] & ~b9_some(rest[i]);
    }
    uint64_t open01 = open[0] | (uint64_t)open[1] << 32, two01 = two[0] | (uint64_t)two[1] << 32;
    uint64_t left = two01 ? two01 : two[2], later = two01 ? two[2] : 0;
    unsigned base = two01 ? 0 : 64, best = 0;
    while (left) { /* one loop for the three vectors, as how it ends is hard to foresee */
        unsigned cell = base + (unsigned)_tzcnt_u64(left);
        b9_t pair = _mm512_set1_epi16((short)b9_get(y, (int)cell));
        __mmask64 of0 = _mm512_test_epi16_mask(y[0], pair), of1 = _mm512_test_epi16_mask(y[1], pair);
        uint64_t of01 = _cvtmask64_u64(_mm512_kunpackd(of1, of0)) & B9_AROUND[cell][0];
        uint64_t of2 = _mm512_test_epi16_mask(y[2], pair) & B9_AROUND[cell][1] & UINT32_MAX;
        unsigned score = (unsigned)(__builtin_popcountll(of01 & open01) + __builtin_popcountll(of2 & open[2]) +
                                    2 * (__builtin_popcountll(of01 & two01) + __builtin_popcountll(of2 & two[2])));
        score = score << 7 | (unsigned)(B9_AROUND[cell][1] >> 32); /* of equal ones the first */
        best = score > best ? score : best;
        left &= left - 1;
        int end = left == 0;
        left = end ? later : left;
        later = end ? 0 : later;
        base = end ? 64 : base;
    }
    if (best) {
        best = 127 - best % 128;
        return (int)(best % 27 / 9 * 32 + best / 27 * 9 + best % 9);
    }
    if (!(open01 | open[2])) return -1;
    for (;;) { /* a cell with fewest, the first of them */
        for (int i = 0; i < 3; i++) {
            b9_t more = b9_more(rest[i]);
            two[i] = b9_some(rest[i]) & ~b9_some(more);
            rest[i] = more;
        }
        if (two[0] | two[1] | two[2])
            for (int r = 0; r < 9; r++) {
                uint32_t here = two[r % 3] & 511u << r / 3 * 9;
                if (here) return 32 * (r % 3) + __builtin_ctz(here);
            }
    }
}

/* As v9_run. What is tried next stays in registers; what is tried later waits on the stack. */
B9 long long b9_run(b9_t *x, b9_t (*stack)[3], long long limit, unsigned char *out, long long keep,
                    long long max_nodes, long long *nodes, double *stop) {
    int level = 0;
    long long count = 0, spent = 0;
    for (;;) {
        int found = b9_propagate(x);
        if (found == 1) {
            if ((max_nodes && spent >= max_nodes) || (stop && (spent & 1023) == 1023 && cps_look(stop))) {
                *nodes += spent;
                return -1 - count;
            }
            b9_t *here = stack[level];
            here[0] = x[0]; here[1] = x[1]; here[2] = x[2];
            int cell = b9_choose(here);
            if (cell >= 0) { /* else full, and not right */
                spent++;
                unsigned mask = b9_get(here + cell / 32, cell % 32);
                b9_t bit = _mm512_set1_epi16((short)(mask & (0u - mask)));
                for (int i = 0; i < 3; i++) {
                    __mmask32 at = i == cell / 32 ? 1u << cell % 32 : 0;
                    here[i] = B9_WHERE(x[i], at, _mm512_andnot_si512(bit, x[i]));
                    x[i] = B9_WHERE(x[i], at, bit);
                }
                level++;
                continue;
            }
        } else if (found == 2) {
            if (count < keep) b9_write(x, out + 81 * count);
            if (++count == limit) break;
        }
        if (--level < 0) break;
        x[0] = stack[level][0]; x[1] = stack[level][1]; x[2] = stack[level][2];
    }
    *nodes += spent;
    return count;
}

typedef b9_t b9_board[3];

#include "links9_wide.h"

/* 81 masks as a board. */
B9 void b9_lines(const uint16_t *masks, b9_t *x) {
    const __mmask32 line = 511; /* the lanes of band b: 9 b to 9 b + 8 */
    for (int i = 0; i < 3; i++) {
        x[i] = _mm512_maskz_loadu_epi16(line, masks + 9 * i);
        x[i] = _mm512_mask_loadu_epi16(x[i], line << 9, masks + 9 * i + 18);
        x[i] = _mm512_mask_loadu_epi16(x[i], line << 18, masks + 9 * i + 36);
    }
}

/* As v9_go. */
B9 int b9_go(b9_board *stack, int *level, const uint16_t *wanted, int wide, unsigned char *out, long long max_nodes,
             long long *nodes, double *stop) {
    static const uint16_t none[81] = {0};
    b9_board aim, x, m; /* m: the candidate to branch on */
    int at = *level, answer = 0;
    long long spent = 0;
    b9_lines(wanted ? wanted : none, aim);
    while (at >= 0 && !answer) {
        b9_t *here = stack[at], *next = stack[at + 1];
        for (int i = 0; i < 3; i++) x[i] = here[i];
        int found = b9_propagate(x), cell;
        if (found && wanted &&
            !(_mm512_test_epi16_mask(x[0], aim[0]) | _mm512_test_epi16_mask(x[1], aim[1]) | _mm512_test_epi16_mask(x[2], aim[2])))
            found = 0;
        if (found == 1) {
            if ((max_nodes >= 0 && spent >= max_nodes) || ((spent & 1023) == 1023 && cps_look(stop))) {
                answer = -1;
                for (int i = 0; i < 3; i++) here[i] = x[i];
                continue;
            }
            if (!wide || !b9_linked(x, aim, m)) {
                for (int i = 0; i < 3; i++) here[i] = x[i];
                if ((cell = b9_choose(here)) < 0) {
                    at--;
                    continue;
                }
                unsigned mask = b9_get(here + cell / 32, cell % 32), good = mask & b9_get(aim + cell / 32, cell % 32);
                unsigned first = good ? good & (0u - good) : mask & (0u - mask);
                for (int i = 0; i < 3; i++)
                    m[i] = _mm512_maskz_set1_epi16(i == cell / 32 ? 1u << cell % 32 : 0, (short)first);
            }
            spent++;
            for (int i = 0; i < 3; i++) {
                here[i] = _mm512_andnot_si512(m[i], x[i]);
                next[i] = B9_WHERE(x[i], b9_some(m[i]), m[i]);
            }
            at++;
            continue;
        }
        if (found == 2) {
            b9_write(x, out);
            answer = 1;
        }
        at--;
    }
    *level = at;
    *nodes += spent;
    return answer;
}

/* Naked and hidden singles of the columns and boxes of a board whose lines are x; returns x's sum, which tells change. */
B9 b9_t b9_singles(b9_t *x, int boxes) {
    b9_t o = B9_OR(x[0], x[1], x[2]), t = B9_TWO(x[0], x[1], x[2]);
    b9_t o1 = b9_take(o, B9_DOWN), o2 = b9_take(o, B9_UP);
    b9_t twice = B9_OR(B9_OR(t, b9_take(t, B9_DOWN), b9_take(t, B9_UP)), B9_TWO(o, o1, o2), t);
    b9_t hidden = _mm512_andnot_si512(twice, B9_OR(o, o1, o2));
    if (boxes) {
        o1 = b9_take(o, B9_TURN);
        o2 = b9_take(o, B9_BACK);
        twice = B9_OR(B9_OR(t, b9_take(t, B9_TURN), b9_take(t, B9_BACK)), B9_TWO(o, o1, o2), t);
        hidden = _mm512_or_si512(hidden, _mm512_andnot_si512(twice, B9_OR(o, o1, o2)));
    }
    for (int i = 0; i < 3; i++) x[i] = b9_prefer(x[i], hidden);
    b9_t s[3] = {b9_single(x[0]), b9_single(x[1]), b9_single(x[2])};
    b9_t fixed = B9_OR(s[0], s[1], s[2]);
    b9_t around = B9_OR(fixed, b9_take(fixed, B9_DOWN), b9_take(fixed, B9_UP));
    if (boxes) around = B9_OR(around, b9_take(fixed, B9_TURN), b9_take(fixed, B9_BACK));
    for (int i = 0; i < 3; i++) x[i] = B9_LEFT(x[i], around, s[i]);
    return b9_sum(x);
}

/* As v9_fill. */
B9 int b9_fill(const unsigned char *cells, unsigned char *out) {
    b9_t x[3], before = _mm512_setzero_si512(), sum;
    int sound = b9_load(cells, x), done = 0;
    while (sound) {
        b9_singles(x, 1);
        b9_transpose(x);
        sum = b9_singles(x, 0);
        b9_transpose(x);
        sound = b9_full(x);
        done = b9_done(x);
        if (done || b9_is(sum, before)) break;
        before = sum;
    }
    if (sound) b9_write(x, out);
    else memcpy(out, cells, 81);
    return sound && done;
}

B9_APART long long v9_search_wide(const unsigned char *cells, long long limit, unsigned char *out, long long keep,
                                  long long max_nodes, long long *nodes, double *stop) {
    b9_t x[3], stack[81][3];
    return b9_load(cells, x) ? b9_run(x, stack, limit, out, keep, max_nodes, nodes, stop) : 0;
}
B9_APART int v9_other_wide(const unsigned char *cells, int cell, int digit, unsigned char *out) {
    b9_t x[3], stack[81][3], bit = _mm512_set1_epi16((short)(1 << (digit - 1)));
    long long nodes = 0;
    if (!b9_load(cells, x)) return 0;
    for (int i = 0; i < 3; i++)
        x[i] = B9_WHERE(x[i], i == cell / 9 % 3 ? 1u << (cell / 27 * 9 + cell % 9) : 0, _mm512_andnot_si512(bit, x[i]));
    return (int)b9_run(x, stack, 1, out, out != 0, 0, &nodes, 0);
}
/* Within v9_room() bytes, wherever they begin: a board takes less than one of v9_board. */
B9 b9_board *b9_stack(unsigned char *room) { return (b9_board *)(((uintptr_t)room + 63) & ~(uintptr_t)63); }
B9_APART void v9_begin_wide(unsigned char *room, const uint16_t *masks) { b9_lines(masks, b9_stack(room)[0]); }
B9_APART int v9_resume_wide(unsigned char *room, int *level, const uint16_t *wanted, int wide, unsigned char *out,
                            long long max_nodes, long long *nodes, double *stop) {
    return b9_go(b9_stack(room), level, wanted, wide, out, max_nodes, nodes, stop);
}
B9_APART int v9_left_wide(const uint16_t *masks, int cell, unsigned bit) {
    b9_t x[3];
    uint64_t parts[24];
    int n = 0;
    b9_lines(masks, x);
    for (int i = 0; i < 3; i++)
        x[i] = _mm512_mask_set1_epi16(x[i], i == cell / 9 % 3 ? 1u << (cell / 27 * 9 + cell % 9) : 0, (short)bit);
    int found = b9_propagate(x);
    if (!found || (found == 1 && b9_done(x))) return 0;
    memcpy(parts, x, sizeof parts);
    for (int i = 0; i < 24; i++) n += __builtin_popcountll(parts[i]);
    return n;
}
B9_APART int v9_settle_wide(const uint16_t *masks, uint16_t *out) {
    const __mmask32 line = 511;
    b9_t x[3];
    b9_lines(masks, x);
    int found = b9_propagate(x);
    if (!found || (found == 1 && b9_done(x))) return 0;
    for (int i = 0; i < 3; i++) {
        _mm512_mask_storeu_epi16(out + 9 * i, line, x[i]);
        _mm512_mask_storeu_epi16(out + 9 * i + 18, line << 9, x[i]);
        _mm512_mask_storeu_epi16(out + 9 * i + 36, line << 18, x[i]);
    }
    return 1;
}
B9_APART int v9_by_singles_wide(const unsigned char *cells, unsigned char *out) { return b9_fill(cells, out); }

#endif
