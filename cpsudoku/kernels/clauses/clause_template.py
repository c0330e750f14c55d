# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A template of clauses over local variables, written once a shape and renumbered for every use.

Its clauses are one row of integers: the literals of a clause, then 0.
"""

from itertools import combinations

import cython

from cpsudoku.kernels import zeros

ROOM = 256
"""Integers a template first has room for."""


@cython.cclass
class ClauseTemplate:
    """Clauses over variables 1 .. `inputs` (given at each use) and auxiliaries beyond, up to `variables`.

    `count`: how many clauses. Code that writes one literal at a time (`put`) ends each clause (`end`).
    """

    def __init__(self, inputs: cython.int):
        self.inputs = self.variables = inputs
        self.count = self.used = 0
        self.data = zeros("i", ROOM)

    def new(self) -> cython.int:
        """An auxiliary variable."""
        self.variables += 1
        return self.variables

    def put(self, literal: cython.int) -> cython.int:
        """The next literal of a clause, or the 0 after its last one. Raises ValueError for an unknown variable."""
        if not -self.variables <= literal <= self.variables:
            raise ValueError(f"literal {literal}; the template has variables 1 to {self.variables}")
        if self.used >= len(self.data):
            self._grow()
        self.data[self.used] = literal
        self.used += 1
        return 0

    def _grow(self) -> None:
        """Twice the room."""
        larger: cython.int[::1] = zeros("i", 2 * self.used)
        larger[: self.used] = self.data
        self.data = larger

    def end(self) -> cython.int:
        """The end of a clause."""
        self.put(0)
        self.count += 1
        return 0

    def add(self, *literals) -> None:
        """A clause."""
        for literal in literals:
            self.put(literal)
        self.end()

    def extend(self, clauses) -> None:
        """Clauses, each a sequence of literals."""
        for clause in clauses:
            for literal in clause:
                self.put(literal)
            self.end()

    def at_most_one(self, literals) -> None:
        """No two of the literals."""
        for a, b in combinations(literals, 2):
            self.put(-a)
            self.put(-b)
            self.end()

    def grow(self, variables: cython.int) -> None:
        """From now on *variables* are the greatest used so far, where they are more."""
        self.variables = max(self.variables, variables)

    @property
    def clauses(self) -> list:
        """A list of literals for each clause."""
        return lists(self.data, self.used)


def lists(data, used: cython.int) -> list:
    """Flat clauses as a list of lists."""
    cython.declare(k=cython.int)
    row: cython.int[::1] = data
    found: list = []
    clause: list = []
    for k in range(used):
        if row[k]:
            clause.append(row[k])
        else:
            found.append(clause)
            clause = []
    return found
