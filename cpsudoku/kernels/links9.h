/* Where a board of candidates is wide open: the candidate to branch on, for vector9.h (see classic/lookahead.py; by AVX-512
   in links9_wide.h). All candidates are counted at once: a number is three vectors, a binary digit each. */

#ifndef CPSUDOKU_LINKS9_H
#define CPSUDOKU_LINKS9_H

typedef struct { v9_t one, two, four, pair; } v9_tally; /* a number, 7 at most; and where it is 2 */

V9 v9_t v9_odd(v9_t a, v9_t b, v9_t c) { return v9_xor(v9_xor(a, b), c); }
V9 v9_t v9_carry(v9_t a, v9_t b, v9_t c) { return v9_or(v9_and(a, b), v9_and(v9_or(a, b), c)); }

/* The sum of s, and of c twice. */
V9 v9_tally v9_tallied(const v9_t *s, const v9_t *c) {
    v9_tally n;
    v9_t up = v9_carry(s[0], s[1], s[2]), twos = v9_odd(c[0], c[1], c[2]), fours = v9_carry(c[0], c[1], c[2]);
    v9_t over = v9_and(up, twos), more = v9_and(fours, over);
    n.one = v9_or(v9_odd(s[0], s[1], s[2]), more);
    n.two = v9_or(v9_xor(up, twos), more);
    n.four = v9_or(v9_xor(fours, over), more);
    n.pair = v9_without(n.two, v9_or(n.one, n.four));
    return n;
}

/* w = a + b, of n digits each; w has one more. */
V9 void v9_plus(const v9_t *a, const v9_t *b, v9_t *w, int n) {
    v9_t up = v9_and(a[0], b[0]);
    w[0] = v9_xor(a[0], b[0]);
    for (int k = 1; k < n; k++) {
        w[k] = v9_odd(a[k], b[k], up);
        up = v9_carry(a[k], b[k], up);
    }
    w[n] = up;
}
V9 void v9_total_of(v9_tally a, v9_tally b, v9_t *w) {
    const v9_t as[3] = {a.one, a.two, a.four}, bs[3] = {b.one, b.two, b.four};
    v9_plus(as, bs, w, 3);
}

/* How many candidates the cell of each has. */
V9 v9_tally v9_of_cell(v9_t x) {
    const v9_t full = v9_all(511);
    v9_t most[7]; /* where there are so many at most */
    v9_tally n;
    for (int k = 0; k < 7; k++) {
        most[k] = v9_is0(x);
        x = v9_more(x);
    }
    n.one = v9_or(v9_without(most[1], most[0]), v9_without(most[3], most[2]));
    n.one = v9_or(n.one, v9_or(v9_without(most[5], most[4]), v9_without(full, most[6])));
    n.two = v9_or(v9_without(most[3], most[1]), v9_without(full, most[5]));
    n.four = v9_without(full, most[3]);
    n.pair = v9_without(most[2], most[1]);
    return n;
}

/* How many places the digit of each has in its line. */
V9 v9_tally v9_of_line(v9_t x) {
    v9_t a = v9_turn(x), b = v9_back(x), s[3], c[3];
    s[0] = v9_odd(x, a, b);
    c[0] = v9_carry(x, a, b);
    for (int k = 1; k < 3; k++) {
        s[k] = v9_beside(s[k - 1]);
        c[k] = v9_beside(c[k - 1]);
    }
    return v9_tallied(s, c);
}

/* The candidate to branch on: its cell as v9_choose has it, its bit in *bit*; -1 where none is linked. Of those in *aim*,
   where there are some. */
V9 int v9_linked(const v9_t *y, const v9_t *aim, unsigned *bit) {
    v9_t s[3], c[3], found[9], weight[9][5], some = v9_all(0);
    for (int b = 0; b < 3; b++) {
        s[b] = v9_odd(y[3 * b], y[3 * b + 1], y[3 * b + 2]);
        c[b] = v9_carry(y[3 * b], y[3 * b + 1], y[3 * b + 2]);
    }
    const v9_tally column = v9_tallied(s, c);
    for (int b = 0; b < 3; b++) {
        v9_t sb[3] = {s[b], v9_turn(s[b]), v9_back(s[b])}, cb[3] = {c[b], v9_turn(c[b]), v9_back(c[b])};
        const v9_tally box = v9_tallied(sb, cb);
        v9_t around[4], here[4];
        v9_total_of(column, box, around);
        for (int r = 3 * b; r < 3 * b + 3; r++) {
            const v9_tally cell = v9_of_cell(y[r]), line = v9_of_line(y[r]);
            v9_total_of(cell, line, here);
            v9_plus(around, here, weight[r], 4);
            found[r] = v9_and(y[r], v9_or(v9_or(column.pair, box.pair), v9_or(cell.pair, line.pair)));
            found[r] = v9_without(found[r], v9_is0(v9_more(y[r])));
            some = v9_or(some, v9_and(found[r], aim[r]));
        }
    }
    if (!v9_nothing(some))
        for (int r = 0; r < 9; r++) found[r] = v9_and(found[r], aim[r]);
    for (int k = 4; k >= 0; k--) {
        some = v9_all(0);
        for (int r = 0; r < 9; r++) some = v9_or(some, v9_and(found[r], weight[r][k]));
        if (!v9_nothing(some))
            for (int r = 0; r < 9; r++) found[r] = v9_and(found[r], weight[r][k]);
    }
    for (int i = 0; i < 9; i++) {
        int r = i % 3 * 3 + i / 3;
        unsigned here = v9_mask(v9_is0(found[r])) ^ v9_mask(v9_all(65535));
        if (here) {
            int lane = v9_ctz(here) / V9_STRIDE;
            unsigned mask = v9_get(&found[r], lane);
            *bit = mask & (0u - mask);
            return 16 * r + lane;
        }
    }
    return -1;
}

#endif
