# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Unit propagation that knows why: every literal derived carries a set of reasons, small ones first.

Clauses belong to groups of reasons (a house's digit, a constraint). A literal derived by a clause rests on the
clause's reasons and on those of its false literals. Literals are taken in the order of the weight of their sets
(Dijkstra 1959, with unions for sums), so sets stay small, though not always smallest. Facts rest on nothing.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64, ones

from cpsudoku.kernels import zeros

WORD = cython.declare(cython.int, 64)
NONE = cython.declare(cython.int, -1)
EVERY = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


def taken_apart(flat, skip: int) -> tuple:
    """(literals, where each clause begins and the last ends, 1 for a clause with a positive literal).

    *flat* has a 0 after each clause; the first *skip* clauses are left out.
    """
    cython.declare(k=cython.Py_ssize_t)
    source: cython.int[::1] = flat
    size: cython.Py_ssize_t = len(flat)
    i: cython.Py_ssize_t = 0
    skipped: cython.int = skip
    clauses: cython.Py_ssize_t = 0
    while skipped > 0:
        if source[i] == 0:
            skipped -= 1
        i += 1
    for k in range(i, size):
        if source[k] == 0:
            clauses += 1
    found_literals = zeros("i", size - i - clauses)
    found_starts = zeros("i", clauses + 1)
    found_signs = bytearray(clauses)
    if not len(found_literals):
        return found_literals, found_starts, found_signs
    literals: cython.int[::1] = found_literals
    starts: cython.int[::1] = found_starts
    signs: cython.uchar[::1] = found_signs
    at: cython.int = 0
    clause: cython.int = 0
    for k in range(i, size):
        if source[k] == 0:
            clause += 1
            starts[clause] = at
        else:
            literals[at] = source[k]
            at += 1
            if source[k] > 0:
                signs[clause] = 1
    return found_literals, found_starts, found_signs


class Reasoner:
    """Clauses over variables 1 .. *variables*, the first *shown* of which are candidates of cells.

    *literals* are the clauses one after the other, clause i from `starts[i]` to `starts[i + 1]`, under the reasons of
    group `groups[i]`; *sets* holds a tuple of reasons (from 0) for each group, *weights* the weight of each reason.
    One walk at a time; not to be shared between threads.

    used, used_from   clauses of a literal (2v, 2v + 1 for its negation): used[used_from[x]:used_from[x + 1]]
    pending_literal, pending_clause, link   of a pending derivation, and the next one of equal weight
    """

    def __init__(self, variables: int, shown: int, literals, starts, groups, sets, weights):
        count = len(starts) - 1
        reasons = len(weights)
        words = (reasons + 63) // 64 or 1
        planes = max([1] + [int(weight).bit_length() for weight in weights])
        self.variables, self.shown, self.clauses, self.words, self.planes = variables, shown, count, words, planes
        self.literal = array("i", literals)
        self.start = array("i", starts)
        self.group = array("i", groups)
        self.group_set = masks = zeros("Q", words * len(sets))
        for k, chosen in enumerate(sets):
            for reason in chosen:
                masks[k * words + reason // 64] |= 1 << reason % 64
        self.plane = layers = zeros("Q", words * planes)
        for reason, weight in enumerate(weights):
            for j in range(planes):
                if int(weight) >> j & 1:
                    layers[j * words + reason // 64] |= 1 << reason % 64
        self.heaviest = sum(map(int, weights)) + 1
        self.used_from = zeros("i", 2 * variables + 3)
        self.used, self.falses = zeros("i", len(self.literal) + 1), zeros("i", count + 1)
        self.value, self.trail = zeros("b", variables + 1), zeros("i", variables + 1)
        self.support = zeros("Q", words * (variables + 1))
        self.heads, self.tails = [array("i", [-1]) * (self.heaviest + 2) for _ in range(2)]
        self.link, self.pending_literal, self.pending_clause = [zeros("i", count + 2 * variables + 2) for _ in range(3)]
        self.best_set, self.work, self.enabled = [zeros("Q", words) for _ in range(3)]
        self.derived = []
        self._index()

    @cython.locals(i=cython.int, c=cython.int, x=cython.int, at=cython.int)
    def _index(self) -> cython.void:
        """Which clauses have each literal."""
        for i in range(self.start[self.clauses]):
            x = self.literal[i]
            self.used_from[(2 * x if x > 0 else 1 - 2 * x) + 1] += 1
        for i in range(2 * self.variables + 2):
            self.used_from[i + 1] += self.used_from[i]
        fill: cython.int[::1] = array("i", self.used_from)
        for c in range(self.clauses):
            for i in range(self.start[c], self.start[c + 1]):
                x = self.literal[i]
                at = 2 * x if x > 0 else 1 - 2 * x
                self.used[fill[at]] = c
                fill[at] += 1

    # -- sets of reasons

    @cython.locals(w=cython.int, j=cython.int)
    def _weight(self) -> cython.int:
        """The weight of the set in `work`."""
        found: cython.int = 0
        for j in range(self.planes):
            for w in range(self.words):
                found += ones(self.work[w] & self.plane[j * self.words + w]) << j
        return found

    @cython.locals(w=cython.int, i=cython.int, v=cython.int)
    def _gather(self, clause: cython.int, but: cython.int) -> cython.void:
        """Into `work`: the clause's reasons and those of its literals but that of variable *but*."""
        base: cython.int = self.group[clause] * self.words
        for w in range(self.words):
            self.work[w] = self.group_set[base + w]
        for i in range(self.start[clause], self.start[clause + 1]):
            v = self.literal[i]
            if v < 0:
                v = -v
            if v != but:
                v *= self.words
                for w in range(self.words):
                    self.work[w] |= self.support[v + w]

    @cython.locals(w=cython.int)
    def _barred(self) -> cython.bint:
        """Whether `work` has a reason that is not enabled."""
        if self.limited:
            for w in range(self.words):
                if self.work[w] & ~self.enabled[w]:
                    return True
        return False

    @cython.locals(w=cython.int)
    def _alone(self, clause: cython.int) -> cython.bint:
        """Whether `work` is no more than the reasons of the clause itself."""
        base: cython.int = self.group[clause] * self.words
        for w in range(self.words):
            if self.work[w] & ~self.group_set[base + w]:
                return False
        return True

    def _named(self, words) -> tuple:
        """The reasons of a set of bits, ascending."""
        cython.declare(w=cython.int, left=cython.ulonglong)
        found = []
        for w in range(self.words):
            left = words[w]
            while left:
                found.append(64 * w + lowest64(left))
                left &= left - 1
        return tuple(found)

    # -- propagation

    def _push(self, literal: cython.int, clause: cython.int, weight: cython.int) -> cython.void:
        k: cython.int = self.pending
        self.pending += 1
        self.pending_literal[k] = literal
        self.pending_clause[k] = clause
        self.link[k] = -1
        if self.heads[weight] < 0:
            self.heads[weight] = k
        else:
            self.link[self.tails[weight]] = k
        self.tails[weight] = k

    @cython.locals(i=cython.int, x=cython.int, w=cython.int, weight=cython.int)
    def _look(self, clause: cython.int, bound: cython.int, settling: cython.bint) -> cython.void:
        """A clause with at most one literal left: note the conflict, or that its last literal follows."""
        left: cython.int = 0
        for i in range(self.start[clause], self.start[clause + 1]):
            x = self.literal[i]
            if x > 0:
                w = self.value[x]
            else:
                w = -self.value[-x]
            if w > 0:
                return
            if w == 0:
                left = x
        self._gather(clause, left if left > 0 else -left)
        if self._barred() or (settling and not self._alone(clause)):
            return
        weight = self._weight()
        if left == 0:
            if weight < self.best:
                self.best = weight
                for w in range(self.words):
                    self.best_set[w] = self.work[w]
        elif weight <= bound and weight < self.best:
            self._push(left, clause, weight)

    @cython.locals(i=cython.int, c=cython.int, at=cython.int)
    def _assign(self, literal: cython.int, bound: cython.int, settling: cython.bint) -> cython.void:
        """Make a literal true (its support is in place) and look at the clauses that lost one."""
        if literal > 0:
            self.value[literal] = 1
            at = 2 * literal + 1
        else:
            self.value[-literal] = -1
            at = -2 * literal
        self.trail[self.trail_end] = literal
        self.trail_end += 1
        for i in range(self.used_from[at], self.used_from[at + 1]):
            c = self.used[i]
            self.falses[c] += 1
            if self.falses[c] >= self.start[c + 1] - self.start[c] - 1:
                self._look(c, bound, settling)

    @cython.locals(k=cython.int, x=cython.int, v=cython.int, w=cython.int, c=cython.int)
    def _run(self, bound: cython.int, settling: cython.bint) -> cython.void:
        """Take what is pending, lightest first, until a conflict cannot become lighter or nothing is left."""
        weight: cython.int = 0
        while weight <= bound and weight < self.best:
            k = self.heads[weight]
            if k < 0:
                weight += 1
                continue
            self.heads[weight] = self.link[k]
            x = self.pending_literal[k]
            v = x if x > 0 else -x
            if self.value[v]:
                continue
            c = self.pending_clause[k]
            if c >= 0:
                self._gather(c, v)
            else:
                for w in range(self.words):
                    self.work[w] = 0
            if settling and v <= self.shown and weight:
                self._derive(x)
                continue
            for w in range(self.words):
                self.support[v * self.words + w] = self.work[w]
            if settling and v <= self.shown and c >= 0:
                self._derive(x)
            self._assign(x, bound, settling)
        for w in range(bound + 2 if bound + 2 < self.heaviest + 2 else self.heaviest + 2):
            self.heads[w] = -1
        self.pending = 0

    def _derive(self, literal: cython.int):
        self.derived.append((literal, self._named(self.work)))

    @cython.locals(i=cython.int, x=cython.int, at=cython.int)
    def _undo(self, down_to: cython.int) -> cython.void:
        while self.trail_end > down_to:
            self.trail_end -= 1
            x = self.trail[self.trail_end]
            if x > 0:
                self.value[x] = 0
                at = 2 * x + 1
            else:
                self.value[-x] = 0
                at = -2 * x
            for i in range(self.used_from[at], self.used_from[at + 1]):
                self.falses[self.used[i]] -= 1

    # -- queries

    def settle(self, facts) -> tuple:
        """Take *facts* (literals) for granted; (what each clause's own reasons then give, a conflict's reasons).

        The first is a list of (literal of a candidate, reasons); those without reasons are facts already, the others
        become so when handed in again. The second is None where nothing conflicts. First call: `settle(())` or more.
        """
        cython.declare(c=cython.int, x=cython.int)
        self.limited = False
        self.best = self.heaviest
        self.derived = []
        self.pending = 0
        if self.trail_end == 0:
            for c in range(self.clauses):
                if self.start[c + 1] - self.start[c] <= 1:
                    self._look(c, self.heaviest, True)
        for x in facts:
            if (self.value[x] if x > 0 else -self.value[-x]) < 0:
                return [], tuple(self._named(self.support[abs(x) * self.words : (abs(x) + 1) * self.words]))
            self._push(x, NONE, 0)
        self._run(self.heaviest, True)
        conflict = self._named(self.best_set) if self.best < self.heaviest else None
        derived, self.derived = self.derived, []
        return derived, conflict

    def _probe(self, literal: cython.int, bound: cython.int) -> cython.bint:
        """Whether assuming the literal meets a conflict of weight *bound* at most; it is in `best_set`."""
        mark: cython.int = self.trail_end
        self.best = bound + 1
        self.pending = 0
        self._push(literal, NONE, 0)
        self._run(bound, False)
        self._undo(mark)
        return self.best <= bound

    def _known(self, literal: cython.int) -> cython.bint:
        return self.value[literal if literal > 0 else -literal] != 0

    def lightest(self, literals, low: int, high: int, slack: int = 0) -> list:
        """(literal, reasons) for those whose assumption is refuted at the least weight from *low* to *high*.

        What is met on the way and is no more than *slack* heavier may be among them.
        """
        cython.declare(bound=cython.int)
        found: list = []
        query: cython.int[::1] = array("i", literals)
        self.limited = False
        for bound in range(low, min(low + 2, high + 1)):  # mostly here, and cheap
            found = self._round(query, len(query), bound, 0)
            if found:
                return found
        return self._round(query, len(query), min(high, self.heaviest - 1), slack)

    @cython.locals(i=cython.int, x=cython.int)
    def _round(self, query: cython.int[::1], number: cython.int, high: cython.int, slack: cython.int):
        """Refutations of weight *high* at most, or of *slack* more than the least so far."""
        bound: cython.int = high
        found: list = []
        for i in range(number):
            x = query[i]
            if not self._known(x) and self._probe(x, bound):
                if self.best + slack < bound:
                    bound = self.best + slack
                    if slack == 0:
                        found = []
                found.append((x, self._named(self.best_set)))
        return found

    def refuted(self, literals, reasons) -> list:
        """(literal, reasons used) for those whose assumption *reasons* alone refute."""
        cython.declare(w=cython.int, x=cython.int)
        found: list = []
        for w in range(self.words):
            self.enabled[w] = 0
        for reason in reasons:
            self.enabled[reason // 64] |= cython.cast(cython.ulonglong, 1) << (reason % 64)
        self.limited = True
        for w in range(self.words):
            self.work[w] = self.enabled[w]
        bound: cython.int = self._weight()
        for x in literals:
            if not self._known(x) and self._probe(x, bound):
                found.append((x, self._named(self.best_set)))
        self.limited = False
        return found

    def without(self, literal: int, barred, high: int) -> tuple:
        """Reasons of weight *high* at most, none *barred* (a set), that refute the literal's assumption; else none."""
        cython.declare(w=cython.int)
        found: tuple = ()
        for w in range(self.words):
            self.enabled[w] = EVERY
        for reason in barred:
            self.enabled[reason // 64] ^= cython.cast(cython.ulonglong, 1) << (reason % 64)
        self.limited = True
        if not self._known(literal) and self._probe(literal, high):
            found = self._named(self.best_set)
        self.limited = False
        return found

    def smaller(self, literal: int, reasons: tuple) -> tuple:
        """Of *reasons*, which refute the assumption, a part that still does and has no needless one."""
        kept = reasons
        for reason in reasons:
            if reason not in kept:
                continue
            found = self.refuted((literal,), [other for other in kept if other != reason])
            if found:
                kept = found[0][1]
        return kept

    def open(self, literal: int) -> bool:
        """Whether neither the literal nor its negation is a fact."""
        return not self._known(literal)
