"""Steps that propagation does not find: SAT finds them, within conflicts counted for each, so that a walk always ends.

A solver with all rules as hard clauses finds the candidates that can be refuted: it is quick, and keeps what it learns.
The solver whose clauses are guarded by their reasons then explains only the easiest of those. Where the reasons are
many, a digit is placed rather than a candidate removed; where none was found, all open reasons together give a digit,
as the puzzle is known to have one solution before a walk begins. What else the reasons refute goes with the step,
and reasons found for other candidates are kept for steps to come: so a step costs little more than one set of reasons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cpsudoku.budget import Limits, check_deadline
from cpsudoku.engines.answer import Sat, Unknown, Unsat
from cpsudoku.questions.explanation.model import SHRINKING, InformedSolver, Literal, Model, Set

CHOSEN = 4
"""Candidates whose reasons are looked for, to choose the best among."""
EFFORT = (10, 100, 1_000)
"""Conflicts that a candidate may take: more only where none is refuted with fewer, being easier to explain."""
CONFLICTS = 30_000
"""Conflicts for all candidates of a step; half of it after each step for which nothing was found, ..."""
LEAST = 3_000
"""... but not less than this."""
MORE = 20
"""How many times the conflicts of the quick solver the other one may take for the reasons."""
MOST_QUESTIONS = 40
"""Candidates that SAT checks: do the reasons of a step refute them, too? A model answers for several."""
LONG = 12
"""Steps by search after which digits are placed rather than candidates removed: hundreds of those would never end."""
MANY = 40
"""Reasons beyond which a digit is placed at once: nobody can follow the removal of one candidate by more."""


class Search:
    """The steps of one walk over a *model* to *solution* (digit bytes) that only search finds. Close it."""

    def __init__(self, model: Model, solution: bytes) -> None:
        self.model = model
        self._solution = solution
        self._quick: InformedSolver | None = None
        self._effort = CONFLICTS
        self._steps = 0
        self._kept: dict[Literal, Set] = {}  # candidates that cannot be, with their reasons

    def step(self, wrong: Sequence[Literal]) -> tuple[tuple[Literal, ...], Set, bool]:
        """(what follows, reasons, whether they were looked for); *wrong* are the open candidates that are no digits.

        Where no reasons were found within the effort, these are all that the board leaves open.
        """
        model = self.model
        self._steps += 1
        if self._steps > LONG:
            placed = self._placement(self._narrowest(wrong))
            if placed is not None:
                return (placed[0],), placed[1], True
        kept = {x: core for x, core in self._kept.items() if model.kernel.open(x)}
        before = set(kept)
        best = min(((model.weight(core), core, x) for x, core in kept.items()), default=None)
        for conflicts, literal in self._refutable([x for x in wrong if x not in kept], CHOSEN - len(kept)):
            core = model.searched(literal, range(len(model.reasons)), max(EFFORT[1], MORE * conflicts))
            if core is None:
                continue
            if best is None or model.weight(core) < 2 * best[0]:
                kept[literal] = core = model.shrunk(literal, core)
                one = (model.weight(core), core, literal)
                best = one if best is None else min(best, one)
        self._kept = kept
        if best is None:
            self._effort = max(LEAST, self._effort // 2)
            literal = self._digit(self._narrowest(wrong))
            return (literal,), self._open(), False
        _, core, literal = best
        if literal in before:
            core = model.shrunk(literal, core)  # the board shows more by now
        if model.weight(core) > MANY:
            placed = self._placement(model.cell(literal))
            if placed is not None:
                return (placed[0],), placed[1], True
        return (-literal, *(-x for x in self._also(literal, core, wrong))), core, True

    def _also(self, literal: Literal, reasons: Set, wrong: Sequence[Literal]) -> list[Literal]:
        """What else these reasons refute, of the candidates of their cells."""
        model = self.model
        known = set(model.refuted([x for x in wrong if x != literal], reasons))
        cells = {model.cell(literal)}.union(*(model.reasons[number].cells for number in reasons))
        left = dict.fromkeys(x for x in wrong if x != literal and x not in known and model.cell(x) in cells)
        found: list[Literal] = []
        questions = 0
        while left and questions < MOST_QUESTIONS:
            check_deadline()
            questions += 1
            x = next(iter(left))
            del left[x]
            answer = model.answered(x, reasons, SHRINKING)
            if isinstance(answer, Unsat):
                found.append(x)
            elif isinstance(answer, Sat):
                for other in answer.model[: model.shown]:
                    left.pop(other, None)
        return sorted([*known, *found])

    def _refutable(self, wrong: Sequence[Literal], number: int) -> list[tuple[int, Literal]]:
        """Up to *number* candidates that cannot be, with the conflicts they took; cells with few candidates first."""
        if number <= 0:
            return []
        open_in = Counter(map(self.model.cell, wrong))
        order = sorted(wrong, key=lambda x: (open_in[self.model.cell(x)], x))
        found: list[tuple[int, Literal]] = []
        left = self._effort
        for most in EFFORT:
            for literal in order:
                check_deadline()
                spent, gone = self._refuted(literal, min(most, left))
                left -= spent
                if gone:
                    found.append((spent, literal))
                if len(found) >= number or left <= 0:
                    break
            if found or left <= 0:
                break
        return sorted(found)

    def _placement(self, cell: int) -> tuple[Literal, Set] | None:
        """The digit of a cell, by reasons that SAT finds in reasonable time."""
        model, digit = self.model, self._digit(cell)
        spent, gone = self._refuted(-digit, EFFORT[-1])
        core = model.searched(-digit, range(len(model.reasons)), max(EFFORT[-1], MORE * spent)) if gone else None
        return None if core is None else (digit, model.shrunk(-digit, core))

    def _refuted(self, literal: Literal, conflicts: int) -> tuple[int, bool]:
        """(conflicts taken, whether *literal* cannot be), under all reasons."""
        if self._quick is None:
            self._quick = InformedSolver(self.model, self.model.clauses())
        solver = self._quick.informed()
        before = solver.counters().get("conflicts", 0)
        core = solver.core([literal], Limits(conflicts=conflicts))
        spent = int(solver.counters().get("conflicts", 0) - before)
        return spent, core is not None and not isinstance(core, Unknown)

    def _narrowest(self, wrong: Sequence[Literal]) -> int:
        """The cell with the fewest candidates."""
        open_in = Counter(map(self.model.cell, wrong))
        return min(open_in, key=lambda cell: (open_in[cell], cell))

    def _open(self) -> Set:
        """The reasons that the facts do not settle by themselves: with the facts they have one solution."""
        model, n, lo = self.model, self.model.n, self.model.puzzle.geometry.lo
        right = [self._digit(cell) for cell in range(len(self._solution))]
        held = {fact for fact in right if not model.kernel.open(fact)}
        known = set(map(model.cell, held))
        found = []
        for number, reason in enumerate(model.reasons):
            digit = None if reason.house is None or reason.digit is None else reason.digit - lo + 1
            placed = digit is not None and any(cell * n + digit in held for cell in reason.cells)
            if not placed and not known.issuperset(reason.cells):
                found.append(number)
        return tuple(found)

    def _digit(self, cell: int) -> Literal:
        return cell * self.model.n + self._solution[cell]

    def close(self) -> None:
        """Free the solver's memory."""
        if self._quick is not None:
            self._quick.close()
