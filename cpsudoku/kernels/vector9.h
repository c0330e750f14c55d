/* Depth-first search on the classic 9x9 board with 256-bit vectors: AVX2 on x86-64, NEON on 64-bit ARM; AVX-512 has a
   file of its own, bands9.h.

   The inference is that of search.py: a band is nine triads, and one rule on triads gives naked and hidden
   singles and locked candidates. Here the three bands are treated at once. A board is nine vectors of sixteen
   16-bit lanes, a vector a line: the cells of the line lie in lanes 0-2, 4-6 and 8-10, one group of four lanes
   a box; the lanes between and after them are empty. A triad across three vectors is a lane-wise operation, its
   neighbours in the box are the other lanes of the group. The board is transposed between the two directions.

   What a lane can do is in lanes_avx2.h and lanes_neon.h, by the same names. Nothing here is used unless
   v9_available() says that the processor has the instructions. */

#ifndef CPSUDOKU_VECTOR9_H
#define CPSUDOKU_VECTOR9_H

#include "polling.h"

#if defined(__x86_64__) || (defined(_M_X64) && !defined(_M_ARM64EC))
#include "lanes_avx2.h"
#define V9_HERE 1
#elif (defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)) || defined(_M_ARM64)
#include "lanes_neon.h"
#define V9_HERE 1
#else
#define V9_HERE 0
#endif

#if V9_HERE

static const uint16_t V9_CELLS[16] = {511, 511, 511, 0, 511, 511, 511, 0, 511, 511, 511, 0, 0, 0, 0, 0};
#define V9_FULL v9_read(V9_CELLS)

V9 v9_t v9_is0(v9_t x) { return v9_equal(x, v9_all(0)); }
V9 v9_t v9_more(v9_t x) { return v9_and(x, v9_sub(x, v9_all(1))); } /* without its lowest bit */
V9 v9_t v9_single(v9_t x) { return v9_and(x, v9_is0(v9_more(x))); }
V9 v9_t v9_others(v9_t x) { return v9_or(v9_turn(x), v9_back(x)); } /* the two other lanes of the group */
V9 unsigned v9_get(const v9_t *x, int lane) {
    uint16_t found;
    memcpy(&found, (const char *)x + 2 * lane, 2);
    return found;
}
V9 void v9_put(v9_t *x, int lane, unsigned mask) {
    uint16_t made = (uint16_t)mask;
    memcpy((char *)x + 2 * lane, &made, 2);
}

V9 void v9_transpose(v9_t *x) {
    const v9_t zero = v9_all(0);
    v9_t l01[3], l2[3], h01[3], h2[3];
    for (int b = 0; b < 3; b++) {
        v9_t p = v9_low16(x[3 * b], x[3 * b + 1]), q = v9_low16(x[3 * b + 2], zero);
        l01[b] = v9_low32(p, q);
        l2[b] = v9_high32(p, q);
        p = v9_high16(x[3 * b], x[3 * b + 1]);
        q = v9_high16(x[3 * b + 2], zero);
        h01[b] = v9_low32(p, q);
        h2[b] = v9_high32(p, q);
    }
    v9_t u, v;
    u = v9_low64(l01[0], l01[1]); v = v9_low64(l01[2], zero);
    x[0] = v9_lower(u, v); x[6] = v9_upper(u, v);
    u = v9_high64(l01[0], l01[1]); v = v9_high64(l01[2], zero);
    x[1] = v9_lower(u, v); x[7] = v9_upper(u, v);
    u = v9_low64(l2[0], l2[1]); v = v9_low64(l2[2], zero);
    x[2] = v9_lower(u, v); x[8] = v9_upper(u, v);
    u = v9_low64(h01[0], h01[1]); v = v9_low64(h01[2], zero);
    x[3] = v9_lower(u, v);
    u = v9_high64(h01[0], h01[1]); v = v9_high64(h01[2], zero);
    x[4] = v9_lower(u, v);
    u = v9_low64(h2[0], h2[1]); v = v9_low64(h2[2], zero);
    x[5] = v9_lower(u, v);
}

V9 int v9_infer(v9_t *x) {
    v9_t s[9], t[3], q[3], m[3], u[3], ok;
    for (int b = 0; b < 3; b++) {
        v9_t a0 = x[3 * b], a1 = x[3 * b + 1], a2 = x[3 * b + 2], either = v9_or(a0, a1);
        m[b] = v9_or(v9_and(a0, a1), v9_and(either, a2));
        t[b] = v9_or(either, a2);
        s[3 * b] = v9_single(a0);
        s[3 * b + 1] = v9_single(a1);
        s[3 * b + 2] = v9_single(a2);
    }
    u[0] = v9_or(t[1], t[2]); u[1] = v9_or(t[0], t[2]); u[2] = v9_or(t[0], t[1]);
    ok = v9_or(u[0], t[0]);
    for (int b = 0; b < 3; b++) {
        v9_t w = v9_others(t[b]);
        ok = v9_and(ok, v9_or(w, t[b]));
        q[b] = v9_without(v9_and(u[b], w), v9_or(v9_or(s[3 * b], s[3 * b + 1]), s[3 * b + 2]));
    }
    if (!v9_covers(ok, V9_FULL)) return 0;
    for (int b = 0; b < 3; b++) {
        v9_t keep = v9_and(v9_and(q[(b + 1) % 3], q[(b + 2) % 3]), v9_and(v9_turn(q[b]), v9_back(q[b])));
        v9_t shared = v9_or(q[b], m[b]); /* what is in it need not be in one cell alone */
        for (int i = 0; i < 3; i++) {
            v9_t a = v9_without(v9_and(x[3 * b + i], keep), v9_or(s[3 * b + (i + 1) % 3], s[3 * b + (i + 2) % 3]));
            v9_t h = v9_without(a, shared);
            x[3 * b + i] = v9_or(h, v9_and(a, v9_is0(h)));
        }
    }
    return 1;
}

V9 int v9_same(v9_t a, v9_t b) { return v9_nothing(v9_or(v9_without(a, b), v9_without(b, a))); }
/* every line and box admits every digit */
V9 int v9_complete(const v9_t *x) {
    v9_t t[3], ok;
    for (int b = 0; b < 3; b++) t[b] = v9_or(v9_or(x[3 * b], x[3 * b + 1]), x[3 * b + 2]);
    ok = v9_or(v9_or(t[0], t[1]), t[2]);
    for (int b = 0; b < 3; b++) ok = v9_and(ok, v9_or(t[b], v9_others(t[b])));
    return v9_covers(ok, V9_FULL);
}
V9 v9_t v9_sum(const v9_t *x) {
    v9_t sum = x[0];
    for (int i = 1; i < 9; i++) sum = v9_add(sum, x[i]);
    return sum;
}
/* 0 contradiction, 1 open, 2 solved. Ends where one direction finds nothing new: half a round less each time is worth
   more than what the other direction might still find. Open may be a full grid then, but none that is right. */
V9 int v9_propagate(v9_t *state) {
    v9_t x[9], before = v9_all(0), sum, least;
    for (int i = 0; i < 9; i++) x[i] = state[i];
    for (;;) {
        if (!v9_infer(x)) return 0;
        if (v9_same(v9_sum(x), before)) break;
        v9_transpose(x);
        if (!v9_infer(x)) return 0;
        sum = x[0]; least = x[0];
        for (int i = 1; i < 9; i++) {
            sum = v9_add(sum, x[i]);
            least = v9_least(least, x[i]);
        }
        if (!v9_apart(v9_is0(least), V9_FULL)) return 0;
        if (v9_same(sum, V9_FULL)) {
            if (!v9_complete(x)) return 0;
            v9_transpose(x);
            if (!v9_complete(x)) return 0;
            for (int i = 0; i < 9; i++) state[i] = x[i];
            return 2;
        }
        v9_transpose(x);
        before = v9_sum(x);
    }
    for (int i = 0; i < 9; i++) state[i] = x[i];
    return 1;
}

V9 int v9_load(const uint8_t *cells, v9_t *state) {
    int digits = v9_candidates(cells, state);
    for (int r = 0; r < 9; r++) state[r] = v9_and(state[r], V9_FULL);
    return digits;
}

#define V9_ON 65535, 65535, 65535, 0
static const uint16_t V9_GROUPS[3][16] = {{V9_ON}, {0, 0, 0, 0, V9_ON}, {0, 0, 0, 0, 0, 0, 0, 0, V9_ON}};
static const uint16_t V9_LANES[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/* The weight of the cells that share a digit with *pair*. */
V9 v9_t v9_sharing(v9_t cells, v9_t pair, v9_t weight) { return v9_without(weight, v9_is0(v9_and(cells, pair))); }

/* The cell to branch on, 16 * row + lane, -1 where every cell has its digit: of the cells with two candidates the one whose digits most
   cells around it share (a cell with two candidates counts three times); else a cell with fewest. */
V9 int v9_choose(const v9_t *y) {
    v9_t two[9], weight[9];
    int best = -1, few = 99;
    unsigned most = 0;
    for (int r = 0; r < 9; r++) {
        v9_t more = v9_more(y[r]), closed = v9_is0(more);
        two[r] = v9_without(v9_is0(v9_more(more)), closed);
        weight[r] = v9_or(v9_without(v9_all(1), closed), v9_and(two[r], v9_all(2)));
    }
#if defined(__GNUC__)
    #pragma GCC unroll 3
#endif
    for (int b = 0; b < 3; b++)
        for (int r = 3 * b; r < 3 * b + 3; r++)
            for (unsigned left = v9_mask(two[r]); left; left &= left - 1) {
                int lane = v9_ctz(left) / V9_STRIDE;
                v9_t pair = v9_all(v9_get(&y[r], lane));
                v9_t line = v9_sharing(y[r], pair, weight[r]), band[3];
                for (int k = 0; k < 3; k++)
                    band[k] = v9_add(v9_add(v9_sharing(y[3 * k], pair, weight[3 * k]),
                                            v9_sharing(y[3 * k + 1], pair, weight[3 * k + 1])),
                                     v9_sharing(y[3 * k + 2], pair, weight[3 * k + 2]));
                v9_t box = v9_and(v9_sub(band[b], line), v9_read(V9_GROUPS[lane / 4]));
                v9_t column = v9_and(v9_add(band[(b + 1) % 3], band[(b + 2) % 3]),
                                     v9_equal(v9_read(V9_LANES), v9_all((unsigned)lane)));
                unsigned score = v9_total(v9_add(v9_add(line, box), column));
                if (score > most) {
                    most = score;
                    best = 16 * r + lane;
                }
            }
    if (best >= 0) return best;
    for (int r = 0; r < 9; r++)
        for (int l = 0; l < 11; l++) {
            int n = v9_ones(v9_get(&y[r], l));
            if (n > 1 && n < few) {
                few = n;
                best = 16 * r + l;
            }
        }
    return best;
}

#include "links9.h"

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
            int cell = v9_choose(here);
            if (cell < 0) { /* full, and not right: the direction that would have said so did not come again */
                level--;
                continue;
            }
            spent++;
            unsigned mask = v9_get(here + cell / 16, cell % 16), bit = mask & (0u - mask);
            for (int r = 0; r < 9; r++) next[r] = here[r];
            v9_put(here + cell / 16, cell % 16, mask ^ bit);
            v9_put(next + cell / 16, cell % 16, bit);
            level++;
            continue;
        }
        if (found == 2) {
            if (count < keep)
                for (int r = 0; r < 9; r++)
                    for (int c = 0; c < 9; c++)
                        out[81 * count + 9 * r + c] = (unsigned char)(1 + v9_ctz(v9_get(&here[r], c + c / 3)));
            if (++count == limit) break;
        }
        level--;
    }
    *nodes += spent;
    return count;
}

typedef v9_t v9_board[9];

/* The stack of a search that can be left, within v9_room() bytes wherever they begin. */
#define V9_ALIGN 64
V9 v9_board *v9_stack(unsigned char *room) {
    return (v9_board *)(((uintptr_t)room + V9_ALIGN - 1) & ~(uintptr_t)(V9_ALIGN - 1));
}

V9 void v9_lines(const uint16_t *masks, v9_t *state) {
    for (int r = 0; r < 9; r++) {
        state[r] = v9_all(0);
        for (int c = 0; c < 9; c++) v9_put(&state[r], c + c / 3, masks[9 * r + c]);
    }
}

/* On from stack[*level]: 1 a solution (in *out*), 0 no more, -1 after *max_nodes* branches (negative: no bound), or where
   *stop* says so. *wanted*: masks of candidates, or NULL; a solution must then have some of them, and they come first.
   *wide*: the board is open, and the choice is that of links9.h, where that finds something. */
V9 int v9_go(v9_board *stack, int *level, const uint16_t *wanted, int wide, unsigned char *out, long long max_nodes,
             long long *nodes, double *stop) {
    v9_t aim[9];
    int at = *level, answer = 0;
    long long spent = 0;
    for (int r = 0; r < 9; r++) aim[r] = v9_all(0);
    if (wanted) v9_lines(wanted, aim);
    while (at >= 0 && !answer) {
        v9_t *here = stack[at], *next = stack[at + 1];
        int found = v9_propagate(here), cell = -1;
        unsigned bit = 0;
        if (found && wanted) {
            v9_t some = v9_all(0);
            for (int r = 0; r < 9; r++) some = v9_or(some, v9_and(here[r], aim[r]));
            if (v9_nothing(some)) found = 0;
        }
        if (found == 1) {
            if ((max_nodes >= 0 && spent >= max_nodes) || ((spent & 1023) == 1023 && cps_look(stop))) {
                answer = -1;
                continue;
            }
            if (wide) cell = v9_linked(here, aim, &bit);
            if (cell < 0 && (cell = v9_choose(here)) >= 0) {
                unsigned mask = v9_get(here + cell / 16, cell % 16), good = mask & v9_get(aim + cell / 16, cell % 16);
                bit = good ? good & (0u - good) : mask & (0u - mask);
            }
            if (cell < 0) {
                at--;
                continue;
            }
            spent++;
            for (int r = 0; r < 9; r++) next[r] = here[r];
            v9_put(here + cell / 16, cell % 16, v9_get(here + cell / 16, cell % 16) ^ bit);
            v9_put(next + cell / 16, cell % 16, bit);
            at++;
            continue;
        }
        if (found == 2) {
            for (int r = 0; r < 9; r++)
                for (int c = 0; c < 9; c++) out[9 * r + c] = (unsigned char)(1 + v9_ctz(v9_get(&here[r], c + c / 3)));
            answer = 1;
        }
        at--;
    }
    *level = at;
    *nodes += spent;
    return answer;
}

/* The rule until it ends; 0: a contradiction, or a grid that is full and not right. */
V9 int v9_held(v9_t *x) {
    v9_t open = v9_all(0);
    int found = v9_propagate(x);
    if (found != 1) return found;
    for (int r = 0; r < 9; r++) open = v9_or(open, v9_more(x[r]));
    return !v9_nothing(open);
}

/* It from 81 masks on, its state in *out*. */
V9 int v9_hold(const uint16_t *masks, uint16_t *out) {
    v9_t x[9];
    v9_lines(masks, x);
    if (!v9_held(x)) return 0;
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++) out[9 * r + c] = (uint16_t)v9_get(&x[r], c + c / 3);
    return 1;
}

/* How many candidates are left of 81 masks where one cell has *bit*; 0: a contradiction. */
V9 int v9_count(const uint16_t *masks, int cell, unsigned bit) {
    v9_t x[9];
    int n = 0;
    v9_lines(masks, x);
    v9_put(&x[cell / 9], cell % 9 + cell % 9 / 3, bit);
    if (!v9_held(x)) return 0;
    for (int r = 0; r < 9; r++) n += v9_bits(x[r]);
    return n;
}

/* Naked and hidden singles of the columns and boxes of a board whose lines are x; returns x's sum, which tells change. */
V9 v9_t v9_singles(v9_t *x, int boxes) {
    v9_t once = v9_all(0), twice = once, fixed = once, sum = once;
    v9_t hidden[3], around[3];
    for (int r = 0; r < 9; r++) {
        twice = v9_or(twice, v9_and(once, x[r]));
        once = v9_or(once, x[r]);
    }
    for (int b = 0; b < 3; b++) {
        hidden[b] = v9_without(once, twice);
        if (boxes) {
            v9_t p = x[3 * b], q = x[3 * b + 1], s = x[3 * b + 2], either = v9_or(p, q);
            v9_t o = v9_or(either, s), t = v9_or(v9_and(p, q), v9_and(either, s)), o1 = v9_turn(o), o2 = v9_back(o);
            t = v9_or(t, v9_or(v9_others(t), v9_or(v9_and(o, v9_or(o1, o2)), v9_and(o1, o2))));
            hidden[b] = v9_or(hidden[b], v9_without(v9_or(v9_or(o, o1), o2), t));
        }
    }
    for (int r = 0; r < 9; r++) {
        v9_t h = v9_and(x[r], hidden[r / 3]);
        x[r] = v9_or(h, v9_and(x[r], v9_is0(h)));
        fixed = v9_or(fixed, v9_single(x[r]));
    }
    for (int b = 0; b < 3; b++) {
        around[b] = fixed;
        if (boxes) {
            v9_t o = v9_or(v9_or(v9_single(x[3 * b]), v9_single(x[3 * b + 1])), v9_single(x[3 * b + 2]));
            around[b] = v9_or(around[b], v9_or(o, v9_others(o)));
        }
    }
    for (int r = 0; r < 9; r++) {
        x[r] = v9_or(v9_without(x[r], around[r / 3]), v9_single(x[r]));
        sum = v9_add(sum, x[r]);
    }
    return sum;
}

/* Whether singles fill the puzzle. Where they do not, *out* is the puzzle with what they place, or, where they find
   that it has no solution, the puzzle as it is. */
V9 int v9_fill(const unsigned char *cells, unsigned char *out) {
    v9_t x[9], before = v9_all(0), sum, open = before;
    int sound = v9_load(cells, x);
    while (sound) {
        v9_singles(x, 1);
        v9_transpose(x);
        sum = v9_singles(x, 0);
        v9_transpose(x);
        v9_t empty = open = v9_all(0);
        for (int r = 0; r < 9; r++) {
            open = v9_or(open, v9_more(x[r]));
            empty = v9_or(empty, v9_is0(x[r]));
        }
        sound = v9_apart(empty, V9_FULL);
        if (v9_nothing(open) || v9_same(sum, before)) break;
        before = sum;
    }
    if (!sound) {
        memcpy(out, cells, 81);
        return 0;
    }
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++) {
            unsigned mask = v9_get(&x[r], c + c / 3);
            out[9 * r + c] = (unsigned char)(mask & (mask - 1) ? 0 : 1 + v9_ctz(mask));
        }
    return v9_nothing(open);
}

/* The entries, for one set of instructions: v9_search, v9_other, v9_by_singles, v9_settle, v9_left, v9_begin, v9_resume. */
#define V9_ENTRIES(name, target)                                                                                      \
    V9_APART target long long v9_search_##name(const unsigned char *cells, long long limit, unsigned char *out,       \
                                               long long keep, long long max_nodes, long long *nodes, double *stop) { \
        v9_t stack[82][9];                                                                                            \
        return v9_load(cells, stack[0]) ? v9_run(stack, limit, out, keep, max_nodes, nodes, stop) : 0;                \
    }                                                                                                                 \
    V9_APART target int v9_other_##name(const unsigned char *cells, int cell, int digit, unsigned char *out) {        \
        v9_t stack[82][9];                                                                                            \
        long long nodes = 0;                                                                                          \
        int at = cell % 9 + cell % 9 / 3;                                                                             \
        if (!v9_load(cells, stack[0])) return 0;                                                                      \
        v9_t *row = &stack[0][cell / 9];                                                                              \
        v9_put(row, at, v9_get(row, at) & ~(1u << (digit - 1)));                                                      \
        return (int)v9_run(stack, 1, out, out != 0, 0, &nodes, 0);                                                    \
    }                                                                                                                 \
    V9_APART target int v9_by_singles_##name(const unsigned char *cells, unsigned char *out) {                        \
        return v9_fill(cells, out);                                                                                   \
    }                                                                                                                 \
    V9_APART target int v9_left_##name(const uint16_t *masks, int cell, unsigned bit) {                               \
        return v9_count(masks, cell, bit);                                                                            \
    }                                                                                                                 \
    V9_APART target int v9_settle_##name(const uint16_t *masks, uint16_t *out) { return v9_hold(masks, out); }        \
    V9_APART target void v9_begin_##name(unsigned char *room, const uint16_t *masks) {                                \
        v9_lines(masks, v9_stack(room)[0]);                                                                           \
    }                                                                                                                 \
    V9_APART target int v9_resume_##name(unsigned char *room, int *level, const uint16_t *wanted, int wide,           \
                                         unsigned char *out, long long max_nodes, long long *nodes, double *stop) {   \
        return v9_go(v9_stack(room), level, wanted, wide, out, max_nodes, nodes, stop);                               \
    }

V9_ENTRIES(plain, V9_TARGET)
static int v9_level = 0;
#ifdef V9_WIDE
#include "bands9.h"
#define V9_CALL(entry, ...) (v9_level == 3 ? entry##_wide(__VA_ARGS__) : entry##_plain(__VA_ARGS__))
#else
#define V9_CALL(entry, ...) (entry##_plain(__VA_ARGS__))
#endif

/* 0 none, 1 NEON, 2 AVX2, 3 AVX-512: what the processor has, or *most* where that is less. The entries use it from then on. */
static int v9_available(int most) {
    int found = v9_supported();
    if (found > most) found = most >= 2 ? most : 0;
    return v9_level = found;
}
/* As scalar9 in search.py. */
static long long v9_search(const unsigned char *cells, long long limit, unsigned char *out, long long keep,
                           long long max_nodes, long long *nodes, double *stop) {
    return V9_CALL(v9_search, cells, limit, out, keep, max_nodes, nodes, stop);
}
/* As second9 in search.py; without *out* as other9. */
static int v9_other(const unsigned char *cells, int cell, int digit, unsigned char *out) {
    return V9_CALL(v9_other, cells, cell, digit, out);
}
/* As singles9 in search.py. */
static int v9_by_singles(const unsigned char *cells, unsigned char *out) { return V9_CALL(v9_by_singles, cells, out); }
/* As settle9 in search.py. */
static int v9_settle(const unsigned short *masks, unsigned short *out) { return V9_CALL(v9_settle, masks, out); }
/* As left9 in search.py. */
static int v9_left(const unsigned short *masks, int cell, unsigned bit) { return V9_CALL(v9_left, masks, cell, bit); }
/* Bytes of a search that can be left. */
static int v9_room(void) { return (int)(82 * sizeof(v9_board)) + V9_ALIGN; }
/* Such a search begins, within 81 masks. */
static void v9_begin(unsigned char *room, const unsigned short *masks) { V9_CALL(v9_begin, room, masks); }
/* It goes on, see v9_go; the level is 0 at first. */
static int v9_resume(unsigned char *room, int *level, const unsigned short *wanted, int wide, unsigned char *out,
                     long long max_nodes, long long *nodes, double *stop) {
    return V9_CALL(v9_resume, room, level, wanted, wide, out, max_nodes, nodes, stop);
}

#else

static int v9_available(int most) { (void)most; return 0; }
static long long v9_search(const unsigned char *cells, long long limit, unsigned char *out, long long keep,
                           long long max_nodes, long long *nodes, double *stop) {
    (void)cells, (void)stop, (void)limit, (void)out, (void)keep, (void)max_nodes, (void)nodes;
    return 0;
}
static int v9_other(const unsigned char *cells, int cell, int digit, unsigned char *out) {
    (void)cells, (void)cell, (void)digit, (void)out;
    return 0;
}
static int v9_by_singles(const unsigned char *cells, unsigned char *out) {
    (void)cells, (void)out;
    return 0;
}
static int v9_settle(const unsigned short *masks, unsigned short *out) {
    (void)masks, (void)out;
    return 0;
}
static int v9_left(const unsigned short *masks, int cell, unsigned bit) {
    (void)masks, (void)cell, (void)bit;
    return 0;
}
static int v9_room(void) { return 0; }
static void v9_begin(unsigned char *room, const unsigned short *masks) { (void)room, (void)masks; }
static int v9_resume(unsigned char *room, int *level, const unsigned short *wanted, int wide, unsigned char *out,
                     long long max_nodes, long long *nodes, double *stop) {
    (void)room, (void)level, (void)wanted, (void)wide, (void)out, (void)max_nodes, (void)nodes, (void)stop;
    return 0;
}

#endif
#endif
