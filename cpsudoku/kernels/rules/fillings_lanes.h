/* One compilation of fillings.h: FILL_LANES sets a vector, for processors of FILL_TARGET, named by FILL. No guard: it is
   included once for each. */

typedef uint16_t FILL(fill_t) __attribute__((vector_size(2 * FILL_LANES)));
#define FILL_V FILL(fill_t)
/* All ones where no bit is set. */
#define FILL_NONE(x) ((FILL_V)((x) == 0))

/* The body, for a size that the compiler knows. */
#define FILL_SIZED(size)                                                                          \
    do {                                                                                          \
        FILL_V cell[size], reached[size], kept = ~(FILL_V){0};                                    \
        for (int k = 0; k < size; k++) {                                                          \
            cell[k] = (FILL_V){0} + (uint16_t)masks[k];                                           \
            reached[k] = (FILL_V){0};                                                             \
        }                                                                                         \
        while (at < count) {                                                                      \
            uint16_t some[FILL_LANES] = {0}, which[FILL_LANES];                                    \
            FILL_V low[size], before[size + 1], rest, chosen, after;                              \
            for (int found = 0; at < count && found < FILL_LANES; at++) {                         \
                uint64_t set = sets[at] ^ fixed;                                                  \
                some[found] = (uint16_t)set;                                                      \
                which[found] = at & 63;                                                           \
                found += (known >> (at & 63)) & !((set & (fixed | ~all)) | (need & ~set));        \
                last = found;                                                                     \
            }                                                                                     \
            if (last < FILL_LANES) some[last] = 0;                                                \
            memcpy(&chosen, some, sizeof chosen);                                                 \
            rest = chosen;                                                                        \
            before[0] = (FILL_V){0} + 1;                                                          \
            FILL_EACH for (int j = 0; j < size; j++) {                                            \
                low[j] = rest & -rest;                                                            \
                rest ^= low[j];                                                                   \
            }                                                                                     \
            FILL_EACH for (int k = 0; k < size; k++) {                                            \
                FILL_V next = {0};                                                                \
                FILL_EACH for (int j = 0; j < size && j < FILL_LOW; j++)                          \
                    next |= ((before[k] & fill_without[j]) << (1 << j)) & ~FILL_NONE(low[j] & cell[k]); \
                if (size > FILL_LOW) next |= before[k] & fill_many[k] & ~FILL_NONE(low[size - 1] & cell[k]); \
                before[k + 1] = next;                                                             \
            }                                                                                     \
            after = before[size] & (uint16_t)(1u << ((1u << (size < FILL_LOW ? size : FILL_LOW)) - 1)); \
            kept &= chosen | FILL_NONE(after);                                                    \
            if (alive) {                                                                          \
                memcpy(some, &after, sizeof after);                                               \
                for (int l = 0; l < last; l++) left |= (uint64_t)(some[l] != 0) << which[l];      \
            }                                                                                     \
            FILL_EACH for (int k = size - 1; k >= 0; k--) {                                       \
                FILL_V next = {0};                                                                \
                FILL_EACH for (int j = 0; j < size && j < FILL_LOW; j++) {                        \
                    FILL_V has = (after >> (1 << j)) & fill_without[j] & ~FILL_NONE(low[j] & cell[k]); \
                    next |= has;                                                                  \
                    reached[k] |= low[j] & ~FILL_NONE(has & before[k]);                           \
                }                                                                                 \
                if (size > FILL_LOW) {                                                            \
                    FILL_V has = after & fill_many[k] & ~FILL_NONE(low[size - 1] & cell[k]);      \
                    next |= has;                                                                  \
                    reached[k] |= low[size - 1] & ~FILL_NONE(has & before[k]);                    \
                }                                                                                 \
                after = next;                                                                     \
            }                                                                                     \
        }                                                                                         \
        for (int k = 0; k < size; k++) {                                                          \
            uint64_t words[FILL_LANES / 4], word = 0;                                             \
            memcpy(words, &reached[k], sizeof words);                                             \
            FILL_EACH for (int l = 0; l < FILL_LANES / 4; l++) word |= words[l];                  \
            word |= word >> 32;                                                                   \
            reach[k] = (word | word >> 16) & 0xFFFF;                                              \
            some_ |= word;                                                                        \
        }                                                                                         \
        memcpy(lanes, &kept, sizeof lanes);                                                       \
    } while (0)

FILL_TARGET static int FILL(fillings)(const unsigned long long *sets, int count, uint64_t fixed, uint64_t all, uint64_t need,
                                      const unsigned long long *masks, int size, unsigned long long *reach,
                                      unsigned long long *must, unsigned long long *alive) {
    uint64_t lanes[FILL_LANES / 4], some_ = 0, every = ~0ull, known = alive ? *alive : ~0ull, left = 0;
    int at = 0, last = 0;
    if (size == 3) FILL_SIZED(3);
    else if (size == 4) FILL_SIZED(4);
    else FILL_SIZED(5);
    for (int l = 0; l < FILL_LANES / 4; l++) every &= lanes[l];
    every &= every >> 32;
    *must = every & every >> 16 & 0xFFFF;
    if (alive) *alive = left;
    return some_ != 0;
}

#undef FILL_V
#undef FILL_NONE
#undef FILL_SIZED
