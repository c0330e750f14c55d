# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Forcing nets: what assumptions have in common, and those that contradict themselves.

For each cell and candidate: an assumption that contradicts itself is false (contradiction); what follows from it and
from its negation is true (reduction); what follows from every position of a digit in a house (region) or from every
candidate of a cell (cell) is true. Complexity is the sum of the ancestors of the conclusion in each chain, plus that
of nested chains; the simplest deduction wins, then the kind, then the first found.

A house is examined from its first position only, and static searches start from cells with three candidates or more;
sets that a contradiction cut short are used as they are: all part of the scale.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest
from cython.cimports.cpsudoku.techniques.chains.advanced import AdvancedNodes
from cython.cimports.cpsudoku.techniques.chains.links import *
from cython.cimports.cpsudoku.techniques.chains.nested import NestedHints
from cython.cimports.cpsudoku.techniques.chains.static import StaticChains
from cython.cimports.cpsudoku.techniques.core.grid import CELL_HOUSE, CELL_POS, HOUSE_CELL, LOWEST, POPCOUNT

NO_LIMIT = cython.declare(cython.int, 1000000)
MOST_REACHED = cython.declare(cython.int, 65535)
"""More ancestors than a node has."""
REDUCTION = cython.declare(cython.int, 1)
CELL_KEY = cython.declare(cython.int, 5)
REGION_KEY = cython.declare(cython.int, 6)
CONTRADICTION = cython.declare(cython.int, 7)


class ForcingNets(AdvancedNodes):
    """One family of searches: static multiple chains, nishio, or dynamic chains of any level.

    bound, guess, cut             a first pass looks for deductions of at most `guess` nodes; `cut`: it may miss some
    exhaustive                    do without bounds (to check that they change nothing)
    links                         without removal from the copy: the closure of the grid's own links, which screens
    best, best_key, best_target   complexity, kind and conclusion (a node) of the winner
    best_origin                   what its assumptions are: a candidate, a cell, or house * 9 + digit - 1
    best_slot[k], best_node[k]    its chains: in the slot of which assumption, to which node
    turn_open                     helpers work on the slots: see `parallel_nets`
    """

    def __init__(self, dynamic: bool, nishio: bool, depth: int, links: StaticChains | None = None) -> None:
        """*depth*: 0 for searches up to level 1, 1 up to level 2, 2 up to level 5; *links*: may be shared."""
        AdvancedNodes.__init__(self)
        self.dynamic = dynamic
        self.nishio = nishio
        self.cell_links = not nishio
        self.depth = depth
        self.guess = 16
        self.base = 7.5 if nishio else (8.5 if dynamic else 8.0)
        self.hints = NestedHints()
        if not dynamic:
            self.links = links or StaticChains()
        if depth > 0:
            self.statics = StaticChains()
        if depth > 1:
            self.multiple = ForcingNets(False, False, 0, self.statics)
            self.nets = ForcingNets(True, False, 1)

    def prepare(self, shortage: cython.p_int) -> object:
        """Take the memory, once; *shortage*: see `nested`. Raises MemoryError."""
        AdvancedNodes.prepare(self, shortage)
        return self.prepare_inside(shortage)

    def prepare_inside(self, shortage: cython.p_int) -> object:
        """Take the memory of everything but the slots."""
        self.shortage = shortage
        self.rules.prepare(shortage)
        self.hints.prepare(shortage)
        if not self.dynamic:
            self.links.prepare(shortage)
        if self.depth > 0:
            self.statics.prepare(shortage)
        if self.depth > 1:
            self.multiple.prepare(shortage)
            self.nets.prepare(shortage)
        return None

    def find(self, level: cython.int) -> cython.bint:
        """The first deduction in sort order."""
        self.open(level)
        self.seek()
        if self.best == NO_LIMIT and self.cut:
            self.bound = NO_LIMIT
            self.seek()
        # the next grid is much like this one
        self.guess = NO_LIMIT if self.best == NO_LIMIT else self.best + self.best // 2 + 4
        return self.best < NO_LIMIT

    def open(self, level: cython.int) -> cython.void:
        """Reset the result for a search of this level."""
        self.collecting = False
        if level < self.level or (level > 3 and self.level < 4):
            self.forget(level)
        self.level = level
        self.best = NO_LIMIT
        self.best_key = 99
        self.bound = self.guess if level == 0 and not self.exhaustive else NO_LIMIT
        self.cut = False

    # Overridden in `parallel_nets`.

    def turn_to(self, value: cython.p_uchar, cand: cython.p_ushort) -> cython.void:
        """Set the grid that `find` searches."""
        self.advance(value, cand)

    def seek(self) -> cython.bint:
        """Run `search`; may raise."""
        self.search()
        return True

    def publish_bound(self) -> cython.void:
        """Called when a better deduction is found."""

    def await_slot(self, slot: cython.int) -> cython.void:
        """Propagate an assumption that helpers may work on, too."""
        self.work(slot, wanted(self))

    def forget(self, level: cython.int) -> cython.void:
        """Undo what other patterns (from level 4 on: chains of levels 2 and 3) have added."""
        for slot in range(NODES):
            if not self.started[slot]:
                continue
            if level < 2 and self.facts[slot].plain_on:
                self.rollback(slot, self.facts[slot].plain_on - 1, self.facts[slot].plain_off)
                self.facts[slot].plain_on = self.facts[slot].simple_on = 0
            elif self.facts[slot].simple_on:
                self.rollback(slot, self.facts[slot].simple_on - 1, self.facts[slot].simple_off)
                self.facts[slot].simple_on = 0
            self.facts[slot].done = 0

    def collect(self, value, cand, key, level) -> cython.void:
        """All deductions of a grid (with this fingerprint), one for each set of removals, in sort order, as `hints`."""
        if self.hints.recall(key):
            return
        if level == 0 or self.collected != key:
            self.source(value, cand)
        self.collected = key ^ 2
        self.level = level
        self.collecting = True
        self.best = NO_LIMIT
        self.best_key = 99
        self.bound = NO_LIMIT
        self.table_stamp += 1
        self.search()
        self.hints.remember(key)

    def ensure(self, slot: cython.int) -> cython.int:
        """Propagate the assumption as far as a deduction within the bound may need it; its state."""
        if self.turn_open:
            self.await_slot(slot)
            state: cython.int = self.facts[slot].state
        else:
            state = self.facts[slot].state
            if self.started[slot] and (state == 2 or (state == 1 and self.facts[slot].done >= self.level)):
                return state
            state = self.work(slot, wanted(self))
        if state == 0:
            self.cut = True
        return state

    def work(self, slot: cython.int, limit: cython.int) -> cython.int:
        """Propagate the assumption, on level 0 as far as nodes with at most *limit* ancestors need it; its state."""
        if not self.started[slot]:
            self.begin(slot)
        if self.level == 0:
            state: cython.int = self.facts[slot].state
            if state == 0 and limit > cython.cast(cython.int, self.facts[slot].reached):
                self.facts[slot].reached = limit if limit < MOST_REACHED else MOST_REACHED
                state = self.run(slot, limit)
            return state
        state = self.run(slot, NO_LIMIT)
        if state == 1 and self.facts[slot].done < self.level:
            return self.extend(slot)
        return state

    def extend(self, slot: cython.int) -> cython.int:
        """Continue with other patterns, up to the present level."""
        state: cython.int = 1
        while state == 1:
            n_on: cython.int = self.facts[slot].n_on
            n_off: cython.int = self.facts[slot].n_off
            if self.patterns_round(slot):
                if self.facts[slot].plain_on == 0:
                    self.facts[slot].plain_on = n_on + 1
                    self.facts[slot].plain_off = n_off
            elif self.level > 1 and self.nested_round(slot):
                if self.facts[slot].plain_on == 0:
                    self.facts[slot].plain_on = n_on + 1
                    self.facts[slot].plain_off = n_off
                if self.facts[slot].simple_on == 0:
                    self.facts[slot].simple_on = n_on + 1
                    self.facts[slot].simple_off = n_off
            else:
                self.facts[slot].done = self.level
                return 1
            self.facts[slot].state = 0
            state = self.run(slot, NO_LIMIT)
        return state

    def nested_round(self, slot: cython.int) -> cython.int:
        """A round of chains inside the chain; the number of OFF nodes added."""
        cand: cython.p_ushort = (
            self.cc + CELLS * slot if cython.compiled else self.cc[CELLS * slot : CELLS * slot + CELLS]
        )
        pos: cython.p_ushort = (
            self.pos + PLACES * slot if cython.compiled else self.pos[PLACES * slot : PLACES * slot + PLACES]
        )
        key: cython.ulonglong = 1
        for w in range(27):
            m: cython.uint = self.cur[SETS * slot + w]
            while m:
                key ^= KEY[27 * w + lowest(m)]
                m &= m - 1
        for w in range(81):
            if self.value[w]:
                key ^= KEY[OFF + w]
        if self.level < 4:
            self.statics.collect(cand, pos, key)
            n: cython.int = self.apply_nested(slot, self.statics.hints, 4, 0)
            if n or self.level < 3:
                return n
            self.multiple.collect(self.value, cand, key, 0)
            return self.apply_nested(slot, self.multiple.hints, 5, 0)
        self.nets.collect(self.value, cand, key, 0)
        n = self.apply_nested(slot, self.nets.hints, 6, 0)
        if n or self.level < 5:
            return n
        self.nets.collect(self.value, cand, key ^ 2, 2)
        return self.apply_nested(slot, self.nets.hints, 6, 2)

    def apply_nested(self, slot: cython.int, hints: NestedHints, kind: cython.int, level: cython.uint) -> cython.int:
        """Add the OFF nodes of the deductions just found that this assumption made possible."""
        n: cython.int = 0
        before: cython.int = self.facts[slot].n_off
        for k in range(hints.first, hints.last):
            about: cython.uint = kind | hints.records[k].key << 4 | level << 10
            self.open_rule(about, hints.records[k].complexity, hints.records[k].chain_print)
            self.rules.entries[self.rules.used - 1].off = before
            self.stamp += 1
            start: cython.int = hints.records[k].start + hints.records[k].removal_count
            for i in range(hints.records[k].limit_count):
                limit: cython.int = hints.numbers[start + i]
                if limit < 81:
                    m: cython.uint = self.sc[limit] & ~self.cc[CELLS * slot + limit]
                else:
                    m = self.sp[limit - 81] & ~self.pos[PLACES * slot + limit - 81]
                while m:
                    p: cython.int = LOWEST[m]
                    m &= m - 1
                    if limit < 81:
                        p = 81 * p + limit
                    else:
                        h: cython.int = (limit - 81) // 9
                        d: cython.int = (limit - 81) % 9
                        p = 81 * d + HOUSE_CELL[9 * h + p]
                    if self.mark[p] != self.stamp:
                        self.mark[p] = self.stamp
                        self.parent(slot, p)
            if self.rules.entries[self.rules.used - 1].count == 0:
                self.rules.used -= 1
                continue
            for i in range(hints.records[k].removal_count):
                n += self.derive(slot, hints.numbers[hints.records[k].start + i])
        return n

    def search(self) -> cython.void:
        """One pass over all cells, candidates and houses, in the order of the scale."""
        screened: cython.bint = not self.dynamic and not self.exhaustive and self.links.survey(self.sc, self.sp)
        for cell in range(81):
            digits: cython.uint = self.sc[cell]
            n: cython.int = POPCOUNT[digits]
            if n < 2 or (n == 2 and not self.dynamic):
                continue
            while digits:
                d: cython.int = LOWEST[digits]
                digits &= digits - 1
                x: cython.int = 81 * d + cell
                if self.dynamic:
                    k: cython.int = self.ensure(x)
                    if k == 2:
                        self.contradiction(x, OFF + x)
                    k = self.ensure(OFF + x)
                    if k == 2:
                        self.contradiction(OFF + x, x)
                    if n > 2:
                        self.ends = 2
                        self.end_slot[0] = x
                        self.end_slot[1] = OFF + x
                        self.common(1, x)
                for kind in range(3):
                    h: cython.int = CELL_HOUSE[3 * cell + kind]
                    m: cython.uint = self.sp[9 * h + d]
                    if LOWEST[m] != CELL_POS[3 * cell + kind] or m & (m - 1) == 0:
                        continue
                    self.ends = 0
                    while m:
                        k = 81 * d + HOUSE_CELL[9 * h + LOWEST[m]]
                        m &= m - 1
                        self.end_slot[self.ends] = k
                        self.ends += 1
                    if not screened or self.links.share(self.end_slot, self.ends):
                        self.common(6, 9 * h + d)
            self.ends = 0
            m = self.sc[cell]
            while m:
                self.end_slot[self.ends] = 81 * LOWEST[m] + cell
                self.ends += 1
                m &= m - 1
            if not screened or self.links.share(self.end_slot, self.ends):
                self.common(5, cell)

    def contradiction(self, slot: cython.int, target: cython.int) -> cython.void:
        """The assumption of the slot contradicts itself; *target* is its negation."""
        node: cython.int = self.facts[slot].clash
        k: cython.int = 0 if node < OFF else 1
        self.ends = 2
        self.end_slot[0] = self.end_slot[1] = slot
        self.end_node[k] = node
        self.end_info[k] = self.clash_info[slot]
        self.end_node[1 - k] = node + OFF if node < OFF else node - OFF
        self.end_info[1 - k] = 0
        self.offer(7, slot, target)

    def common(self, key: cython.int, origin: cython.int) -> cython.void:
        """Offer every node that is in the sets of all the slots in `end_slot`, in the order of the first."""
        some_on: cython.uint = 0
        some_off: cython.uint = 0
        on: cython.p_uint = self.on
        off: cython.p_uint = self.off
        for k in range(self.ends):
            self.ensure(self.end_slot[k])
        b: cython.int = SETS * self.end_slot[0]
        for j in range(27):
            self.shared[j] = on[b + j]
            self.shared[27 + j] = off[b + j]
        for k in range(1, self.ends):
            b = SETS * self.end_slot[k]
            for j in range(27):
                self.shared[j] &= on[b + j]
                self.shared[27 + j] &= off[b + j]
        for j in range(27):
            some_on |= self.shared[j]
            some_off |= self.shared[27 + j]
        if some_on:
            b = CANDIDATES * self.end_slot[0]
            n: cython.int = self.facts[self.end_slot[0]].n_on
            for j in range(n):
                x: cython.int = self.onl[b + j]
                if self.shared[WORD[x]] & BIT[x] and self.sc[CELL[x]] & ~(1 << DIGIT[x]):
                    for k in range(self.ends):
                        self.end_node[k] = x
                        self.end_info[k] = 0
                    self.offer(key, origin, x)
        if some_off:
            b = CANDIDATES * self.end_slot[0]
            n = self.facts[self.end_slot[0]].n_off
            for j in range(n):
                x = self.offl[b + j]
                if self.shared[27 + WORD[x]] & BIT[x]:
                    for k in range(self.ends):
                        self.end_node[k] = OFF + x
                        self.end_info[k] = 0
                    self.offer(key, origin, OFF + x)

    def removal_class(self, target: cython.int) -> cython.int:
        """The same number for conclusions that remove the same candidates."""
        if target >= OFF:
            return target
        m: cython.uint = self.sc[CELL[target]] & ~(1 << DIGIT[target])
        if m & (m - 1) == 0:
            return OFF + 81 * LOWEST[m] + CELL[target]
        return target

    def offer(self, key: cython.int, origin: cython.int, target: cython.int) -> cython.void:
        """A deduction with the chains `end_slot`, `end_node`: keep it if it comes first."""
        total: cython.int = 0
        c: cython.int = 0
        if self.collecting:
            c = self.removal_class(target)
            if self.table_mark[c] != self.table_stamp:
                self.table_mark[c] = self.table_stamp
                self.table_best[c] = NO_LIMIT
                self.table_key[c] = 99
                self.table_at[c] = -1
            limit: cython.int = self.table_best[c] if key < self.table_key[c] else self.table_best[c] - 1
        else:
            limit = self.best if key < self.best_key else self.best - 1
            if limit > self.bound:
                limit = self.bound
                self.cut = True
        for k in range(self.ends):
            i: cython.uint = self.end_info[k]
            if i == 0:
                i = self.info[self.end_slot[k] * NODES + self.end_node[k]]
            total += i >> LOW
        if total > limit and not self.exhaustive:
            return
        total = 0
        self.nested_count = 0
        for k in range(self.ends):
            total += self.walk(self.end_slot[k], self.end_node[k], self.end_info[k], limit - total)
            if total > limit:
                return
        if not self.collecting:
            self.best = total
            self.best_key = key
            self.best_origin = origin
            self.best_target = target
            self.best_ends = self.ends
            for k in range(self.ends):
                self.best_slot[k] = self.end_slot[k]
                self.best_node[k] = self.end_node[k]
                self.best_info[k] = self.end_info[k]
            if self.turn_open:
                self.publish_bound()
            return
        at: cython.int = self.table_at[c]
        if at < 0:
            at = self.hints.count
        at = self.hints.record(at, 0, lengthened(self.base, total), total, key)
        self.table_best[c] = total
        self.table_key[c] = key
        self.table_at[c] = at
        self.note(at, key, origin, target)
        if self.noting:
            self.note_chain(self.hints.records[at].chain_print, key, origin, target)

    @cython.locals(i=cython.uint)
    def note(self, at: cython.int, key: cython.int, origin: cython.int, target: cython.int) -> cython.void:
        """Into record *at* of `hints`: what the deduction removes, its nodes, and the limits it rests on."""
        if target >= OFF:
            self.hints.removes(at, target - OFF)
        else:
            m: cython.uint = self.sc[CELL[target]] & ~(1 << DIGIT[target])
            while m:
                self.hints.removes(at, 81 * LOWEST[m] + CELL[target])
                m &= m - 1
        for k in range(self.ends):
            self.walk(self.end_slot[k], self.end_node[k], self.end_info[k], NO_LIMIT)
            self.hints.target(at)
            for j in range(self.queued):
                v: cython.int = self.queue[j]
                self.hints.node(at, v)
                if v >= OFF:
                    continue
                i = self.end_info[k] if j == 0 and self.end_info[k] else self.info[self.end_slot[k] * NODES + v]
                c: cython.int = (i >> CAUSE) & 7
                if c == 0 and key == 5:
                    self.hints.limit(at, CELL[v])
                elif c == 0 and key == 6:
                    self.hints.limit(at, 81 + origin)
                elif c:
                    self.hints.limit(at, limit_of(v, c))

    def note_chain(self, fingerprint, key, origin, target) -> cython.void:
        """Record where the chains of a deduction are: see `noted_chains`."""
        self.hints.note(fingerprint)
        self.hints.note(key)
        self.hints.note(origin)
        self.hints.note(target)
        self.hints.note(self.ends)
        for k in range(self.ends):
            self.hints.note(self.end_slot[k])
            self.hints.note(self.end_node[k])
            self.hints.note(self.end_info[k])

    def noted_chains(self) -> dict[int, tuple[int, int, int, list[tuple[int, int, int]]]]:
        """The chains noted, by fingerprint: as `winner`."""
        found: dict = {}
        rest = iter(self.hints.notes())
        for fingerprint in rest:
            key, origin, target, ends = next(rest), next(rest), next(rest), next(rest)
            found[fingerprint] = (key, origin, target, [(next(rest), next(rest), next(rest)) for _ in range(ends)])
        return found

    # For certificates: the chains inside a chain once more, with all they rest on.

    def winner(self) -> tuple[int, int, int, list[tuple[int, int, int]]]:
        """Key, origin, target and ends (slot, node, word) of the deduction found last."""
        ends = [(self.best_slot[k], self.best_node[k], self.best_info[k]) for k in range(self.best_ends)]
        return self.best_key, self.best_origin, self.best_target, ends

    def all_chains(
        self, values: bytes, masks: list[int], level: cython.int
    ) -> dict[int, tuple[int, int, int, list[tuple[int, int, int]]]]:
        """What `collect` finds on a grid, by fingerprint: as `winner`, until the next search."""
        value = cython.declare(cython.uchar[81])
        cand = cython.declare(cython.ushort[81])
        for k in range(81):
            value[k] = values[k]
            cand[k] = masks[k]
        self.prepare(self.hints.own_shortage)
        self.noting = True
        self.hints.forgetful = True
        self.collected = 0
        self.collect(value, cand, 1, level)
        self.noting = False
        self.hints.check()
        return self.noted_chains()


def wanted(nets: ForcingNets) -> cython.int:
    """How many ancestors the conclusion of a search may have at most, from now on."""
    if nets.exhaustive:
        return NO_LIMIT
    return (nets.best if nets.best < nets.bound else nets.bound) - 1
