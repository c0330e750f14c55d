/* One compilation of fillings.h: FILL_LANES sets a vector, for processors of FILL_TARGET, named by FILL. No guard: it is
   included once for each. */

typedef uint32_t FILL(fill_t) __attribute__((vector_size(4 * FILL_LANES)));
#define FILL_V FILL(fill_t)
/* All ones where no bit is set. */
#define FILL_NONE(x) ((FILL_V)((x) == 0))

/* The body, for a size that the compiler knows. */
#define FILL_SIZED(size)                                                                          \
    do {                                                                                          \
        FILL_V cell[size], reached[size], kept = ~(FILL_V){0};                                    \
        for (int k = 0; k < size; k++) {                                                          \
            cell[k] = (FILL_V){0} + (uint32_t)masks[k];                                           \
            reached[k] = (FILL_V){0};                                                             \
        }                                                                                         \
        while (at < count) {                                                                      \
            uint32_t some[FILL_LANES] = {0};                                                      \
            FILL_V low[size], before[size + 1], rest, chosen, after;                              \
            for (int found = 0; at < count && found < FILL_LANES; at++) {                         \
                uint64_t set = sets[at] ^ fixed;                                                  \
                some[found] = (uint32_t)set;                                                      \
                found += !((set & (fixed | ~all)) | (need & ~set));                               \
                last = found;                                                                     \
            }                                                                                     \
            if (last < FILL_LANES) some[last] = 0;                                                \
            memcpy(&chosen, some, sizeof chosen);                                                 \
            rest = chosen;                                                                        \
            before[0] = (FILL_V){0} + 1u;                                                         \
            for (int j = 0; j < size; j++) {                                                      \
                low[j] = rest & -rest;                                                            \
                rest ^= low[j];                                                                   \
            }                                                                                     \
            for (int k = 0; k < size; k++) {                                                      \
                FILL_V next = {0};                                                                \
                for (int j = 0; j < size; j++)                                                    \
                    next |= ((before[k] & fill_without[j]) << (1 << j)) & ~FILL_NONE(low[j] & cell[k]); \
                before[k + 1] = next;                                                             \
            }                                                                                     \
            after = before[size] & (1u << ((1u << size) - 1));                                    \
            kept &= chosen | FILL_NONE(after);                                                    \
            for (int k = size - 1; k >= 0; k--) {                                                 \
                FILL_V next = {0};                                                                \
                for (int j = 0; j < size; j++) {                                                  \
                    FILL_V has = (after >> (1 << j)) & fill_without[j] & ~FILL_NONE(low[j] & cell[k]); \
                    next |= has;                                                                  \
                    reached[k] |= low[j] & ~FILL_NONE(has & before[k]);                           \
                }                                                                                 \
                after = next;                                                                     \
            }                                                                                     \
        }                                                                                         \
        for (int k = 0; k < size; k++) {                                                          \
            memcpy(lanes, &reached[k], sizeof lanes);                                             \
            word = 0;                                                                             \
            for (int l = 0; l < FILL_LANES; l++) word |= lanes[l];                                \
            reach[k] = word;                                                                      \
        }                                                                                         \
        memcpy(lanes, &kept, sizeof lanes);                                                       \
    } while (0)

FILL_TARGET static int FILL(fillings)(const unsigned long long *sets, int count, uint64_t fixed, uint64_t all, uint64_t need,
                                      const unsigned long long *masks, int size, unsigned long long *reach,
                                      unsigned long long *must) {
    uint32_t lanes[FILL_LANES], word = 0, every = ~0u;
    int at = 0, last = 0;
    if (size == 3) FILL_SIZED(3);
    else if (size == 4) FILL_SIZED(4);
    else FILL_SIZED(5);
    for (int l = 0; l < FILL_LANES; l++) every &= lanes[l];
    *must = every;
    return word != 0;
}

#undef FILL_V
#undef FILL_NONE
#undef FILL_SIZED
