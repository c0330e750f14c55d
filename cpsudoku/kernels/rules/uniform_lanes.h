/* One compilation of uniform.h: UNI_WIDTH lanes a vector (UNI_BITS says which are not 0), for processors of UNI_TARGET,
   named by UNI. No guard: it is included once for each. */

typedef uint16_t UNI(uniform_t) __attribute__((vector_size(2 * UNI_WIDTH)));
/* The same anywhere in memory: a memcpy would go by halves, and wait for them. */
typedef uint16_t UNI(uniform_u) __attribute__((vector_size(2 * UNI_WIDTH), aligned(2), may_alias));
typedef uint64_t UNI(uniform_w) __attribute__((vector_size(2 * UNI_WIDTH)));
#define UNI_V UNI(uniform_t)
#define UNI_W UNI(uniform_w)
#define UNI_AT(place) (*(UNI(uniform_u) *)(place))
/* All ones where no bit is set. */
#define UNI_NONE(x) ((UNI_V)((x) == 0))

/* What the two other lines of a band have; *x* is 0 in lanes that are no line's. */
UNI_TARGET static inline UNI_V UNI(uniform_others)(UNI_V x) {
    UNI_W w = (UNI_W)x;
    return (UNI_V)(w >> 16 | w >> 32 | w << 16 | w << 32);
}

/* Write what is kept, and which lanes it changes. */
#define UNI_TELL(at)                                                                              \
    do {                                                                                          \
        for (int j = 0; j < 9; j++) UNI_AT(kept + UNI_LANES * j + (at)) = keep[j];               \
        for (int j = 0; j < 9; j++) {                                                             \
            uint32_t bits = UNI_BITS(m[j] ^ keep[j]);                                             \
            changed[j] |= bits << (at);                                                           \
            some |= bits;                                                                         \
        }                                                                                         \
    } while (0)

UNI_TARGET static int UNI(uniform_singles)(const uint16_t *lanes, uint16_t *kept, uint32_t *changed) {
    uint32_t some = 0, missing = 0;
    for (int j = 0; j < 9; j++) changed[j] = 0;
    for (int at = 0; at < UNI_LANES; at += UNI_WIDTH) {
        UNI_V m[9], keep[9], single[9], t[3], leave[3], any = {0};
        const UNI_V lines = UNI_AT(uniform_lines + at);
        UNI_V once = {0}, twice = {0}, known = {0}, again = {0};
        for (int j = 0; j < 9; j++) {
            m[j] = UNI_AT(lanes + UNI_LANES * j + at);
            twice |= once & m[j];
            once |= m[j];
            single[j] = m[j] & UNI_NONE(m[j] & (m[j] - 1));
            again |= known & single[j];
            known |= single[j];
        }
        missing |= (uint32_t)UNI_BITS(once ^ UNI_FULL) << at;
        for (int k = 0; k < 3; k++) {
            t[k] = m[3 * k] | m[3 * k + 1] | m[3 * k + 2];
            leave[k] = (UNI_V){0};
        }
        for (int k = 0; k < 3; k++) {
            UNI_V here = t[k] & lines, pointed = here & ~UNI(uniform_others)(here);
            leave[k] |= UNI(uniform_others)(here & ~(t[(k + 1) % 3] | t[(k + 2) % 3]));
            leave[(k + 1) % 3] |= pointed;
            leave[(k + 2) % 3] |= pointed;
        }
        for (int k = 0; k < 3; k++) leave[k] &= lines;
        once &= ~twice;
        for (int j = 0; j < 9; j++) {
            UNI_V alone = m[j] & once;
            keep[j] = m[j] & ~((known & ~single[j]) | again | leave[j / 3]);
            keep[j] &= (alone | UNI_NONE(alone)) & UNI_NONE(alone & (alone - 1));
            any |= m[j] ^ keep[j];
        }
        if (UNI_BITS(any)) UNI_TELL(at);
    }
    return missing ? -1 - __builtin_ctz(missing) : some != 0;
}

UNI_TARGET static int UNI(uniform_pairs)(const uint16_t *lanes, uint16_t *kept, uint32_t *changed) {
    uint32_t some = 0;
    for (int j = 0; j < 9; j++) changed[j] = 0;
    for (int at = 0; at < UNI_LANES; at += UNI_WIDTH) {
        UNI_V m[9], keep[9], two[9], own[9], equal, any = {0};
        UNI_V once = {0}, twice = {0}, thrice = {0}, paired = {0}, again = {0};
        for (int j = 0; j < 9; j++) {
            m[j] = UNI_AT(lanes + UNI_LANES * j + at);
            thrice |= twice & m[j];
            twice |= once & m[j];
            once |= m[j];
        }
        /* cells of two digits, one of them in a third place, and both with two such cells; the others differ from all */
        once = twice = (UNI_V){0};
        for (int j = 0; j < 9; j++) {
            UNI_V more = m[j] & (m[j] - 1);
            two[j] = m[j] & UNI_NONE(more & (more - 1)) & ~UNI_NONE(m[j] & thrice) & ~UNI_NONE(more);
            twice |= once & two[j];
            once |= two[j];
        }
        for (int j = 0; j < 9; j++) {
            two[j] &= UNI_NONE(two[j] & ~twice);
            any |= two[j];
        }
        if (!UNI_BITS(any)) continue;
        for (int j = 0; j < 9; j++) {
            two[j] |= UNI_NONE(two[j]) & (uint16_t)((j + 1) << 9);
            own[j] = (UNI_V){0};
        }
        for (int j = 1; j < 9; j++) {
            for (int k = 0; k < j; k++) {
                equal = (UNI_V)(two[j] == two[k]) & m[j];
                again |= paired & equal;
                paired |= equal;
                own[j] |= equal;
                own[k] |= equal;
            }
        }
        any = (UNI_V){0};
        for (int j = 0; j < 9; j++) {
            keep[j] = m[j] & ~(paired & ~own[j]) & UNI_NONE(again);
            any |= m[j] ^ keep[j];
        }
        if (UNI_BITS(any)) UNI_TELL(at);
    }
    return some != 0;
}

#undef UNI_V
#undef UNI_W
#undef UNI_AT
#undef UNI_NONE
#undef UNI_TELL
