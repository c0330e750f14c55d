"""A main diagonal that is all different."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values, distinct
from cpsudoku.constraints.forms import Word, part
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Different, Statement
from cpsudoku.constraints.shapes import Line, Shape
from cpsudoku.errors import ConstraintError


@dataclass(frozen=True, repr=False)
class Diagonal(Constraint):
    """The diagonal is all different: `-` falls from the top left, `+` rises from the bottom left."""

    keys: ClassVar[tuple[Key, ...]] = (
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
    word: ClassVar[str] = "diagonal"
    direction: Literal["+", "-"] = part(Word("+", "-"))

    def check(self) -> None:
        if self.board.rows != self.board.columns:
            raise ConstraintError(f"a {self.board.rows}x{self.board.columns} board has no main diagonal")
        if self.board.rows > len(self.digits):
            raise ConstraintError("the diagonal has more cells than there are digits")

    @property
    def scope(self) -> tuple[int, ...]:
        n = self.board.rows
        return tuple(r * n + (r if self.direction == "-" else n - 1 - r) for r in range(n))

    def holds(self, values: Values) -> bool:
        return distinct(values[cell] for cell in self.scope)

    def statement(self) -> Statement:
        return (Different(self.scope),)

    def shapes(self) -> tuple[Shape, ...]:
        n = self.board.columns
        return (Line(tuple(divmod(cell, n) for cell in self.scope), "diagonal"),)
