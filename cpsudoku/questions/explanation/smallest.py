"""Proving that no smaller set of reasons will do: implicit hitting sets.

Every assignment that keeps the facts and denies the conclusion breaks some reasons; a set that forces the conclusion
has one of those. A smallest set that has one of each found so far is checked; where it forces the conclusion, no
smaller one does.
Assignments near the solution break few reasons, so one solver that prefers the solution is kept over a walk.
Source: Ignatiev, Previti, Liffiton and Marques-Silva, CP 2015.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from cpsudoku.board.geometry import Cell
from cpsudoku.budget import Limits, check_deadline
from cpsudoku.engines.answer import Answer, Sat, Unsat
from cpsudoku.kernels.general.hitting import Hitting
from cpsudoku.questions.explanation.model import InformedSolver, Literal, Model, Set

ROUNDS = 400
"""Hitting sets checked before the question is left open, as it mostly is for sets of more than some twelve reasons."""
BRANCHES = 50_000
"""Branches of the search for hitting sets, over all rounds of a question."""
CONFLICTS = Limits(conflicts=5_000)
"""Where the solver gives up on whether a hitting set forces."""
SHARE = Limits(conflicts=100)
"""Conflicts that a broken set may take to become smaller."""


class Smallest(NamedTuple):
    """A set of reasons that refutes, whether it is proven smallest, and sets every one of which it must meet."""

    reasons: Set
    proven: bool
    met: tuple[Set, ...]


class Prover:
    """Proves smallest sets of reasons over a model, one question after the other. Close it."""

    def __init__(self, model: Model, solution: bytes) -> None:
        self.model = model
        self._damage = Damage(model, solution)
        self._together = [set(chosen) for chosen in model.formula.sets if len(chosen) > 1]
        self._guards = model.guards
        self._spare = self._guards[-1]
        self._informed = InformedSolver(model, [*model.guarded_clauses(), *self._implied()])
        right = [cell * model.n + digit for cell, digit in enumerate(solution)]
        self._solver = self._informed.informed()
        found = self._solver.solve([*right, *self._guards])
        near = found.model[: model.formula.variables] if isinstance(found, Sat) else right
        self._solver.prefer([*near, *(-guard for guard in self._guards)])

    def _implied(self) -> Iterator[list[int]]:
        """What reasons say besides the walk's clauses: the cells of a constraint have digits; a house with a total has
        each digit once, and where there are as many cells as digits, each has a place.

        The walk's clauses use totals together with sums alone, which is what people do; a set of reasons is smallest
        only if no smaller one forces the conclusion by all that the reasons say.
        """
        model, n = self.model, self.model.n
        for guard, reason in zip(self._guards, model.reasons):
            if reason.kind == "constraint":
                yield from ([*range(cell * n + 1, cell * n + n + 1), -guard] for cell in reason.cells)
            for digit in range(1, n + 1) if reason.kind == "total" else ():
                places = [cell * n + digit for cell in reason.cells]
                if len(places) == n:
                    yield [*places, -guard]
                yield from ([-a, -b, -guard] for a, b in combinations(places, 2))

    def smallest(self, literal: Literal, reasons: Set, shown: Sequence[Literal] = ()) -> Smallest:
        """A smallest set that refutes *literal*; *reasons* is one that does, kept where nothing is proven.

        *shown*: what the board shows besides the model's facts.
        """
        if len(reasons) == 1:
            return Smallest(reasons, True, ())
        self._solver = self._informed.informed()
        hitting = Hitting(len(self.model.reasons), BRANCHES)
        met: list[Set] = []
        guessed: Sequence[int] = ()
        for _ in range(ROUNDS):
            check_deadline()
            sets = self._missed([literal, *shown], guessed)
            if sets is not None and not sets and not guessed and shown:
                return self.smallest(literal, reasons)  # the board says it already: the facts' own proof
            if sets is None or not (sets or guessed):
                break
            if not sets:
                return Smallest(tuple(guessed), True, tuple(met))
            met += sets
            for members in sets:
                hitting.add(members)
            guess = hitting.smallest(len(reasons) - 1)
            if guess is None:
                break
            guessed = guess
        return Smallest(reasons, hitting.at_least >= len(reasons), tuple(met))

    def _missed(self, assumed: Sequence[Literal], guessed: Sequence[int]) -> list[Set] | None:
        """Small disjoint sets of reasons, one of which fails wherever *guessed* holds and the conclusion does not.

        None of them where *guessed* refutes what is *assumed*, the literal first; None where that is open.
        """
        if guessed and self.model.refuted(assumed[:1], guessed):
            return []
        found: list[Set] = []
        held, limits = list(guessed), CONFLICTS
        while True:
            answer = self._ask(assumed, held, limits)
            if not isinstance(answer, Sat):
                return found if found or isinstance(answer, Unsat) else None
            broken = self._small(assumed, answer)
            found.append(broken)
            held += broken
            limits = SHARE

    def _small(self, assumed: Sequence[Literal], answer: Sat) -> Set:
        """The reasons an assignment breaks, made fewer: one more of them is assumed to hold, as long as one can."""
        broken = self._broken(answer)
        while True:
            self._spare += 1
            self._solver.add([-self._spare, *(self._guards[reason] for reason in broken)])
            out = set(broken)
            kept = [reason for reason in range(len(self._guards)) if reason not in out]
            again = self._ask([*assumed, self._spare], kept, SHARE)
            self._solver.add([-self._spare])
            if not isinstance(again, Sat):
                return tuple(broken)
            broken = self._broken(again)

    def _broken(self, answer: Sat) -> list[int]:
        """Reasons without which all others hold, ascending: those left off that the filling really breaks.

        What says something only together with others, such as a house's total, may be broken and stand, as long as
        one of the others is off: that one stays off, too.
        """
        model, first = answer.model, self._guards[0] - 1
        damaged = self._damage.of(model)
        broken = {reason for reason in damaged if model[first + reason] < 0}
        standing = set(damaged) - broken
        for members in self._together if standing else ():
            if members & standing and not members & broken:
                broken.update([reason for reason in sorted(members) if model[first + reason] < 0][:1])
        return sorted(broken)

    def _ask(self, assumed: Iterable[Literal], reasons: Iterable[int], limits: Limits) -> Answer:
        return self._solver.solve([*assumed, *map(self._guards.__getitem__, reasons)], limits)

    def close(self) -> None:
        """Free the solver's memory."""
        self._informed.close()


class Damage:
    """Which reasons a filling breaks, by the cells in which it is not the solution. Empty cells break constraints."""

    def __init__(self, model: Model, solution: bytes) -> None:
        geometry = model.puzzle.geometry
        self._n, self._lo, self._solution = model.n, geometry.lo, solution
        self._houses = [house.cells for house in geometry.houses]
        self._in: list[list[int]] = [[] for _ in range(geometry.size)]
        for number, cells in enumerate(self._houses):
            for cell in cells:
                self._in[cell].append(number)
        self._number: dict[tuple[str, int, int], int] = {}  # of the reason of a kind, by cell or house, and digit
        self._rules: dict[int, list[int]] = {}  # reasons that are constraints, by cell
        self._holds: dict[int, tuple[Callable[[Sequence[int]], bool], Sequence[Cell]]] = {}
        for number, reason in enumerate(model.reasons):
            if reason.constraint is not None:
                self._holds[number] = (model.puzzle.constraints[reason.constraint].holds, reason.cells)
                for cell in reason.cells:
                    self._rules.setdefault(cell, []).append(number)
                continue
            place = reason.house if reason.cell is None else reason.cell
            digit = 0 if reason.digit is None or reason.house is None else reason.digit - geometry.lo + 1
            self._number[reason.kind, place or 0, digit] = number

    def of(self, model: Sequence[int]) -> list[int]:
        """The reasons broken, ascending; *model* has a literal for each candidate of each cell."""
        n, grid = self._n, bytearray(self._solution)
        changed = []
        for cell, right in enumerate(self._solution):
            if model[cell * n + right - 1] < 0:
                changed.append(cell)
                row = model[cell * n : cell * n + n]
                grid[cell] = next((digit for digit, x in enumerate(row, 1) if x > 0), 0)
        broken: list[tuple[str, int, int]] = []
        rules: set[int] = set()
        for cell in changed:
            old, new = self._solution[cell], grid[cell]
            broken += [("clue", cell, 0)] if new else [("clue", cell, 0), ("cell", cell, 0)]
            rules.update(self._rules.get(cell, ()))
            for house in self._in[cell]:
                inside = [grid[other] for other in self._houses[house]]
                if old not in inside:
                    broken.append(("has", house, old))
                if new and inside.count(new) > 1:
                    broken.append(("once", house, new))
                if 0 in inside or len(set(inside)) < len(inside):
                    broken.append(("total", house, 0))
        found = {self._number[key] for key in broken if key in self._number}
        if rules:
            values = [digit + self._lo - 1 for digit in grid]
            for number in rules:
                holds, scope = self._holds[number]
                if not all(grid[cell] for cell in scope) or not holds(values):
                    found.add(number)
        return sorted(found)
