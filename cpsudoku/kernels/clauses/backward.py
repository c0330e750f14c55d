# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A refutation checked backwards: only the clauses that the empty clause depends on are checked.

Clauses are added one after the other until unit propagation meets a conflict. Then they are taken away again, the last
first: where a lemma is part of what was needed so far, propagation must refute its negation by the clauses before it,
and those it used are needed, too. Clauses known to be needed are propagated first, so that few others become so.
Source: Goldberg and Novikov, DATE 2003 (backwards); Heule, Hunt and Wetzler, FMCAD 2013 (needed ones first).

Literals are numbered 2 * variable, and one more where negative; `x ^ 1` is the negation. A clause is watched by its
first two literals: node 2 * clause + side stands in the list of that literal's watchers, of two lists a literal: what
is needed, what is not known to be.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.polling import look, now, settle

from cpsudoku.kernels import zeros

OFTEN = cython.declare(cython.int, 64)
"""Lemmas between two checks of the clock and of signals."""
NONE = cython.declare(cython.int, -1)
TRUE = cython.declare(cython.int, -2)
"""In place of a falsified clause: the lemma has a literal that is already true."""
HELD, UNFINISHED, UNSOUND, LATE = range(4)
"""What `Backward.run` answers."""


class Backward:
    """*rows*: clauses over variables 1 .. *variables*, a 0 after each, no literal twice in one; the first *given* of
    them are the formula, the others lemmas. One `run` each.

    `kept`: the lemmas needed, ascending, numbered from 1 as the clauses are, the last the empty one, which is numbered
    behind all others. `hints`: for each, in the same order, the clauses that refute its negation, in the order in which
    they become unit, and a 0. `odd`: the lemma that does not follow, where one does not.
    """

    def __init__(self, variables: cython.int, rows: object, given: cython.int):
        cython.declare(k=cython.int, number=cython.int)
        data: cython.int[::1] = rows
        at: cython.int = 0
        ends: cython.int = 0
        for k in range(len(data)):
            if not -variables <= data[k] <= variables:
                raise ValueError(f"literal {data[k]} of {variables} variables")
            ends += data[k] == 0
        if given > ends or (len(data) and data[len(data) - 1]):
            raise ValueError("rows end in the middle of a clause, or are fewer than those given")
        if not cython.compiled:
            self.stop = [0.0, 0.0]
        self.stop[0] = self.stop[1] = 0
        self.clauses = ends
        self.given = given
        self.end = self.trail_end = self.used_end = 0
        self.odd = 0
        self.kept = array("i")
        self.hints = array("i")
        self.lits = zeros("i", len(data) - ends + 1)
        self.first = zeros("i", ends + 1)
        number = 0
        for k in range(len(data)):
            if data[k]:
                self.lits[at] = 2 * data[k] if data[k] > 0 else 1 - 2 * data[k]
                at += 1
            else:
                number += 1
                self.first[number] = at
        self.watch = array("i", [-1]) * (4 * int(variables) + 8)
        self.after = array("i", [-1]) * (2 * int(ends) + 2)
        self.value = zeros("b", 2 * variables + 4)
        self.place, self.reason, self.trail, self.used = [zeros("i", variables + 3) for _ in range(4)]
        self.needed, self.gone, self.seen = zeros("b", ends + 1), zeros("b", ends + 1), zeros("b", variables + 2)

    def run(self, seconds: cython.double = 0) -> int:
        """HELD; UNFINISHED: no conflict at the end; UNSOUND: `odd` does not follow; LATE after *seconds* (0: none)."""
        cython.declare(false=cython.int, lemma=cython.int, k=cython.int)
        marks: list = []
        found: list = []
        self.stop[0] = now() + seconds if seconds > 0 else 0
        with cython.nogil:
            false = self._forward()
        if self.stop[1]:
            settle(self.stop)
            return LATE
        if false == NONE:
            return UNFINISHED
        self._explain(false)
        found.append(self.clauses + 1)
        marks.append(self._noted())
        lemma = self.end
        while True:
            with cython.nogil:
                lemma = self._back(lemma)
            if self.stop[1]:
                settle(self.stop)
                return LATE
            if lemma < 0:
                break
            if self.odd:
                return UNSOUND
            found.append(lemma + 1)
            marks.append(self._noted())
            lemma -= 1
        self.kept = array("i", found[::-1])
        for k in range(len(marks) - 1, -1, -1):
            self.hints.extend(marks[k])
            self.hints.append(0)
        return HELD

    def _noted(self) -> object:
        """The clauses used last, numbered from 1, in the order in which they were unit."""
        return array("i", [self.used[k] + 1 for k in range(self.used_end - 1, -1, -1)])

    @cython.locals(c=cython.int, k=cython.int, false=cython.int, open_=cython.int)
    def _forward(self) -> cython.int:
        """Add clauses until one is false; NONE where all are in. `end`: the last one added."""
        for c in range(self.clauses):
            if c % 1024 == 0 and look(cython.address(self.stop[0]) if cython.compiled else self.stop):
                return NONE
            self.end = c
            open_ = self._watched(c)
            if open_ == 0:
                return c
            if self.first[c + 1] - self.first[c] > 1:
                for k in range(2):
                    self._attach(2 * c + k, self.lits[self.first[c] + k], 0)
            if open_ == 1 and self.value[self.lits[self.first[c]]] == 0:
                self._assign(self.lits[self.first[c]], c)
                false = self._propagate(self.trail_end - 1)
                if false != NONE:
                    return false
        return NONE

    @cython.locals(side=cython.int, k=cython.int, best=cython.int, rank=cython.int, most=cython.int, literal=cython.int)
    def _watched(self, c: cython.int) -> cython.int:
        """Two literals to the front: open or true ones, else those false for the shortest time.

        Returns how many of the front ones, two at most, are not false.
        """
        start: cython.int = self.first[c]
        stop: cython.int = self.first[c + 1]
        good: cython.int = 0
        for side in range(2):
            if start + side >= stop:
                break
            best = start + side
            most = -1
            for k in range(start + side, stop):
                literal = self.lits[k]
                rank = 2147483647 if self.value[literal] >= 0 else self.place[literal >> 1]
                if rank > most:
                    most = rank
                    best = k
            if most == 2147483647:
                good += 1
            literal = self.lits[best]
            self.lits[best] = self.lits[start + side]
            self.lits[start + side] = literal
        return good

    def _attach(self, node: cython.int, literal: cython.int, kind: cython.int) -> cython.void:
        self.after[node] = self.watch[2 * literal + kind]
        self.watch[2 * literal + kind] = node

    def _assign(self, literal: cython.int, reason: cython.int) -> cython.void:
        self.value[literal] = 1
        self.value[literal ^ 1] = -1
        self.reason[literal >> 1] = reason
        self.place[literal >> 1] = self.trail_end
        self.trail[self.trail_end] = literal
        self.trail_end += 1

    def _undo(self, mark: cython.int) -> cython.void:
        """The trail as it was when it was *mark* long."""
        while self.trail_end > mark:
            self.trail_end -= 1
            self.value[self.trail[self.trail_end]] = 0
            self.value[self.trail[self.trail_end] ^ 1] = 0

    @cython.locals(false=cython.int)
    def _propagate(self, head: cython.int) -> cython.int:
        """From place *head* of the trail: the clause that came out false, or NONE. Needed clauses first."""
        later: cython.int = head
        while True:
            while head < self.trail_end:
                false = self._visit(self.trail[head] ^ 1, 1)
                if false != NONE:
                    return false
                head += 1
            if later == self.trail_end:
                return NONE
            false = self._visit(self.trail[later] ^ 1, 0)
            if false != NONE:
                return false
            later += 1

    @cython.locals(onwards=cython.int, c=cython.int, start=cython.int, k=cython.int, other=cython.int, moved=cython.int)
    def _visit(self, literal: cython.int, kind: cython.int) -> cython.int:
        """Visit the watchers of a literal that is now false, of one list; the falsified clause, or NONE."""
        before: cython.int = NONE
        node: cython.int = self.watch[2 * literal + kind]
        while node != NONE:
            onwards = self.after[node]
            c = node >> 1
            start = self.first[c]
            moved = self.gone[c]
            if not moved:
                other = self.lits[start + 1 - (node & 1)]
                if self.value[other] <= 0:
                    for k in range(start + 2, self.first[c + 1]):
                        if self.value[self.lits[k]] >= 0:
                            self.lits[start + (node & 1)] = self.lits[k]
                            self.lits[k] = literal
                            self._attach(node, self.lits[start + (node & 1)], self.needed[c])
                            moved = 1
                            break
                    else:
                        if self.value[other] < 0:
                            return c
                        self._assign(other, c)
                if not moved and self.needed[c] > kind:
                    self._attach(node, literal, 1)
                    moved = 1
            if not moved:
                before = node
            elif before == NONE:
                self.watch[2 * literal + kind] = onwards
            else:
                self.after[before] = onwards
            node = onwards
        return NONE

    @cython.locals(variable=cython.int, k=cython.int)
    def _explain(self, false: cython.int) -> cython.void:
        """Note what made *false* false (TRUE: the variable that is `seen`), the last first; it is needed now."""
        left: cython.int = 0
        at: cython.int = self.trail_end
        self.used_end = 0
        if false != TRUE:
            left = self._use(false)
        else:
            left = 1
        while left:
            at -= 1
            variable = self.trail[at] >> 1
            if self.seen[variable]:
                self.seen[variable] = 0
                left -= 1
                k = self.reason[variable]
                if k >= 0:
                    left += self._use(k)
                    # its own literal is true, and was seen just now
                    left -= self.seen[variable]
                    self.seen[variable] = 0

    def _use(self, c: cython.int) -> cython.int:
        """Mark a clause as used; return how many of its variables become `seen`."""
        fresh: cython.int = 0
        self.needed[c] = 1
        self.used[self.used_end] = c
        self.used_end += 1
        for k in range(self.first[c], self.first[c + 1]):
            if not self.seen[self.lits[k] >> 1]:
                self.seen[self.lits[k] >> 1] = 1
                fresh += 1
        return fresh

    @cython.locals(c=cython.int, start=cython.int)
    def _back(self, lemma: cython.int) -> cython.int:
        """Take lemmas away, from *lemma* on, until one is needed: it, checked and explained; -1 where there is none.

        A unit that rests on it goes, with all behind it: before it came, propagation was at its end.
        """
        c = lemma
        while c >= self.given:
            if c % OFTEN == 0 and look(cython.address(self.stop[0]) if cython.compiled else self.stop):
                return NONE
            self.gone[c] = 1
            start = self.first[c]
            if start < self.first[c + 1]:
                self._forget(c, self.lits[start])
                if start + 1 < self.first[c + 1]:
                    self._forget(c, self.lits[start + 1])
            if self.needed[c]:
                if not self._follows(c):
                    self.odd = c + 1
                return c
            c -= 1
        return NONE

    def _forget(self, c: cython.int, literal: cython.int) -> cython.void:
        """The clause gives no reason for the literal any more."""
        if self.value[literal] > 0 and self.reason[literal >> 1] == c:
            self._undo(self.place[literal >> 1])

    @cython.locals(literal=cython.int, k=cython.int)
    def _follows(self, c: cython.int) -> cython.int:
        """Whether propagation refutes that all literals of the clause are false; what it used is explained."""
        mark: cython.int = self.trail_end
        false: cython.int = NONE
        for k in range(self.first[c], self.first[c + 1]):
            literal = self.lits[k]
            if self.value[literal] > 0:
                self.seen[literal >> 1] = 1
                false = TRUE
                break
            if self.value[literal] == 0:
                self._assign(literal ^ 1, NONE)
        if false == NONE:
            false = self._propagate(mark)
        if false != NONE:
            self._explain(false)
        self._undo(mark)
        return false != NONE
