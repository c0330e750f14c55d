"""Reasons: what a step of an explanation rests on, and a puzzle's clauses sorted by them.

A reason is one of: this cell has a digit; this house has this digit; this house has this digit at most once; this
house has each of its digits once, which add up; this clue; this constraint. Espasa, Gent, Hoffmann, Jefferson,
McIlree, Lynch: Using small MUSes to explain how to solve pen and paper puzzles (2021). A cell's having one digit only
is no reason, but what a cell is.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType
from typing import Any, NamedTuple

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.formula.primitives.to_clauses import Lowering, Scope
from cpsudoku.kernels.general.reasons import taken_apart
from cpsudoku.questions.explanation.totals import by_houses, combined

LONG = 10
"""Cells of a constraint from which on a sentence names the first and the last."""
WEIGHTS = {"cell": 1, "has": 1, "once": 1, "total": 1, "clue": 1, "constraint": 1}
"""What each kind of reason adds to the size of a step. One each: the size is the number of reasons."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason. `kind` is a key of `WEIGHTS`; what does not apply is None.

    cell        of kinds cell and clue
    house       index into the geometry's houses, of kinds has, once and total
    digit       the real digit (lo .. hi), of kinds has, once and clue
    constraint  index into the puzzle's constraints
    name        in words: "row 3 has a 5"
    """

    kind: str
    name: str
    cell: Cell | None = None
    house: int | None = None
    digit: int | None = None
    constraint: int | None = None

    @property
    def weight(self) -> int:
        """What it adds to the size of a step."""
        return WEIGHTS[self.kind]

    def to_dict(self) -> dict[str, Any]:
        """Plain data: what applies."""
        found: dict[str, Any] = {"kind": self.kind}
        for key in ("cell", "house", "digit", "constraint"):
            value = getattr(self, key)
            if value is not None:
                found[key] = value
        found["name"] = self.name
        return found


def article(digit: int) -> str:
    """`a 7`, `an 8`."""
    return f"{'an' if digit in (8, 11, 18) or 80 <= digit < 90 else 'a'} {digit}"


class Sorted(NamedTuple):
    """Clauses one after the other, clause i from `starts[i]`; the group of reasons of each; each group's reasons.

    `plain`: constraints (as reasons) whose clauses only forbid: assuming a candidate brings out no more of them than
    their unit clauses do. `scopes`: the cells of each constraint (as a reason).
    """

    variables: int
    literals: array[int]
    starts: array[int]
    groups: array[int]
    sets: tuple[tuple[int, ...], ...]
    reasons: tuple[Reason, ...]
    plain: frozenset[int] = frozenset()
    scopes: Mapping[int, tuple[Cell, ...]] = MappingProxyType({})


@lru_cache(maxsize=4)
def sorted_clauses(puzzle: Puzzle, clues: bool = False) -> Sorted:
    """The clauses of a puzzle's board and constraints under their reasons.

    Variable cell * n + digit byte says that the cell holds the digit. With *clues*, each clue is a reason too;
    without, the clues are left out. Cost: about that of the engine's formula; kept, for a game asks again and again.
    Raises BudgetSpent where a deadline passes meanwhile.
    """
    geometry = puzzle.geometry
    board = _board(geometry)
    literals, starts, groups = array("i", board.literals), array("i", board.starts), array("i", board.groups)
    sets, reasons = list(board.sets), list(board.reasons)
    last = board.variables
    plain: set[int] = set()
    scopes: dict[int, tuple[Cell, ...]] = {}

    if puzzle.constraints:
        lowering = Lowering(geometry)
        base = len(lowering.clauses)
        ends: list[tuple[int, int]] = []  # of the clauses of a group
        of: list[int] = []
        bare = _without_houses(geometry)
        names = _called(puzzle)
        for number, constraint in enumerate(puzzle.constraints):
            lowering.geometry = bare  # long sums would else rest on houses without saying so
            lowering.stated(constraint)
            of.append(len(reasons))
            scopes[of[-1]] = constraint.scope
            reasons.append(Reason("constraint", names[number], constraint=number))
            sets.append((of[-1],))
            ends.append((len(lowering.clauses), len(sets) - 1))
            lowering.geometry = geometry
            for primitive, houses in by_houses(constraint, geometry):
                lowering.statement((primitive,), (), Scope())
                chosen = [_whole(reasons, geometry, house) for house in houses]
                sets.append((of[-1], *chosen))
                ends.append((len(lowering.clauses), len(sets) - 1))
        for primitive, houses, rules in combined(puzzle):
            lowering.statement((primitive,), (), Scope())
            chosen = [_whole(reasons, geometry, house) for house in houses]
            sets.append((*chosen, *(of[number] for number in rules)))
            ends.append((len(lowering.clauses), len(sets) - 1))
        more, begins, positive = taken_apart(lowering.clauses.flat(), base)
        shift = len(literals)
        literals += more
        starts.extend([shift + at for at in begins[1:]])
        begun = base
        for end, group in ends:
            groups.extend([group] * (end - begun))
            if len(sets[group]) == 1 and not any(positive[begun - base : end - base]):
                plain.add(sets[group][0])
            begun = end
        last = max(last, lowering.variables)
    if clues:
        for cell, digit in puzzle.clues:
            shown = digit + geometry.lo - 1
            name = f"{geometry.name_of(cell)} = {shown} is given"
            sets.append((len(reasons),))
            reasons.append(Reason("clue", name, cell=cell, digit=shown))
            literals.append(cell * geometry.side + digit)
            starts.append(len(literals))
            groups.append(len(sets) - 1)
    return Sorted(
        last, literals, starts, groups, tuple(sets), tuple(reasons), frozenset(plain), MappingProxyType(scopes)
    )


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


def _whole(reasons: list[Reason], geometry: Geometry, house: int) -> int:
    """The number of the reason that a house has each of its digits once."""
    for number, reason in enumerate(reasons):
        if reason.kind == "total" and reason.house == house:
            return number
    name, lo, hi = geometry.houses[house].name, geometry.lo, geometry.hi
    full = len(geometry.houses[house].cells) == geometry.side
    said = f"{name} has {lo} to {hi} once each (sum {sum(range(lo, hi + 1))})" if full else f"{name} has no digit twice"
    reasons.append(Reason("total", said, house=house))
    return len(reasons) - 1


@lru_cache(maxsize=16)
def _without_houses(geometry: Geometry) -> Geometry:
    """The cells and digits alone."""
    return Geometry.shaped(geometry.rows, geometry.columns, geometry.lo, geometry.hi, (), False)


@lru_cache(maxsize=16)
def _board(geometry: Geometry) -> Sorted:
    """Cells and houses. Group 0 rests on nothing: a cell has one digit at most."""
    n, lo = geometry.side, geometry.lo
    literals, starts, groups = array("i"), array("i", [0]), array("i")
    sets: list[tuple[int, ...]] = [()]
    reasons: list[Reason] = []

    def add(clause: list[int], group: int) -> None:
        literals.extend(clause)
        starts.append(len(literals))
        groups.append(group)

    def group_of(reason: Reason) -> int:
        sets.append((len(reasons),))
        reasons.append(reason)
        return len(sets) - 1

    for cell in range(geometry.size):
        row = list(range(cell * n + 1, cell * n + n + 1))
        add(row, group_of(Reason("cell", f"{geometry.name_of(cell)} has a digit", cell=cell)))
        for a, b in combinations(row, 2):
            add([-a, -b], 0)
    for number, house in enumerate(geometry.houses):
        for digit in range(n):
            places = [cell * n + digit + 1 for cell in house.cells]
            shown = digit + lo
            if len(places) == n:
                add(places, group_of(Reason("has", f"{house.name} has {article(shown)}", house=number, digit=shown)))
            once = group_of(Reason("once", f"{house.name} has one {shown} at most", house=number, digit=shown))
            for a, b in combinations(places, 2):
                add([-a, -b], once)
    return Sorted(geometry.size * n, literals, starts, groups, tuple(sets), tuple(reasons))
