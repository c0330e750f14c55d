/* Which vectors there are: fillings.h and uniform.h are compiled for several sets of instructions. */

#ifndef CPSUDOKU_VECTORS_H
#define CPSUDOKU_VECTORS_H

#include <stdint.h>

static int vector_level = 0;
/* 0: no vectors; else the set of instructions in use, as search.py numbers them, *most* at most. */
static int vectors_available(int most) {
    int found = 0;
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__aarch64__))
    found = 1;
#endif
#if defined(__GNUC__) && defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")) found = 2;
    if (found == 2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        found = 3;
#endif
    return vector_level = most < found ? most : found;
}

#endif
