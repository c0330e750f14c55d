"""Reasons: what a step rests on beside the candidates it finds; and facts, which steps conclude and later ones use.

A reason is one of: this cell has a digit; this house has this digit; this house has this digit at most once; this
house has each of its digits once, which add up; this clue; this constraint; this fact. That a cell has at most one
digit is part of the definition, not a reason. Espasa, Gent, Hoffmann, Jefferson, McIlree, Lynch: Using small MUSes to
explain how to solve pen and paper puzzles (2021).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cpsudoku.board.geometry import Cell
from cpsudoku.constraints.primitives import Statement

WEIGHTS = {"cell": 1, "has": 1, "once": 1, "total": 1, "clue": 1, "constraint": 1, "fact": 1}
"""What each kind of reason adds to the size of a step. One each: the size is the number of reasons."""
MOST_REASONS = 8
"""Reasons of a step that people follow."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A derived constraint: the *statement* that holds, in primitives, and its *name*: "r1c1 and r1c2 add up to 9"."""

    name: str
    statement: Statement
    cells: tuple[Cell, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain data, cells by number."""
        return {"name": self.name, "cells": list(self.cells)}


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason. `kind` is a key of `WEIGHTS`; what does not apply is None.

    cell        of kinds cell and clue
    house       index into the geometry's houses, of kinds has, once and total
    digit       the real digit (lo .. hi), of kinds has, once and clue
    constraint  index into the puzzle's constraints
    fact        a fact that an earlier step concluded
    name        in words: "row 3 has a 5"
    cells       the cells that it is about
    """

    kind: str
    name: str
    cell: Cell | None = None
    house: int | None = None
    digit: int | None = None
    constraint: int | None = None
    fact: Fact | None = None
    cells: Sequence[Cell] = field(default=(), compare=False, repr=False)

    @property
    def weight(self) -> int:
        """What it adds to the size of a step."""
        return WEIGHTS[self.kind]

    def to_dict(self) -> dict[str, Any]:
        """Plain data: what applies."""
        keys = ("kind", "cell", "house", "digit", "constraint", "name")
        return {key: getattr(self, key) for key in keys if getattr(self, key) is not None}


def article(digit: int) -> str:
    """`a 7`, `an 8`."""
    return f"{'an' if digit in (8, 11, 18) or 80 <= digit < 90 else 'a'} {digit}"
