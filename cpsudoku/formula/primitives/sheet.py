"""A sheet of clauses over local variables, written once a shape and renumbered for every use."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

Column = list[tuple[int, int]]
"""A term of a sum: (value, literal) for each value it can have; exactly one of the literals is true."""


class Sheet:
    """Clauses over variables 1 .. *inputs* (given at each use) and auxiliaries beyond."""

    __slots__ = ("clauses", "inputs", "variables")

    def __init__(self, inputs: int) -> None:
        self.inputs = self.variables = inputs
        self.clauses: list[list[int]] = []

    def new(self) -> int:
        """An auxiliary variable."""
        self.variables += 1
        return self.variables

    def add(self, *literals: int) -> None:
        """A clause."""
        self.clauses.append(list(literals))

    def at_most_one(self, literals: Sequence[int]) -> None:
        """No two of the literals."""
        self.clauses += [[-a, -b] for a, b in combinations(literals, 2)]

    def write(self, inputs: Sequence[int], last: int, out: list[list[int]], unless: Sequence[int]) -> int:
        """Append the clauses to *out* with these inputs and auxiliaries after *last*, each with *unless*; the new last.

        *unless* are literals that make every clause true: negated guards.
        """
        after = last + self.variables - self.inputs
        numbers = [*inputs, *range(last + 1, after + 1)]
        of = [0, *numbers, *[-x for x in reversed(numbers)]]  # of[-k] is the negation of of[k]
        if unless:
            more = list(unless)
            out += [[of[x] for x in clause] + more for clause in self.clauses]
        else:
            out += [[of[x] for x in clause] for clause in self.clauses]
        return after
