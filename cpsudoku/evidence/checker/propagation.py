"""Unit propagation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence


class Clauses:
    """Clauses under unit propagation by two watched literals. `refuted` once propagation alone meets a conflict.

    No literal may be 0 or beyond +-*variables*: whoever reads a proof looks first.
    """

    def __init__(self, variables: int, clauses: Iterable[Sequence[int]]):
        self.variables = variables
        self.value = [0] * (2 * variables + 1)  # by literal: 1 true, -1 false; negative literals count from the end
        self.watches: list[list[list[int]]] = [[] for _ in range(2 * variables + 1)]
        self.reason: list[list[int]] = [[] for _ in range(variables + 1)]
        self.trail: list[int] = []
        self.head = 0
        self.all: list[list[int]] = []
        self.refuted: list[int] | None = None
        for clause in clauses:
            self.add(clause)

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause for good and propagate what follows for good."""
        value = self.value
        kept = sorted(dict.fromkeys(clause), key=lambda x: -value[x])  # false literals last
        self.all.append(kept)
        if len(kept) > 1:
            self.watches[kept[0]].append(kept)
            self.watches[kept[1]].append(kept)
        if self.refuted is not None:
            return
        if not kept or value[kept[0]] < 0:
            self.refuted = kept
        elif value[kept[0]] == 0 and (len(kept) == 1 or value[kept[1]] < 0):
            self._assign(kept[0], kept)
            self.refuted = self.propagate()

    def _assign(self, literal: int, reason: list[int]) -> None:
        self.value[literal], self.value[-literal] = 1, -1
        self.reason[abs(literal)] = reason
        self.trail.append(literal)

    def propagate(self) -> list[int] | None:
        """Assign what unit clauses force; the clause that came out false, if any."""
        value, trail, watches = self.value, self.trail, self.watches
        while self.head < len(trail):
            false = -trail[self.head]
            self.head += 1
            watching, kept = watches[false], []
            for at, clause in enumerate(watching):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                other = clause[0]
                if value[other] > 0:
                    kept.append(clause)
                    continue
                for k in range(2, len(clause)):
                    literal = clause[k]
                    if value[literal] >= 0:
                        clause[1], clause[k] = literal, false
                        watches[literal].append(clause)
                        break
                else:
                    kept.append(clause)
                    if value[other] < 0:
                        watches[false] = kept + watching[at + 1 :]
                        return clause
                    self._assign(other, clause)
            watches[false] = kept
        return None

    def conflict(self, literals: Iterable[int], see: Callable[[list[int]], None] | None = None) -> bool:
        """Does propagation refute that all of *literals* are false? (*see* is shown the false clause.)"""
        if self.refuted is not None:
            return True
        mark, found = len(self.trail), False
        for x in literals:
            if self.value[x] > 0:
                found = True
                if see:
                    see([x])
                break
            if self.value[x] == 0:
                self._assign(-x, [])
        if not found:
            false = self.propagate()
            found = false is not None
            if see and false is not None:
                see(false)
        for x in self.trail[mark:]:
            self.value[x] = self.value[-x] = 0
        del self.trail[mark:]
        self.head = mark
        return found

    def resolvents_conflict(self, lemma: Sequence[int]) -> bool:
        """RAT on the first literal: each resolvent with a clause that has its negation follows by propagation."""
        for clause in self.all:
            if lemma and -lemma[0] in clause:
                rest = [x for x in clause if x != -lemma[0]]
                if not any(-x in lemma for x in rest) and not self.conflict([*lemma, *rest]):
                    return False
        return bool(lemma)
