"""Digits that cells contain."""

from __future__ import annotations

from cpsudoku.constraints import forms, iss, shapes
from cpsudoku.constraints.families import ContainsRule
from cpsudoku.constraints.forms import constraint, part


@constraint
class Contains(ContainsRule):
    """The cells contain each of *values* at least as often as it is listed; with *exact*, exactly as often."""

    keys = (
        iss.Listed("ContainAtLeast", exact=False),
        iss.Listed("ContainExact", exact=True),
    )
    word = "contains"
    figure = shapes.Outline()
    exact: bool = part(forms.Flag(), default=False)

    def exactly(self) -> bool:
        return self.exact
