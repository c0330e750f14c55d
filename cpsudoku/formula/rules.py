"""An encoding on a board, as groups with a kind: no clause yet. SAT takes its clauses from it.

CP-SAT reads the definition's rules itself (`solvers.cp_sat`), since its constraints are over cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from cpsudoku.board.geometry import Geometry
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.scopes import SCOPES, Board


class Group(NamedTuple):
    """`kind` holds for `members`: atoms (see `scopes`), or cells where the kind is "all-different"."""

    kind: str
    members: tuple[int, ...]


@dataclass(frozen=True)
class Rules:
    """All groups, rule by rule in the definition's order; `atoms` statements are numbered from 1."""

    encoding: Encoding
    geometry: Geometry
    groups: tuple[Group, ...]
    atoms: int


@lru_cache(maxsize=16)
def rules(encoding: Encoding, geometry: Geometry) -> Rules:
    """The groups of an encoding on a board. Every geometry has them.

    Jigsaw regions are boxes; an extra house is in the scopes "extra" and "house", and intersections
    are those of rows and columns with boxes only.
    """
    board = Board(geometry)
    groups: list[Group] = []
    for rule in encoding.rules:
        if rule.kind == "all-different":
            groups += [Group(rule.kind, cells) for cells in board.house_cells(rule.scope)]
        else:
            groups += [Group(rule.kind, atoms) for atoms in SCOPES[rule.scope](board)]
    return Rules(encoding, geometry, tuple(groups), board.atoms())
