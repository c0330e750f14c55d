"""The target of a variant puzzle."""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku.board.symmetry import SYMMETRIES
from cpsudoku.errors import UsageError, check_known
from cpsudoku.generation.makers import MAKERS, maker_of
from cpsudoku.generation.makers.sketch import Span, Wishes


@dataclass(frozen=True)
class Wanted(Wishes):
    """The makers, the options of their constraints, and the requirements on the final puzzle.

    `kinds`: makers by name. `constraints`: (fewest, most) of them in the puzzle, rules of the whole board not counted.
    `head_start`: givens and constraints are removed in a random order; from 0, one order for all, to 1, every given
    before the first constraint; None is the makers' default. `largest`, `total`: of the sizes of steps, as in
    `explain`. `steps`: techniques of `explain` that must occur. Raises UnknownName, UsageError.
    """

    kinds: tuple[str, ...] = ()
    constraints: Span | None = None
    head_start: float | None = None
    largest: Span | None = None
    total: Span | None = None
    steps: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for kind in self.kinds:
            check_known("maker", kind, MAKERS)
        if len(set(self.kinds)) < len(self.kinds):
            raise UsageError(f"makers {', '.join(self.kinds)}: each is named once")
        check_known("symmetry", self.symmetry or "none", SYMMETRIES)
        for name, floor in (("sizes", 1), ("number", 0), ("constraints", 0), ("largest", 0), ("total", 0)):
            span: Span | None = getattr(self, name)
            if span is not None and not floor <= span[0] <= span[1]:
                raise UsageError(f"{name} {span[0]}..{span[1]}: {floor} <= fewest <= most")
        if self.head_start is not None and not 0 <= self.head_start <= 1:
            raise UsageError(f"head start {self.head_start:g}: from 0, one order for all, to 1, givens first")
        drawn = self.sizes or self.number or self.constraints or self.symmetry not in (None, "none")
        if drawn and not self.placed:
            raise UsageError(f"{', '.join(self.kinds)}: rules of the whole board have no sizes, numbers or symmetry")

    @property
    def placed(self) -> tuple[str, ...]:
        """The makers that draw constraints."""
        return tuple(kind for kind in self.kinds if not maker_of(kind).rules)

    @property
    def board_wide(self) -> tuple[str, ...]:
        """The makers of rules of the whole board."""
        return tuple(kind for kind in self.kinds if maker_of(kind).rules)

    @property
    def is_explained(self) -> bool:
        """Whether the steps of the solution matter."""
        return self.largest is not None or self.total is not None or bool(self.steps)

    @property
    def name(self) -> str:
        """The value of `method` in records."""
        return "+".join(self.kinds)
