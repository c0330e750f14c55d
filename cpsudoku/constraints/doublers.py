"""Doublers: cells whose value counts twice, one in every house."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import primitives
from cpsudoku.constraints.base import (
    Constraint,
    Values,
    distinct,
    known,
)
from cpsudoku.constraints.forms import (
    part,
)
from cpsudoku.constraints.given import RuleList
from cpsudoku.constraints.nested import Rules
from cpsudoku.constraints.primitives import (
    Aux,
    Defines,
    Different,
    Is,
    Literal,
    Primitive,
    Statement,
)
from cpsudoku.constraints.shapes import Note, Shape
from cpsudoku.errors import ConstraintError


@dataclass(frozen=True, repr=False)
class Doublers(Constraint):
    """There are cells, one in each row, column and box, no two with the same digit, whose digit counts twice
    for the *rules* inside: sums, cages, arrows, little killers and other rules stated as sums.
    """

    word: ClassVar[str] = "doublers"
    determined: ClassVar[bool] = False
    rules: RuleList = part(Rules())

    def check(self) -> None:
        if self.board.layout is not None:
            raise ConstraintError("doublers need a square board whose houses hold every digit")
        for rule in self.rules:
            if rule.word not in SUMS:
                raise ConstraintError(f"{rule.name} inside: doublers change {', '.join(SUMS)} only")

    @property
    def scope(self) -> tuple[int, ...]:
        return tuple(range(self.board.size))

    def holds(self, values: Values) -> bool:
        if None in values:
            return True
        digits = known(values)
        return any(self._kept(digits, doubled) for doubled in self._choices(digits))

    def _choices(self, digits: list[int]) -> Iterator[frozenset[int]]:
        """Every choice of doublers: one in each house, all digits different."""
        n, board = self.board.side, self.board

        def choose(row: int, chosen: tuple[int, ...]) -> Iterator[frozenset[int]]:
            if row == n:
                yield frozenset(chosen)
                return
            for cell in range(row * n, row * n + n):
                if all(digits[other] != digits[cell] and other not in board.peers[cell] for other in chosen):
                    yield from choose(row + 1, (*chosen, cell))

        return choose(0, ())

    def _kept(self, digits: list[int], doubled: frozenset[int]) -> bool:
        worth = [digit * (2 if cell in doubled else 1) for cell, digit in enumerate(digits)]
        for rule in self.rules:
            if rule.word == "cage" and not distinct(digits[cell] for cell in rule.at):
                return False
            for terms, totals in sums_of(rule):
                if sum(worth[cell] * by for cell, by in terms) not in totals:
                    return False
        return True

    def statement(self) -> Statement:
        board = self.board
        found: list[Primitive] = []
        for house in board.houses:
            if house.kind != "extra":
                found.append(primitives.Sum(tuple((Aux(("double", cell)), 1) for cell in house.cells), (1,)))
        clauses: list[tuple[Literal, ...]] = []
        for cell in range(board.size):
            for digit in self.digits:
                both = Aux(("double", cell, digit))
                clauses.append((~both, Aux(("double", cell))))
                clauses.append((~both, Is(cell, digit)))
                clauses.append((both, Aux(("double", cell), False), Is(cell, digit, False)))
        found.append(Defines(tuple(clauses)))
        for digit in self.digits:
            found.append(primitives.Sum(tuple((Aux(("double", cell, digit)), 1) for cell in range(board.size)), (1,)))
        for rule in self.rules:
            if rule.word == "cage":
                found.append(Different(rule.at))
            for terms, totals in sums_of(rule):
                twice = tuple((Aux(("double", cell, d)), d * by) for cell, by in terms for d in self.digits)
                found.append(primitives.Sum((*terms, *twice), totals))
        return tuple(found)

    def shapes(self) -> tuple[Shape, ...]:
        return (Note("doublers count twice"), *(shape for rule in self.rules for shape in rule.shapes()))


SUMS = ("arrow", "cage", "double_arrow", "little_killer", "sum")
"""Rules whose sums doublers change."""


def sums_of(rule: Constraint) -> list[tuple[tuple[tuple[int, int], ...], tuple[int, ...]]]:
    """(terms, totals) of a rule that is stated as sums of cells."""
    if rule.word == "cage":
        totals = _totals(rule)
        return [] if totals is None else [(tuple((cell, 1) for cell in rule.at), totals)]
    return [
        (tuple((term, by) for term, by in primitive.terms if isinstance(term, int)), primitive.totals)
        for primitive in rule.statement()
        if isinstance(primitive, primitives.Sum)
    ]


def _totals(cage: Constraint) -> tuple[int, ...] | None:
    """What a cage may add up to, digits counting twice or not; None where it may be anything."""
    total, root = cage.sum, cage.root  # type: ignore[attr-defined]
    if root is None:
        return None if total is None else (total,)
    every = range(1, 2 * cage.digits[-1] * len(cage.at) + 1)
    return tuple(made for made in every if total in (None, made) and (made - 1) % 9 + 1 == root)
