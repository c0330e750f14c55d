/* Which digits of a cage's cells have a filling: many sets of digits at a time, by vectors.

   A lane is a set; a step through its digits takes the lowest one left. A word of 16 bits says which subsets of the set
   the first k cells can hold, as in sets.py: from both ends, without a branch. These have k elements, so that of five
   the bit tells the first four, and their number the fifth. Written once (fillings_lanes.h), with the
   vectors that GCC and clang know on every processor, and compiled for several; elsewhere sets.py does it all. */

#ifndef CPSUDOKU_FILLINGS_H
#define CPSUDOKU_FILLINGS_H

#include <string.h>
#include "vectors.h"

#if defined(__GNUC__) && (defined(__x86_64__) || defined(__aarch64__))

#define FILL_LOW 4 /* elements that a subset's bit speaks of; of a fifth its size tells */
/* Subsets of these that lack element j; those of k elements. */
static const uint16_t fill_without[FILL_LOW] = {0x5555, 0x3333, 0x0F0F, 0x00FF};
static const uint16_t fill_many[FILL_LOW + 1] = {0x0001, 0x0116, 0x1668, 0x6880, 0x8000};

#define FILL_EACH _Pragma("GCC unroll 8")
#define FILL_LANES 8
#define FILL_TARGET
#define FILL(name) name##_plain
#include "fillings_lanes.h"
#ifdef __x86_64__
#undef FILL_TARGET
#undef FILL
#undef FILL_LANES
#define FILL_LANES 16
#define FILL_TARGET __attribute__((target("avx2,bmi")))
#define FILL(name) name##_avx2
#include "fillings_lanes.h"
#undef FILL_TARGET
#undef FILL
#define FILL_TARGET __attribute__((target("avx2,bmi,avx512f,avx512bw,avx512dq,avx512vl")))
#define FILL(name) name##_avx512
#include "fillings_lanes.h"

#define FILL_CALL(...) \
    (vector_level == 3 ? fillings_avx512(__VA_ARGS__) : vector_level == 2 ? fillings_avx2(__VA_ARGS__) : fillings_plain(__VA_ARGS__))
#else
#define FILL_CALL(...) fillings_plain(__VA_ARGS__)
#endif

/* Cells (3 to 5, masks below 2^16) that together hold one of *count* sets less the *fixed* digits, which lie in
   *all* and have those of *need*: reach[k] is told the digits of cell k in some filling, *must* those that every set with a filling has. 0 where
   there is none. *alive* (unless NULL): the sets to look at, as bits, is told those with a filling. */
static int fillings(const unsigned long long *sets, int count, unsigned long long fixed, unsigned long long all, unsigned long long need,
                    const unsigned long long *masks, int size, unsigned long long *reach, unsigned long long *must, unsigned long long *alive) {
    return FILL_CALL(sets, count, fixed, all, need, masks, size, reach, must, alive);
}

#else

static int fillings(const unsigned long long *sets, int count, unsigned long long fixed, unsigned long long all, unsigned long long need,
                    const unsigned long long *masks, int size, unsigned long long *reach, unsigned long long *must, unsigned long long *alive) {
    (void)sets, (void)count, (void)fixed, (void)all, (void)need, (void)masks, (void)size, (void)reach, (void)must, (void)alive;
    return 0;
}

#endif
#endif
