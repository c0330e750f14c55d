"""Groups to clauses: the formula a SAT solver is given, and the map between its literals and the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, count

from cpsudoku.board.geometry import Cell, Digit, Geometry
from cpsudoku.budget import check_deadline
from cpsudoku.collector import collector_paused
from cpsudoku.errors import EncodingError
from cpsudoku.formula.at_most_one import AT_MOST_ONE, EXACTLY_ONE, NATIVE
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.rules import Group, Rules, rules
from cpsudoku.formula.variables import VARIABLES, CellVariables, Direct
from cpsudoku.kernels.clauses.literals import literals_of_digits


@dataclass(frozen=True, eq=False)
class Formula:
    """The rules of a board in conjunctive normal form, clues left out.

    `clauses` and `atmosts` (native "at most k of these", as (literals, k)) are shared and cached: do not change them.
    `variables` is the greatest variable: the cells' variables, then intersections, then auxiliaries.
    Its models, read by `decode`, are exactly the solutions of the empty board.
    """

    encoding: Encoding
    geometry: Geometry
    clauses: list[list[int]] = field(repr=False)
    atmosts: list[tuple[list[int], int]] = field(repr=False)
    variables: int
    cells: CellVariables = field(repr=False)

    @property
    def is_direct(self) -> bool:
        """True where a digit of a cell is one literal, `cell * n + digit`."""
        return isinstance(self.cells, Direct)

    @property
    def cell_variables(self) -> int:
        """How many variables, from 1, belong to cells."""
        return self.cells.count(self.geometry.size)

    def literal(self, cell: Cell, digit: Digit) -> int:
        """The one literal of "cell holds digit". Raises EncodingError where that takes several."""
        literals = self.cells.equals(cell, digit)
        if len(literals) != 1:
            raise EncodingError(
                f"{self.encoding.name}: {self.encoding.variables} variables have no single literal for a digit"
            )
        return literals[0]

    def assumptions(self, cells: bytes) -> list[int]:
        """The literals of all clues (a byte a cell, 0 = empty)."""
        if self.is_direct:
            return literals_of_digits(cells, self.geometry.side, 1)
        return [x for cell, digit in enumerate(cells) if digit for x in self.cells.equals(cell, digit)]

    def decode(self, model: Iterable[int]) -> bytes:
        """The grid of a model, a byte a cell. Literals in any order; for direct variables 0 where no digit is true."""
        return self.cells.decode(model, self.geometry.size)

    def blocking_clause(self, cells: bytes) -> list[int]:
        """A clause that forbids exactly this filled grid."""
        if self.is_direct:
            return literals_of_digits(cells, self.geometry.side, -1)
        return [-x for x in self.assumptions(cells)]

    def meaning(self, variable: int) -> str:
        """What a variable says, such as `r1c1=1`; `aux` for auxiliaries and intersections."""
        if variable > self.cell_variables:
            return "aux"
        cell, says = self.cells.said(variable)
        return self.geometry.name_of(cell) + says


@lru_cache(maxsize=8)
def formula(encoding: Encoding, geometry: Geometry) -> Formula:
    """The clauses of an encoding on a board; cached, for building takes a few ms at 9x9, some 0.1 s at 25x25.

    Raises EncodingError where the encoding is not for SAT, TooLarge beyond MOST_CLAUSES, and BudgetSpent at a
    deadline (see `budget.until`).
    """
    if encoding.target != "cnf":
        raise EncodingError(
            f'{encoding.name}: target is "{encoding.target}"; SAT engines take encodings of target "cnf"'
        )
    if geometry.layout is not None:
        raise EncodingError(f"{encoding.name}: its rules are for square boards with digits from 1; this is {geometry}")
    stated = rules(encoding, geometry)
    must_fit(stated.groups, encoding, geometry)
    cells = VARIABLES[encoding.variables](geometry.side)
    with collector_paused():
        clauses, atmosts, last = _parts(stated, cells)
    return Formula(encoding, geometry, clauses, atmosts, last, cells)


def _parts(stated: Rules, cells: CellVariables) -> Parts:
    """The clauses of an encoding's groups, each once where its definition says so."""
    if isinstance(cells, Direct):
        clauses, atmosts, last = over_atoms(stated.groups, stated.atoms, stated.encoding)
    else:
        clauses, atmosts, last = _over_conditions(stated, cells)
    return once(clauses) if stated.encoding.duplicates == "drop" else clauses, atmosts, last


SLICE = 100_000
"""Clauses between two checks of the clock."""
Parts = tuple[list[list[int]], list[tuple[list[int], int]], int]
"""Clauses, native at-most constraints, the greatest variable."""


def full_encoding(geometry: Geometry) -> str:
    """The encoding of a full formula where none was named: the strongest propagation for its size, on boards beyond
    PAIRWISE_SIDE one with auxiliary variables, whose formula is an eighth of the size."""
    return "extended-dedup" if geometry.side <= PAIRWISE_SIDE else "extended-sequential"


PAIRWISE_SIDE = 36
"""Up to this side all pairs are stated: 3.3 million clauses there."""


class TooLarge(EncodingError):
    """A formula that would take too much memory."""


MOST_CLAUSES = 5_000_000
"""Clauses that are built at most: some 200 bytes each, 1 GB."""


def must_fit(groups: Iterable[Group], encoding: Encoding, geometry: Geometry) -> None:
    """Raises TooLarge, before anything is built, where there would be more than MOST_CLAUSES."""
    counts: dict[tuple[str, int], int] = {}
    total = 0
    for kind, members in groups:
        key = kind, len(members)
        if key not in counts:
            counts[key] = clause_count(kind, len(members), encoding)
        total += counts[key]
    refuse_beyond(
        total,
        encoding.name,
        geometry,
        " (by default, without --encoding and --simplify none, only what singles leave open is stated)",
    )


def refuse_beyond(count: int, name: str, geometry: Geometry, instead: str = "") -> None:
    """Raises TooLarge where *count* clauses, of what *name* says, are more than MOST_CLAUSES."""
    if count > MOST_CLAUSES:
        raise TooLarge(
            f"{name}: some {count:,} clauses on {geometry}; formulas of up to {MOST_CLAUSES:,} are built{instead}"
        )


def clause_count(kind: str, members: int, encoding: Encoding) -> int:
    """How many clauses a group of so many members becomes."""
    group = [Group(kind, tuple(range(1, members + 1)))]
    if encoding.variables in DIRECT:
        return len(over_atoms(group, members, encoding)[0])
    return members * (members - 1) // 2


DIRECT = tuple(name for name, variables in VARIABLES.items() if issubclass(variables, Direct))
"""Kinds of variables of which an atom is one literal."""


def over_atoms(groups: Iterable[Group], atoms: int, encoding: Encoding) -> Parts:
    """Direct variables: an atom is its own literal; there are so many atoms."""
    clauses: list[list[int]] = []
    atmosts: list[tuple[list[int], int]] = []
    method = None if encoding.at_most_one == NATIVE else AT_MOST_ONE[encoding.at_most_one]
    exactly = EXACTLY_ONE[encoding.exactly_one] if encoding.exactly_one else None
    numbers = count(atoms + 1)
    for kind, members in groups:
        check_deadline()
        if kind == "exactly-one" and exactly is not None and members:
            clauses += exactly(members, numbers.__next__)
            continue
        if kind != "at-most-one":
            clauses.append(list(members))
        if kind != "at-least-one" and len(members) > 1:
            if method is None:
                atmosts.append((list(members), 1))
            else:
                clauses += method(members, numbers.__next__)
    return clauses, atmosts, next(numbers) - 1


def once(clauses: list[list[int]]) -> list[list[int]]:
    """Each clause where it first stands."""
    known: dict[tuple[int, ...], None] = {}
    for at in range(0, len(clauses), SLICE):
        check_deadline()
        known.update(dict.fromkeys(map(tuple, clauses[at : at + SLICE])))
    return list(map(list, known))


def _over_conditions(stated: Rules, cells: CellVariables) -> Parts:
    """Other variables: an atom is a condition of several literals; two cells of a group do not both meet it."""
    board = stated.geometry
    clauses: list[list[int]] = []
    for cell in range(board.size):
        check_deadline()
        clauses += cells.axioms(cell)
    n = board.side
    for _, members in stated.groups:
        check_deadline()
        refusals = [[-x for x in cells.equals((atom - 1) // n, (atom - 1) % n + 1)] for atom in members]
        clauses += [a + b for a, b in combinations(refusals, 2)]
    return clauses, [], board.size * cells.per_cell
