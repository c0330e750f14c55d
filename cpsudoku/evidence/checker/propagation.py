"""Unit propagation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from . import work

LONG = 16
"""Literals of a clause behind which looking for one that is not false is counted."""
MANY = 10_000
"""Steps of a propagation after which they are counted."""


class Clauses:
    """Clauses under unit propagation by two watched literals. `refuted` once propagation alone meets a conflict.

    No literal may be 0 or beyond +-*variables*: the reader of a proof checks that.
    """

    def __init__(self, variables: int, clauses: Iterable[Sequence[int]]):
        work.spend(variables, held=300 * variables)
        self.variables = variables
        self.value = [0] * (2 * variables + 1)  # by literal: 1 true, -1 false; negative literals count from the end
        self.partners: list[list[int]] = [[] for _ in self.value]  # the other literals of clauses of two
        self.watches: list[list[list[int]]] = [[] for _ in self.value]
        self.trail: list[int] = []
        self.head = 0
        self.all: list[list[int]] = []
        self.gone: list[list[int]] = []
        self.literals = 0
        self.value[0] = 1  # of literal 0, which replaces the literals of a removed clause: it never becomes unit
        self.refuted = False
        for clause in clauses:
            self.add(clause)

    def add(self, clause: Sequence[int]) -> list[int]:
        """Add a clause, propagate what follows for good, and give what `remove` takes it by."""
        value = self.value
        kept = sorted(dict.fromkeys(clause), key=lambda x: -value[x])  # false literals last
        self.all.append(kept)
        self.literals += len(kept)
        if len(kept) == 2:
            self.partners[kept[0]].append(kept[1])
            self.partners[kept[1]].append(kept[0])
        elif len(kept) > 2:
            self.watches[kept[0]].append(kept)
            self.watches[kept[1]].append(kept)
        if self.refuted:
            return kept
        if not kept or value[kept[0]] < 0:
            self.refuted = True
        elif value[kept[0]] == 0 and (len(kept) == 1 or value[kept[1]] < 0):
            value[kept[0]], value[-kept[0]] = 1, -1
            self.trail.append(kept[0])
            self.refuted = self.propagate()
        return kept

    def remove(self, clause: list[int]) -> None:
        """Propagate by this clause no more; what was derived stays, and `resolvents_conflict` still considers it."""
        if len(clause) == 2:
            work.spend((len(self.partners[clause[0]]) + len(self.partners[clause[1]])) // 16)
            self.partners[clause[0]].remove(clause[1])
            self.partners[clause[1]].remove(clause[0])
        else:
            self.gone.append(clause[:])
            clause[:] = [0] * len(clause)

    def propagate(self) -> bool:
        """Assign what unit clauses force; whether a clause came out false. Clauses of two go first.

        (Written flat: checking a proof is this loop.)
        """
        value, trail, watches, partners = self.value, self.trail, self.watches, self.partners
        head = quick = self.head
        steps = 0
        while True:
            while quick < len(trail):
                steps += 1 + len(partners[-trail[quick]]) // 4
                for other in partners[-trail[quick]]:
                    state = value[other]
                    if not state:
                        value[other], value[-other] = 1, -1
                        trail.append(other)
                    elif state < 0:
                        work.spend(steps)
                        return True
                quick += 1
            if head == len(trail):
                work.spend(steps)
                self.head = head
                return False
            false = -trail[head]
            head += 1
            watching = watches[false]
            if not watching:
                continue
            steps += len(watching)
            if steps > MANY:
                work.spend(steps)
                steps = 0
            kept: list[list[int]] = []
            watches[false] = kept
            keep = kept.append
            for at, clause in enumerate(watching):
                other = clause[0]
                if other == false:
                    clause[0] = other = clause[1]
                    clause[1] = false
                state = value[other]
                if state > 0:
                    if other:
                        keep(clause)
                    continue
                for k in range(2, len(clause)):
                    literal = clause[k]
                    if value[literal] >= 0:
                        clause[1], clause[k] = literal, false
                        watches[literal].append(clause)
                        if k > LONG:
                            steps += k // 8
                        break
                else:
                    if len(clause) > LONG:
                        steps += len(clause) // 8
                    keep(clause)
                    if state:
                        kept += watching[at + 1 :]
                        work.spend(steps)
                        return True
                    value[other], value[-other] = 1, -1
                    trail.append(other)

    def conflict(self, literals: Iterable[int]) -> bool:
        """Does propagation refute that all of *literals* are false?"""
        if self.refuted:
            return True
        value, trail = self.value, self.trail
        mark, found = len(trail), False
        for x in literals:
            if value[x] > 0:
                found = True
                break
            if value[x] == 0:
                value[x], value[-x] = -1, 1
                trail.append(-x)
        found = found or self.propagate()
        for x in trail[mark:]:
            value[x] = value[-x] = 0
        del trail[mark:]
        self.head = mark
        return found

    def resolvents_conflict(self, lemma: Sequence[int]) -> bool:
        """RAT on the first literal: each resolvent with a clause that has its negation follows by propagation."""
        work.spend((len(self.all) + len(self.gone) + self.literals) // 4)
        for clause in (*self.all, *self.gone):
            if lemma and -lemma[0] in clause:
                rest = [x for x in clause if x != -lemma[0]]
                if not any(-x in lemma for x in rest) and not self.conflict([*lemma, *rest]):
                    return False
        return bool(lemma)
