"""A main diagonal that is all different."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from cpsudoku.constraints import artwork, forms, fpuzzles, iss, shapes
from cpsudoku.constraints.families import DifferentRule
from cpsudoku.constraints.forms import constraint, part
from cpsudoku.errors import ConstraintError


@constraint
class Diagonal(DifferentRule):
    """Digits do not repeat on the marked diagonal: `-` falls from the top left, `+` rises from the bottom left."""

    keys = (
        fpuzzles.Flag("diagonal+", direction="+"),
        fpuzzles.Flag("diagonal-", direction="-"),
        iss.Falling("Diagonal"),
        artwork.Drawn(
            "diagonal",
            r"(?=.*\bdiagonals?\b)(?=.*((not|n't|no|cannot|never|without).{0,12} repeat|once"
            r"|all different|repeated|1-9|1 to 9))",
            "main diagonal",
            never=r"\bsum|total",
        ),
    )
    word = "diagonal"
    direction: Literal["+", "-"] = part(forms.Word("+", "-"))

    def check(self) -> None:
        if self.board.rows != self.board.columns:
            raise ConstraintError(f"a {self.board.rows}x{self.board.columns} board has no main diagonal")
        if self.board.rows > len(self.digits):
            raise ConstraintError("the diagonal has more cells than there are digits")

    @property
    def scope(self) -> tuple[int, ...]:
        n = self.board.rows
        return tuple(r * n + (r if self.direction == "-" else n - 1 - r) for r in range(n))

    def cell_groups(self) -> Iterable[tuple[int, ...]]:
        return (self.scope,)

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return (self.draw(shapes.Line(), self.scope),)
