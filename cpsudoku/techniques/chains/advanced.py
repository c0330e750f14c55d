# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""OFF nodes that simple patterns add to an assumption once its own links are exhausted ("plus" forcing chains).

On the grid an assumption has left behind, look for pointing and claiming, hidden pairs, naked pairs, X-wings; the
first of these kinds that removes anything ends the round, with all its patterns. A pattern counts only if the
assumption made it: its parents are the OFF nodes without which it would not be one, and there must be some. What a
rule is about, in one word: kind (4 bits: 0 locking, 1 hidden pair, 2 naked pair, 3 X-wing, 4 static chain, 5
multiple chains, 6 dynamic chains), two houses (6 bits each; chains: key and level), digits (9 bits). The patterns
are those of the ladder; here only the ones with parents matter, which allows to look at changed houses alone.
"""

import cython
from cython.cimports.cpsudoku.techniques.chains.incremental import IncrementalPropagation
from cython.cimports.cpsudoku.techniques.chains.links import *
from cython.cimports.cpsudoku.techniques.chains.rules import SEAT
from cython.cimports.cpsudoku.techniques.core.grid import CELL_HOUSE, CELL_HOUSES, HOUSE_CELL, LOWEST


def _lines() -> list[int]:
    found = []
    for mask in range(512):
        rows = sum(1 << j for j in range(3) if not mask & ~(7 << 3 * j))
        columns = sum(8 << j for j in range(3) if not mask & ~(0o111 << j))
        found.append(rows | columns if mask.bit_count() > 1 else 0)
    return found


def _locked() -> list[int]:
    found = []
    for mask in range(512):
        rows = [mask >> 3 * line & 7 for line in range(3)]
        boxes = [sum((mask >> (3 * line + box) & 1) << line for line in range(3)) for box in range(3)]
        pairs = [(rows[line], boxes[box]) for line in range(3) for box in range(3) if rows[line] >> box & 1]
        found.append(int(any((row.bit_count() == 1) != (box.bit_count() == 1) for row, box in pairs)))
    return found


def _pairs() -> list[int]:
    found = [0] * 512
    for place, mask in enumerate(mask for mask in range(512) if mask.bit_count() == 2):
        found[mask] = 1 << place
    return found


LINE = cython.declare(cython.uchar[512], _lines())
"""Positions -> bits 0-2: the third of the house (a box's row) that holds them all, bits 3-5: the column of the
box that does; 0 for fewer than two positions."""
THIRDS = cython.declare(cython.uchar[512], [sum(1 << j for j in range(3) if mask >> 3 * j & 7) for mask in range(512)])
"""Positions in a line -> the boxes that hold some (bits 0-2)."""
LOCKED = cython.declare(cython.uchar[512], _locked())
"""Which thirds of three parallel lines hold some (bits 3 * line + box) -> 1 if pointing or claiming removes any."""
TWO = cython.declare(cython.uchar[512], [int(mask.bit_count() == 2) for mask in range(512)])
"""1 for masks of two bits."""
PAIR = cython.declare(cython.ulonglong[512], _pairs())
"""A bit of its own for each mask of two bits, else 0."""
BCR = cython.declare(cython.uchar[27], [*range(9), *range(18, 27), *range(9, 18)])
"""Houses in the order boxes, columns, rows."""


class AdvancedNodes(IncrementalPropagation):
    """Propagation that can go on by patterns.

    lost[h]   the digits of a house that the assumption has taken off somewhere: patterns with parents have such ones
    met[h]    the pairs of digits that are all that cells of the house have left
    both[h]   those with two positions left there, pairs[h]: and lost somewhere
    """

    def patterns_round(self, slot: cython.int) -> cython.int:
        """One round on a finished slot; the number of OFF nodes added."""
        first: cython.int = slot * CANDIDATES
        for k in range(27):
            self.lost[k] = 0
        for k in range(self.facts[slot].n_off):
            x: cython.int = self.offl[first + k]
            d: cython.int = 1 << DIGIT[x]
            x = 3 * CELL[x]
            self.lost[CELL_HOUSE[x]] |= d
            self.lost[CELL_HOUSE[x + 1]] |= d
            self.lost[CELL_HOUSE[x + 2]] |= d
        found: cython.int = self.locking(slot)
        if found:
            return found
        self.pair_up(slot)
        found = self.hidden_pairs(slot)
        if found:
            return found
        found = self.naked_pairs(slot)
        if found:
            return found
        return self.x_wings(slot)

    def pair_up(self, slot: cython.int) -> cython.void:
        """Compute `both` and `pairs`."""
        pos: cython.p_ushort = self.pos
        for h in range(27):
            at: cython.int = PLACES * slot + 9 * h
            found: cython.uint = TWO[pos[at]] | TWO[pos[at + 1]] << 1 | TWO[pos[at + 2]] << 2
            found |= TWO[pos[at + 3]] << 3 | TWO[pos[at + 4]] << 4 | TWO[pos[at + 5]] << 5
            found |= TWO[pos[at + 6]] << 6 | TWO[pos[at + 7]] << 7 | TWO[pos[at + 8]] << 8
            self.both[h] = found
            self.pairs[h] = found & self.lost[h]

    def open_rule(self, about: cython.uint, complexity: cython.int, fingerprint: cython.ulonglong) -> cython.void:
        """Start the pattern whose parents and OFF nodes follow."""
        self.rules.open(about, complexity, fingerprint)
        self.rule_low = 0

    def parent(self, slot: cython.int, x: cython.int) -> cython.void:
        """The candidate's OFF node is a parent of the pattern."""
        low: cython.int = self.info[slot * NODES + OFF + x] >> LOW
        if low > self.rule_low:
            self.rule_low = low
        self.rules.add(OFF + x)

    def derive(self, slot: cython.int, x: cython.int) -> cython.int:
        """The pattern removes the candidate: 1 if that is a new OFF node."""
        at: cython.int = SETS * slot + WORD[x]
        low: cython.uint = self.rule_low + 1 if self.rule_low < MOST_LOW else MOST_LOW
        n: cython.int = self.facts[slot].n_off
        if self.off[at] & BIT[x]:
            return 0
        self.off[at] |= BIT[x]
        self.info[slot * NODES + OFF + x] = 5 << CAUSE | low << LOW
        self.rule_at[slot * CANDIDATES + x] = self.seat << SEAT | (self.rules.used - 1)
        self.offl[slot * CANDIDATES + n] = x
        self.facts[slot].n_off = n + 1
        return 1

    def parents_in(self, slot: cython.int, house: cython.int, d: cython.int, positions: cython.uint) -> cython.void:
        """The digit's OFF nodes at these positions of the house are parents of the pattern."""
        while positions:
            self.parent(slot, 81 * d + HOUSE_CELL[9 * house + LOWEST[positions]])
            positions &= positions - 1

    def parents_at(self, slot: cython.int, cell: cython.int, digits: cython.uint) -> cython.void:
        """The cell's OFF nodes of these digits are parents of the pattern."""
        while digits:
            self.parent(slot, 81 * LOWEST[digits] + cell)
            digits &= digits - 1

    def derive_in(self, slot: cython.int, house: cython.int, d: cython.int, positions: cython.uint) -> cython.int:
        """The pattern removes the digit at these positions of the house: how many OFF nodes are new."""
        found: cython.int = 0
        while positions:
            found += self.derive(slot, 81 * d + HOUSE_CELL[9 * house + LOWEST[positions]])
            positions &= positions - 1
        return found

    def derive_at(self, slot: cython.int, cell: cython.int, digits: cython.uint) -> cython.int:
        """The pattern removes these digits from the cell: how many OFF nodes are new."""
        found: cython.int = 0
        while digits:
            found += self.derive(slot, 81 * LOWEST[digits] + cell)
            digits &= digits - 1
        return found

    def locking(self, slot: cython.int) -> cython.int:
        """Pointing, then claiming: all positions of the digit in the base house lie in the cover house."""
        digits: cython.uint = 0
        for line in range(9, 27, 3):
            some: cython.uint = (self.lost[line] | self.lost[line + 1] | self.lost[line + 2]) & ~digits
            while some:
                d: cython.int = LOWEST[some]
                some &= some - 1
                at: cython.int = PLACES * slot + 9 * line + d
                if LOCKED[THIRDS[self.pos[at]] | THIRDS[self.pos[at + 9]] << 3 | THIRDS[self.pos[at + 18]] << 6]:
                    digits |= 1 << d
        if digits == 0:
            return 0
        found: cython.int = self.locking_pass(slot, 0, 3, digits)
        found += self.locking_pass(slot, 0, 0, digits)
        found += self.locking_pass(slot, 18, 0, digits)
        return found + self.locking_pass(slot, 9, 0, digits)

    def locking_pass(self, slot: cython.int, first: cython.int, shift: cython.int, which: cython.uint) -> cython.int:
        """Base houses *first* .. *first* + 8 and these digits; *shift* 3 takes the columns of a box, 0 its rows (or a
        line's boxes)."""
        found: cython.int = 0
        digits = cython.declare(cython.uint[3])
        for n in range(9):
            base: cython.int = first + n
            digits[0] = digits[1] = digits[2] = 0
            at: cython.int = PLACES * slot + 9 * base
            rest: cython.uint = which & self.lost[base]
            while rest:
                d: cython.int = LOWEST[rest]
                rest &= rest - 1
                line: cython.uint = (LINE[self.pos[at + d]] >> shift) & 7
                if line:
                    digits[LOWEST[line]] |= 1 << d
            for j in range(3):
                if digits[j] == 0:
                    continue
                if first == 0 and shift == 0:
                    within: cython.uint = 7 << (3 * j)
                    cover: cython.int = 9 + n // 3 * 3 + j
                    shared: cython.uint = 7 << (3 * (n % 3))
                elif first == 0:
                    within = 0o111 << j
                    cover = 18 + n % 3 * 3 + j
                    shared = 7 << (3 * (n // 3))
                elif first == 18:
                    within = 7 << (3 * j)
                    cover = 3 * j + n // 3
                    shared = 0o111 << (n % 3)
                else:
                    within = 7 << (3 * j)
                    cover = n // 3 * 3 + j
                    shared = 7 << (3 * (n % 3))
                while digits[j]:
                    d = LOWEST[digits[j]]
                    digits[j] &= digits[j] - 1
                    lost: cython.uint = self.sp[9 * base + d] & ~self.pos[at + d] & ~within
                    victims: cython.uint = self.pos[PLACES * slot + 9 * cover + d] & ~shared
                    if lost == 0 or victims == 0:
                        continue
                    self.open_rule(base << 4 | cover << 10 | 1 << (16 + d), 0, 0)
                    self.parents_in(slot, base, d, lost)
                    found += self.derive_in(slot, cover, d, victims)
        return found

    @cython.locals(uppers=cython.uint, both=cython.uint)
    def hidden_pairs(self, slot: cython.int) -> cython.int:
        """Two digits with the same two positions in a house: the two cells hold nothing else."""
        found: cython.int = 0
        for n in range(27):
            h: cython.int = BCR[n]
            if self.pairs[h] == 0 or self.empty[h] <= 4:
                continue
            both = uppers = self.both[h]
            at: cython.int = PLACES * slot + 9 * h
            while uppers:
                d2: cython.int = LOWEST[uppers]
                uppers &= uppers - 1
                lowers: cython.uint = both & ((1 << d2) - 1)
                mask: cython.uint = self.pos[at + d2]
                while lowers:
                    d1: cython.int = LOWEST[lowers]
                    lowers &= lowers - 1
                    if self.pos[at + d1] != mask:
                        continue
                    lost: cython.uint = (self.sp[9 * h + d1] | self.sp[9 * h + d2]) & ~mask
                    if lost == 0:
                        continue
                    pair: cython.uint = 1 << d1 | 1 << d2
                    extra: cython.uint = 0
                    m: cython.uint = mask
                    while m:
                        extra |= self.cc[CELLS * slot + HOUSE_CELL[9 * h + LOWEST[m]]]
                        m &= m - 1
                    if extra & ~pair == 0:
                        continue
                    self.open_rule(1 | h << 4 | pair << 16, 0, 0)
                    while lost:
                        k: cython.int = LOWEST[lost]
                        lost &= lost - 1
                        cell: cython.int = HOUSE_CELL[9 * h + k]
                        self.parents_at(slot, cell, self.sc[cell] & pair)
                    m = mask
                    while m:
                        cell = HOUSE_CELL[9 * h + LOWEST[m]]
                        m &= m - 1
                        found += self.derive_at(slot, cell, self.cc[CELLS * slot + cell] & ~pair)
        return found

    @cython.locals(i=cython.int, k=cython.int)
    def naked_pairs(self, slot: cython.int) -> cython.int:
        """Two cells of a house with the same two candidates: no other cell of that house holds them."""
        b81: cython.int = CELLS * slot
        found: cython.int = 0
        houses: cython.uint = 0
        twins: cython.uint = 0
        for k in range(27):
            self.met[k] = 0
        for i in range(81):
            bit: cython.ulonglong = PAIR[self.cc[b81 + i]]
            if bit:
                for k in range(3):
                    h: cython.int = CELL_HOUSE[3 * i + k]
                    if self.met[h] & bit:
                        twins |= 1 << h
                    self.met[h] |= bit
                if self.cc[b81 + i] != self.sc[i]:
                    houses |= CELL_HOUSES[i]
        houses &= twins
        if houses == 0:
            return 0
        for n in range(27):
            h = BCR[n]
            if houses >> h & 1 == 0 or self.empty[h] < 4:
                continue
            both: cython.uint = 0
            for k in range(9):
                both |= TWO[self.cc[b81 + HOUSE_CELL[9 * h + k]]] << k
            uppers: cython.uint = both
            while uppers:
                j: cython.int = LOWEST[uppers]
                uppers &= uppers - 1
                c2: cython.int = HOUSE_CELL[9 * h + j]
                pair: cython.uint = self.cc[b81 + c2]
                lowers: cython.uint = both & ((1 << j) - 1)
                while lowers:
                    i = LOWEST[lowers]
                    lowers &= lowers - 1
                    c1: cython.int = HOUSE_CELL[9 * h + i]
                    if self.cc[b81 + c1] != pair or ((self.sc[c1] | self.sc[c2]) & ~pair) == 0:
                        continue
                    victims: cython.uint = 0
                    m: cython.uint = pair
                    while m:
                        victims |= self.pos[PLACES * slot + 9 * h + LOWEST[m]]
                        m &= m - 1
                    victims &= ~(1 << i | 1 << j)
                    if victims == 0:
                        continue
                    self.open_rule(2 | h << 4 | pair << 16, 0, 0)
                    self.parents_at(slot, c1, self.sc[c1] & ~pair)
                    self.parents_at(slot, c2, self.sc[c2] & ~pair)
                    while victims:
                        k = HOUSE_CELL[9 * h + LOWEST[victims]]
                        victims &= victims - 1
                        found += self.derive_at(slot, k, self.cc[b81 + k] & pair)
        return found

    def x_wings(self, slot: cython.int) -> cython.int:
        """A digit with the same two positions in two parallel lines: none elsewhere in the two crossing lines."""
        found: cython.int = 0
        b243: cython.int = PLACES * slot
        for turn in range(2):
            base: cython.int = 18 if turn == 0 else 9
            cover: cython.int = 27 - base
            digits: cython.uint = 0
            for k in range(9):
                digits |= self.pairs[base + k]
            if digits == 0:
                continue
            for k in range(9):
                self.two[k] = self.both[base + k] & digits
            for l2 in range(1, 9):
                if self.two[l2] == 0:
                    continue
                for l1 in range(l2):
                    digits = self.two[l1] & self.two[l2]
                    while digits:
                        d: cython.int = LOWEST[digits]
                        digits &= digits - 1
                        mask: cython.uint = self.pos[b243 + 9 * (base + l1) + d]
                        if mask != self.pos[b243 + 9 * (base + l2) + d]:
                            continue
                        lost1: cython.uint = self.sp[9 * (base + l1) + d] & ~mask
                        lost2: cython.uint = self.sp[9 * (base + l2) + d] & ~mask
                        if lost1 == 0 and lost2 == 0:
                            continue
                        lines: cython.uint = 1 << l1 | 1 << l2
                        victims: cython.uint = 0
                        m: cython.uint = mask
                        while m:
                            victims |= self.pos[b243 + 9 * (cover + LOWEST[m]) + d]
                            m &= m - 1
                        if victims & ~lines == 0 or self.placed[d] > 5:
                            continue
                        self.open_rule(3 | (base + l1) << 4 | (base + l2) << 10 | 1 << (16 + d), 0, 0)
                        self.parents_in(slot, base + l1, d, lost1)
                        self.parents_in(slot, base + l2, d, lost2)
                        m = mask
                        while m:
                            line: cython.int = cover + LOWEST[m]
                            m &= m - 1
                            found += self.derive_in(slot, line, d, self.pos[b243 + 9 * line + d] & ~lines)
        return found
