"""From clues to the solution by smallest sets of reasons.

What a single reason gives is taken at once, reason by reason, and all that a single constraint gives is one step.
Where nothing is left of that, every open candidate is assumed, and every missing one; the lightest set of reasons
found to refute one of them is stripped of needless reasons, and everything that the set gives is one step. Where
propagation refutes nothing, SAT does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cpsudoku.budget import check_deadline
from cpsudoku.questions.explanation.model import Literal, Model, Set
from cpsudoku.questions.explanation.searching import Search

NEAR = 7
"""Weight up to which lighter sets are looked for at each step."""
STALE = 6
"""Steps after which sets heavier than that are looked for anew."""
SLACK = 3
"""How much heavier than the lightest a set may be to be kept for steps to come."""
FAR = 10**6
ORDER = {"once": 0, "cell": 1, "has": 2, "total": 3, "constraint": 4, "clue": 5}
"""Which of the single reasons comes first."""
SIMPLE, CONSTRAINT, SEVERAL = 0, 1, 2


class Found(NamedTuple):
    """A step in numbers: literals that follow, and from which reasons.

    searched  SAT saw it, propagation did not
    sought    a small set was looked for; else the reasons are all that the board leaves open
    """

    literals: tuple[Literal, ...]
    reasons: Set
    searched: bool = False
    sought: bool = True


class Walk:
    """A walk over a model from its facts to *solution* (digit bytes). Iterate for the steps, lightest at each point."""

    def __init__(self, model: Model, solution: bytes) -> None:
        self.model = model
        self._right = [cell * model.n + digit for cell, digit in enumerate(solution)]
        right = set(self._right)
        self._wrong = [x for x in range(1, model.shown + 1) if x not in right]
        self._search = Search(model, solution)
        self._solution = solution
        self._kept: list[tuple[Literal, Set]] = []
        self._tried: set[int] = set()
        self._waiting: dict[Set, dict[Literal, None]] = {}  # what these reasons give, and is no fact yet
        self._ranks: dict[Set, tuple[int, int, Set]] = {}
        self._age = 0
        self._rules: dict[int, set[int]] = {}
        for number, reason in enumerate(model.reasons):
            if reason.kind == "constraint" and number not in model.formula.plain:
                for cell in reason.cells:
                    self._rules.setdefault(cell, set()).add(number)
        self._changed: set[int] = set(range(model.puzzle.geometry.size))

    def steps(self, facts: list[Literal]) -> Iterator[Found]:
        """The steps after *facts* (literals, such as the clues)."""
        while True:
            self._take(facts)
            facts = []
            singles = self._singles()
            if singles:
                for found in singles:
                    if self._rank(found.reasons)[0] == CONSTRAINT:
                        yield self._closed(found, self._first_candidates(found.reasons[0]))
                    else:
                        facts += found.literals
                        yield found
                continue
            self._wrong = wrong = list(filter(self.model.kernel.open, self._wrong))
            if not wrong:
                return
            check_deadline()
            step: Found | None = None
            for step in self._by_constraint(wrong):
                yield step
            if step is None:
                step = self._next(wrong)
                facts += step.literals
                yield step

    def _first_candidates(self, rule: int) -> list[Literal]:
        """At its first step: the candidates of a constraint that says more to an assumption than its clauses do."""
        if rule in self.model.formula.plain or rule in self._tried:
            return []
        self._tried.add(rule)
        n, scope = self.model.n, self.model.reasons[rule].cells
        return [x for cell in scope for x in range(cell * n + 1, cell * n + n + 1) if x != self._right[cell]]

    def _closed(self, found: Found, candidates: Sequence[Literal] = ()) -> Found:
        """The step of a single constraint with all that the constraint gives once the step is known.

        Of the open *candidates* those that it refutes, too. All of it is taken at once; what other reasons then give
        waits.
        """
        literals: list[Literal] = []
        new, kernel = list(found.literals), self.model.kernel
        while new:
            literals += new
            self._take(new)
            new = [x for x in self._waiting.pop(found.reasons, ()) if kernel.open(x)]
            if not new:
                left = [x for x in candidates if kernel.open(x)]
                new = [-x for x in self.model.refuted(left, found.reasons)] if left else []
        return found._replace(literals=tuple(sorted(literals)))

    def _take(self, facts: Sequence[Literal]) -> None:
        """Add facts; what single reasons then give waits."""
        waiting, changed = self._waiting, self._changed
        changed.update(map(self.model.cell, facts))
        for x, why in self.model.take(facts):
            if why:
                waiting.setdefault(why, {})[x] = None
            else:
                changed.add(self.model.cell(x))

    def _singles(self) -> list[Found]:
        """What single reasons give, one step a reason: the simple ones at once, but of constraints one at a time."""
        seen: set[Literal] = set()
        found: list[Found] = []
        is_open = self.model.kernel.open
        for why in sorted(self._waiting, key=self._rank):
            first = self._rank(found[0].reasons)[0] if found else None
            if found and (first == CONSTRAINT or first != self._rank(why)[0]):
                break
            literals = [x for x in self._waiting.pop(why) if x not in seen and is_open(x)]
            if literals:
                seen.update(literals)
                found.append(Found(tuple(sorted(literals)), why))
        return found

    def _rank(self, why: Set) -> tuple[int, int, Set]:
        """What comes first: single reasons, constraints the last of them; then what a clause of several gives."""
        known = self._ranks.get(why)
        if known is None:
            order = ORDER[self.model.reasons[why[0]].kind]
            rank = SEVERAL if len(why) > 1 else CONSTRAINT if order == ORDER["constraint"] else SIMPLE
            known = self._ranks[why] = (rank, order, why)
        return known

    def _next(self, wrong: list[Literal]) -> Found:
        """The lightest step of several reasons; where propagation finds none, a step that only search finds."""
        from cpsudoku.questions.explanation.ties import lightest_of  # loads numpy

        found = self._lightest(wrong)
        if found:
            return self._all_of(lightest_of(self.model, found, self._solution), wrong)
        literals, reasons, sought = self._search.step(wrong)
        return Found(literals, reasons, True, sought)

    def _lightest(self, wrong: list[Literal]) -> list[tuple[Literal, Set]]:
        """Refutations of the least weight known.

        Those found before stand while their literal is open. What is lighter is looked for at each step up to `NEAR`;
        beyond that only after `STALE` steps, for sets so large are made smaller by far when they are taken.
        """
        kernel, weight = self.model.kernel, self.model.weight
        kept = [(x, why) for x, why in self._kept if kernel.open(x)]
        least = min((weight(why) for _, why in kept), default=FAR)
        self._age += 1
        high = least - 1 if self._age > STALE or not kept else min(least - 1, NEAR)
        if high >= 2:
            candidates = wrong + [-x for x in self._right if kernel.open(x)]
            found = kernel.lightest(candidates, 2, high, SLACK)
            if found:
                kept, least = found, min(weight(why) for _, why in found)
                self._age = 0
        self._kept = kept = [one for one in kept if weight(one[1]) <= least + SLACK]
        return [one for one in kept if weight(one[1]) == least]

    def _by_constraint(self, wrong: list[Literal]) -> Iterator[Found]:
        """What single constraints refute, for those constraints whose cells have changed; taken with each step."""
        touched = sorted({rule for cell in self._changed for rule in self._rules.get(cell, ())})
        self._changed = set()
        model = self.model
        for rule in touched:
            scope = set(model.reasons[rule].cells)
            literals = [x for x in wrong if model.cell(x) in scope and model.kernel.open(x)]
            gone = [-x for x in model.refuted(literals, (rule,))]
            if gone:
                yield self._closed(Found(tuple(gone), (rule,)), literals)

    def _all_of(self, reasons: Set, wrong: list[Literal]) -> Found:
        """Everything that the reasons refute, as one step."""
        model = self.model
        gone = model.refuted(wrong, reasons)
        placed = [-x for x in model.refuted([-x for x in self._right if model.kernel.open(x)], reasons)]
        full = set(map(model.cell, placed))  # a placement itself takes the other digits of its cell away
        return Found((*placed, *(-x for x in gone if model.cell(x) not in full)), reasons)

    def close(self) -> None:
        """Free what the search holds."""
        self._search.close()
