/* links9.h in the vectors of bands9.h: the same choice. */

#ifndef CPSUDOKU_LINKS9_WIDE_H
#define CPSUDOKU_LINKS9_WIDE_H

/* The same line and column of the box one or two boxes on. */
#define B9_OF_BESIDE(l) B9_KEEP(l, (l) / 9 * 9 + ((l) + 3) % 9)
#define B9_OF_BEYOND(l) B9_KEEP(l, (l) / 9 * 9 + ((l) + 6) % 9)
static const b9_table B9_BESIDE = B9_TABLE(B9_OF_BESIDE), B9_BEYOND = B9_TABLE(B9_OF_BEYOND);
#define B9_ODD(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0x96) /* in one of them, or in three */

typedef struct { b9_t one, two, four, pair; } b9_tally;

/* The sum of s, and of c twice, here and in two other places. */
B9 b9_tally b9_tallied(b9_t s, b9_t c, const uint16_t *next, const uint16_t *last) {
    b9_tally n;
    b9_t s1 = b9_take(s, next), s2 = b9_take(s, last), c1 = b9_take(c, next), c2 = b9_take(c, last);
    b9_t up = B9_TWO(s, s1, s2), twos = B9_ODD(c, c1, c2), fours = B9_TWO(c, c1, c2);
    b9_t over = _mm512_and_si512(up, twos), more = _mm512_and_si512(fours, over);
    n.one = _mm512_or_si512(B9_ODD(s, s1, s2), more);
    n.two = _mm512_or_si512(_mm512_xor_si512(up, twos), more);
    n.four = _mm512_or_si512(_mm512_xor_si512(fours, over), more);
    n.pair = _mm512_andnot_si512(_mm512_or_si512(n.one, n.four), n.two);
    return n;
}

/* As v9_of_cell. Half bytes are counted by a table. */
B9 b9_tally b9_of_cell(b9_t x) {
    const __m512i ones = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const b9_t half = _mm512_set1_epi16(15);
    b9_t low = _mm512_shuffle_epi8(ones, _mm512_and_si512(x, half));
    b9_t high = _mm512_shuffle_epi8(ones, _mm512_and_si512(_mm512_srli_epi16(x, 4), half));
    b9_t all = _mm512_add_epi16(_mm512_add_epi16(low, high), _mm512_srli_epi16(x, 8));
    __mmask32 more = _mm512_test_epi16_mask(all, _mm512_set1_epi16(8));
    __mmask32 one = _mm512_test_epi16_mask(all, _mm512_set1_epi16(1)) | more;
    __mmask32 two = _mm512_test_epi16_mask(all, _mm512_set1_epi16(2)) | more;
    __mmask32 four = _mm512_test_epi16_mask(all, _mm512_set1_epi16(4)) | more;
    b9_tally n;
    n.one = _mm512_maskz_set1_epi16(one, 511);
    n.two = _mm512_maskz_set1_epi16(two, 511);
    n.four = _mm512_maskz_set1_epi16(four, 511);
    n.pair = _mm512_maskz_set1_epi16(two & ~(one | four), 511);
    return n;
}

/* w = a + b, of n digits each; w has one more. */
B9 void b9_plus(const b9_t *a, const b9_t *b, b9_t *w, int n) {
    b9_t up = _mm512_and_si512(a[0], b[0]);
    w[0] = _mm512_xor_si512(a[0], b[0]);
    for (int k = 1; k < n; k++) {
        w[k] = B9_ODD(a[k], b[k], up);
        up = B9_TWO(a[k], b[k], up);
    }
    w[n] = up;
}

B9 void b9_total_of(b9_tally a, b9_tally b, b9_t *w) {
    const b9_t as[3] = {a.one, a.two, a.four}, bs[3] = {b.one, b.two, b.four};
    b9_plus(as, bs, w, 3);
}

/* As v9_linked: the one candidate in m; 0 where none is linked. */
B9 int b9_linked(const b9_t *y, const b9_t *aim, b9_t *m) {
    const b9_t zero = _mm512_setzero_si512(), s = B9_ODD(y[0], y[1], y[2]), c = B9_TWO(y[0], y[1], y[2]);
    const b9_tally column = b9_tallied(s, c, B9_DOWN, B9_UP), box = b9_tallied(s, c, B9_TURN, B9_BACK);
    b9_t around[4], here[4], weight[3][5], some;
    b9_total_of(column, box, around);
    for (int i = 0; i < 3; i++) {
        b9_t a = b9_take(y[i], B9_TURN), b = b9_take(y[i], B9_BACK);
        const b9_tally line = b9_tallied(B9_ODD(y[i], a, b), B9_TWO(y[i], a, b), B9_BESIDE, B9_BEYOND);
        const b9_tally cell = b9_of_cell(y[i]);
        b9_total_of(cell, line, here);
        b9_plus(around, here, weight[i], 4);
        m[i] = _mm512_and_si512(y[i], _mm512_or_si512(B9_OR(column.pair, box.pair, cell.pair), line.pair));
        m[i] = _mm512_maskz_mov_epi16(b9_open(y[i]), m[i]);
    }
    b9_t w[3] = {_mm512_and_si512(m[0], aim[0]), _mm512_and_si512(m[1], aim[1]), _mm512_and_si512(m[2], aim[2])};
    for (int k = 4;; k--) {
        some = B9_OR(w[0], w[1], w[2]);
        if (b9_some(some)) {
            m[0] = w[0]; m[1] = w[1]; m[2] = w[2];
        }
        if (k < 0) break;
        for (int i = 0; i < 3; i++) w[i] = _mm512_and_si512(m[i], weight[i][k]);
    }
    __mmask32 first0 = b9_some(m[0]), first1 = first0 ? 0 : b9_some(m[1]), first2 = first0 | first1 ? 0 : b9_some(m[2]);
    m[0] = _mm512_maskz_mov_epi16(first0 & (0u - first0), _mm512_and_si512(m[0], _mm512_sub_epi16(zero, m[0])));
    m[1] = _mm512_maskz_mov_epi16(first1 & (0u - first1), _mm512_and_si512(m[1], _mm512_sub_epi16(zero, m[1])));
    m[2] = _mm512_maskz_mov_epi16(first2 & (0u - first2), _mm512_and_si512(m[2], _mm512_sub_epi16(zero, m[2])));
    return (first0 | first1 | first2) != 0;
}

#endif
