"""An encoding on a board, as groups with a kind: no clause yet.

SAT makes clauses of the groups (`formula.clauses`), CP-SAT a constraint of each (`engines.cp_sat`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from cpsudoku.board.geometry import Geometry
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.scopes import SCOPES, NumberedBoard


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
    board = NumberedBoard(geometry)
    return Rules(encoding, geometry, tuple(groups(encoding, board)), board.atoms())


def groups(encoding: Encoding, board: NumberedBoard) -> Iterator[Group]:
    """The groups one at a time, for who needs none of them twice: those of a 100x100 board fill memory."""
    for rule in encoding.rules:
        members = board.house_cells(rule.scope) if rule.kind == "all-different" else SCOPES[rule.scope](board)
        for group in members:
            yield Group(rule.kind, group)
