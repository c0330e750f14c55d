"""Native search for any rule on any board: compiled propagation of candidate masks, then SAT for what is too hard.

`kernels/rules/` narrows the candidates by the primitives of every rule and branches on the cell that has been in most
trouble; where NODES branches found nothing new, CaDiCaL decides what is left (see `hybrid`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from cpsudoku.board.geometry import Geometry
from cpsudoku.engines.hybrid import HybridEngine
from cpsudoku.engines.model import MAX_SIDE
from cpsudoku.engines.options import EngineOptions, without_encoding
from cpsudoku.errors import UsageError

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

NODES = 20_000
"""Branches without a new solution after which SAT takes over."""


class ConstraintsEngine(HybridEngine):
    """Engine `constraints`: boards of up to 64 digits, with constraints or without."""

    serves_constraints = True

    def __init__(
        self,
        geometry: Geometry,
        argument: str | None = None,
        constraints: tuple[Constraint, ...] = (),
        **options: Unpack[EngineOptions],
    ) -> None:
        without_encoding("constraints", argument, **options)
        if geometry.side > MAX_SIDE:
            raise UsageError(f"engine 'constraints' takes boards of up to {MAX_SIDE} digits; this has {geometry.side}")
        super().__init__(geometry, constraints, "constraints", NODES)

    @classmethod
    def under(
        cls,
        geometry: Geometry,
        constraints: tuple[Constraint, ...],
        argument: str | None = None,
        **options: Unpack[EngineOptions],
    ) -> ConstraintsEngine:
        """See `Engine.under`."""
        return cls(geometry, argument, constraints, **options)
