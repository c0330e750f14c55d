/* The vector search alone, without Python: puzzles on standard input, a line each; what the entries say of them, a line each.

   vector9 LEVEL < PUZZLES     exit code 3 where the processor has not those instructions */

#define CPSUDOKU_POLLING_H
static int cps_look(double *stop) { return (int)stop[1]; }

#include "vector9.h"
#include <stdio.h>
#include <stdlib.h>

/* The branches of the search that can be left, one at a time, by the choice of links where *wide*; -1 where it does not
   find as many solutions, and the same one where it is alone. */
static long long resumed(const unsigned char *cells, const unsigned char *found, int count, int wide) {
    unsigned char *room = malloc((size_t)v9_room()), grid[81];
    unsigned short masks[81];
    double stop[2] = {0, 0};
    long long nodes = 0;
    int level = 0, some = 0, answer;
    for (int i = 0; i < 81; i++) masks[i] = (unsigned short)(cells[i] ? 1 << (cells[i] - 1) : 511);
    v9_begin(room, masks);
    while (some < 2 && (answer = v9_resume(room, &level, 0, wide, grid, 1, &nodes, stop)) != 0) some += answer == 1;
    free(room);
    return some == count && (count != 1 || !memcmp(grid, found, 81)) ? nodes : -1;
}

/* Whether the rule alone only takes candidates away, none of the only solution; contradictory means no solution. */
static int settled(const unsigned char *cells, const unsigned char *found, int count) {
    unsigned short masks[81], once[81], again[81];
    for (int i = 0; i < 81; i++) masks[i] = (unsigned short)(cells[i] ? 1 << (cells[i] - 1) : 511);
    if (!v9_settle(masks, once)) return count == 0;
    for (int i = 0; i < 81; i++)
        if ((once[i] & ~masks[i]) || (count == 1 && !(once[i] >> (found[i] - 1) & 1))) return 0;
    if (!v9_settle(once, again)) return count == 0;
    for (int i = 0; i < 81; i++)
        if (again[i] & ~once[i]) return 0;
    return 1;
}

/* Whether trials of candidates leave as many as the rule does. */
static int tried(const unsigned char *cells) {
    unsigned short masks[81], after[81];
    for (int i = 0; i < 81; i++) masks[i] = (unsigned short)(cells[i] ? 1 << (cells[i] - 1) : 511);
    for (int k = 0; k < 81; k += 8) {
        unsigned short here = masks[k];
        unsigned bit = 1u << k % 9;
        int left = v9_left(masks, k, bit), count = 0;
        masks[k] = (unsigned short)bit;
        if (v9_settle(masks, after))
            for (int i = 0; i < 81; i++) count += __builtin_popcount(after[i]);
        masks[k] = here;
        if (left != count) return 0;
    }
    return 1;
}

int main(int argc, char **argv) {
    char line[128];
    unsigned char cells[81], found[2 * 81], filled[81], second[81];
    int level = argc > 1 ? atoi(argv[1]) : 3;
    if (v9_available(level) != level) return 3;
    while (fgets(line, sizeof line, stdin)) {
        int empty = -1;
        long long nodes = 0;
        for (int i = 0; i < 81; i++) {
            cells[i] = (unsigned char)(line[i] == '.' ? 0 : line[i] - '0');
            if (!cells[i] && empty < 0) empty = i;
        }
        memset(found, 0, sizeof found);
        memset(filled, 0, sizeof filled);
        int count = (int)v9_search(cells, 2, found, 2, 0, &nodes, 0);
        if (resumed(cells, found, count, 0) < 0) return 4;
        long long wide = resumed(cells, found, count, 1);
        if (wide < 0) return 6;
        if (!tried(cells)) return 7;
        if (!settled(cells, found, count)) return 5;
        int singles = v9_by_singles(cells, filled);
        int digit = 1 + (int)(nodes % 9), other = empty < 0 ? -1 : v9_other(cells, empty, digit, second);
        for (int i = 0; other == 1 && i < 81; i++)
            if (i == empty ? second[i] == digit : cells[i] && second[i] != cells[i]) return 8;
        printf("%d %lld %d %d ", count, nodes, singles, other);
        for (int i = 0; i < 162; i++) putchar('0' + found[i]);
        for (int i = 0; i < 81; i++) putchar('0' + filled[i]);
        printf(" %lld\n", wide);
    }
    return 0;
}
