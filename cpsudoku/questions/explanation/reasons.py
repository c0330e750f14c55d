"""A puzzle's clauses sorted by the reasons that they rest on."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import check_deadline
from cpsudoku.constraints.primitives import Sum
from cpsudoku.formula.primitives.to_clauses import Lowering, Scope
from cpsudoku.kernels.general.reasons import taken_apart
from cpsudoku.questions.explanation.totals import by_houses, combined
from cpsudoku.techniques.reasons.reason import Reason, article

LONG = 10
"""Cells of a constraint from which on a sentence names the first and the last."""


@dataclass
class SortedClauses:
    """Clauses one after the other, clause i from `starts[i]`; the group of reasons of each; each group's reasons.

    `plain`: constraints (as reasons) whose clauses only forbid: assuming a candidate brings out no more of them than
    their unit clauses do. Those that are cached are shared: change a `copy`.
    """

    variables: int
    literals: array[int]
    starts: array[int]
    groups: array[int]
    sets: list[tuple[int, ...]]
    reasons: list[Reason]
    plain: set[int]

    def copy(self) -> SortedClauses:
        """The same, to be added to."""
        arrays = self.literals[:], self.starts[:], self.groups[:]
        return SortedClauses(self.variables, *arrays, self.sets[:], self.reasons[:], self.plain.copy())

    def group_of(self, reason: Reason) -> int:
        """The group of this reason alone."""
        self.sets.append((len(self.reasons),))
        self.reasons.append(reason)
        return len(self.sets) - 1

    def add(self, clause: Sequence[int], group: int) -> None:
        """One clause more, which rests on a group of reasons."""
        self.literals.extend(clause)
        self.starts.append(len(self.literals))
        self.groups.append(group)

    def whole(self, geometry: Geometry, houses: Sequence[int]) -> Iterator[int]:
        """The numbers of the reasons that houses have each of their digits once."""
        lo, hi = geometry.lo, geometry.hi
        known = {reason.house: number for number, reason in enumerate(self.reasons) if reason.kind == "total"}
        for house in houses:
            if house not in known:
                name, cells = geometry.houses[house].name, geometry.houses[house].cells
                full = f"{lo} to {hi} once each (sum {sum(range(lo, hi + 1))})"
                words = full if len(cells) == geometry.side else "no digit twice"
                known[house] = len(self.reasons)
                self.reasons.append(Reason("total", f"{name} has {words}", house=house, cells=cells))
            yield known[house]


@lru_cache(maxsize=4)
def sorted_clauses(puzzle: Puzzle, clues: bool = False) -> SortedClauses:
    """The clauses of a puzzle's board and constraints under their reasons.

    Variable cell * n + digit byte says that the cell holds the digit. With *clues*, each clue is a reason too;
    without, the clues are left out. Takes about as long as the engine's formula; cached, as a game asks repeatedly.
    Raises BudgetSpent where a deadline passes meanwhile.
    """
    geometry = puzzle.geometry
    draft = _board(geometry).copy()
    if puzzle.constraints:
        _add_constraints(draft, puzzle)
    for cell, digit in puzzle.clues if clues else ():
        shown = digit + geometry.lo - 1
        name = f"{geometry.name_of(cell)} = {shown} is given"
        clue = Reason("clue", name, cell=cell, digit=shown, cells=(cell,))
        draft.add([cell * geometry.side + digit], draft.group_of(clue))
    return draft


def _add_constraints(draft: SortedClauses, puzzle: Puzzle) -> None:
    """The clauses of each constraint, then those of sums together with houses."""
    geometry = puzzle.geometry
    lowering = Lowering(geometry)
    base = len(lowering.clauses)
    ends: list[tuple[int, int]] = []  # of the clauses of a group
    own: list[int] = []  # the reasons of the constraints
    bare = _without_houses(geometry)

    def state(total: Sum, reasons: tuple[int, ...]) -> None:
        lowering.statement((total,), (), Scope())
        draft.sets.append(reasons)
        ends.append((len(lowering.clauses), len(draft.sets) - 1))

    for number, (name, constraint) in enumerate(zip(_called(puzzle), puzzle.constraints)):
        lowering.geometry = bare  # long sums would else rest on houses without saying so
        lowering.stated(constraint)
        own.append(len(draft.reasons))
        reason = Reason("constraint", name, constraint=number, cells=constraint.scope)
        ends.append((len(lowering.clauses), draft.group_of(reason)))
        lowering.geometry = geometry
        for total, houses in by_houses(constraint, geometry):
            state(total, (own[number], *draft.whole(geometry, houses)))
    for total, houses, rules in combined(puzzle):
        state(total, (*draft.whole(geometry, houses), *(own[rule] for rule in rules)))
    literals, starts, positive = taken_apart(lowering.clauses.flat(), base)
    shift = len(draft.literals)
    draft.literals += literals
    draft.starts.extend([shift + at for at in starts[1:]])
    begin = base
    for end, group in ends:
        draft.groups.extend([group] * (end - begin))
        if len(draft.sets[group]) == 1 and not any(positive[begin - base : end - base]):
            draft.plain.add(draft.sets[group][0])
        begin = end
    draft.variables = max(draft.variables, lowering.variables)


def _called(puzzle: Puzzle) -> list[str]:
    """What the constraints are called: a line of a whole house by the house, of another long one both ends.

    Where no other is called the same.
    """
    lines = {}
    for house in puzzle.geometry.houses:
        cells = [puzzle.geometry.name_of(cell) for cell in house.cells]
        lines[" ".join(cells)] = house.name
        lines[" ".join(cells[::-1])] = f"{house.name} from {cells[-1]}"
    whole = [constraint.describe() for constraint in puzzle.constraints]
    short = []
    for name in whole:
        head, at, where = name.partition(" at ")
        cells = where.split()
        if where in lines:
            short.append(f"{head} in {lines[where]}")
        elif at and len(cells) > LONG and "/" not in cells:
            short.append(f"{head} at {' '.join(cells[:2])} ... {' '.join(cells[-2:])}")
        else:
            short.append(name)
    return [few if short.count(few) == 1 else name for few, name in zip(short, whole)]


@lru_cache(maxsize=16)
def _without_houses(geometry: Geometry) -> Geometry:
    """The cells and digits alone."""
    return Geometry.shaped(geometry.rows, geometry.columns, geometry.lo, geometry.hi, (), False)


@lru_cache(maxsize=16)
def _board(geometry: Geometry) -> SortedClauses:
    """Cells and houses. Group 0 rests on nothing: a cell has one digit at most."""
    n, lo = geometry.side, geometry.lo
    draft = SortedClauses(geometry.size * n, array("i"), array("i", [0]), array("i"), [()], [], set())
    for cell in range(geometry.size):
        check_deadline()
        row = range(cell * n + 1, cell * n + n + 1)
        draft.add(
            row, draft.group_of(Reason("cell", f"{geometry.name_of(cell)} has a digit", cell=cell, cells=(cell,)))
        )
        for a, b in combinations(row, 2):
            draft.add((-a, -b), 0)
    for number, house in enumerate(geometry.houses):
        for digit in range(lo, lo + n):
            check_deadline()
            places = [cell * n + digit - lo + 1 for cell in house.cells]
            if len(places) == n:
                has = Reason("has", f"{house.name} has {article(digit)}", house=number, digit=digit, cells=house.cells)
                draft.add(places, draft.group_of(has))
            once = Reason("once", f"{house.name} has one {digit} at most", house=number, digit=digit, cells=house.cells)
            group = draft.group_of(once)
            for a, b in combinations(places, 2):
                draft.add((-a, -b), group)
    return draft
