"""An encoding on a board, as groups with a kind: no clause yet.

SAT makes clauses of the groups (`formula.clauses`), CP-SAT a constraint of each (`engines.cp_sat`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import check_deadline
from cpsudoku.formula.cell_kinds import CELL_KINDS
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.scopes import SCOPES, NumberedBoard


class Group(NamedTuple):
    """`kind` holds for `members`: atoms (see `scopes`), or cells where the kind is one of `cell_kinds`."""

    kind: str
    members: tuple[int, ...]


@dataclass(frozen=True)
class Rules:
    """All groups, rule by rule in the definition's order; `atoms` statements are numbered from 1."""

    encoding: Encoding
    geometry: Geometry
    groups: tuple[Group, ...]
    atoms: int

    @property
    def variables(self) -> int:
        """How many variables a solver of target "cp" is given: cells, intersections and what kinds add."""
        cells = self.geometry.size if self.encoding.variables == "integer" else self.atoms
        side = self.geometry.side
        houses: dict[str, list[tuple[int, ...]]] = {}
        for kind, members in self.groups:
            if kind in CELL_KINDS:
                houses.setdefault(kind, []).append(members)
        return cells + sum(CELL_KINDS[kind].added(of_kind, side) for kind, of_kind in houses.items())


@lru_cache(maxsize=16)
def rules(encoding: Encoding, geometry: Geometry) -> Rules:
    """The groups of an encoding on a board. Every geometry has them.

    Jigsaw regions are boxes; an extra house is in the scopes "extra" and "house", and intersections
    are those of rows and columns with boxes only.
    """
    board = NumberedBoard(geometry)
    return Rules(encoding, geometry, tuple(groups(encoding, board)), board.atoms())


def groups(encoding: Encoding, board: NumberedBoard) -> Iterator[Group]:
    """The groups one at a time, for who needs none of them twice: those of a 100x100 board fill memory."""
    for rule in encoding.rules:
        members = board.house_cells(rule.scope) if rule.kind in CELL_KINDS else SCOPES[rule.scope](board)
        for group in members:
            check_deadline()
            yield Group(rule.kind, group)
