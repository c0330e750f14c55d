"""Rules beyond houses: the place where the checker learns a kind.

A board of format 2 may state `"constraints": [{"kind": ..., ...}, ...]`. A kind that is not in `KINDS` is refused by
its name; a kind's reader refuses keys it does not know. So nothing that a certificate states goes unread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from .errors import Rejected, require, shown

Clause = tuple[int, ...]


class Constraint(Protocol):
    """A rule: what it means for a grid, and what it adds to the formula."""

    @property
    def kind(self) -> str:
        """Its name in `KINDS`."""

    def holds(self, digits: Sequence[int]) -> bool:
        """Does the filled grid keep it?"""

    def clauses(self, side: int, last: int) -> tuple[int, Iterable[Clause]]:
        """(the last variable used, clauses). Variable `cell * side + digit` says that the cell holds the digit;
        further variables begin behind *last*. Clauses are sorted, no literal twice."""


KINDS: dict[str, Callable[[Mapping[str, object], int], Constraint]] = {}
"""Kind -> its reader: the object as stated and the side of the board to a constraint; raises Rejected."""


def constraints_of(stated: object, side: int) -> tuple[Constraint, ...]:
    """The constraints of a board."""
    found = []
    if not isinstance(stated, list):
        raise Rejected(f"constraints are {shown(stated)}: no list")
    for one in stated:
        kind = one.get("kind") if isinstance(one, dict) else one
        require(isinstance(kind, str) and kind in KINDS, f"constraint of kind {shown(kind)}, which is not known here")
        found.append(KINDS[str(kind)](one, side))
    return tuple(found)
