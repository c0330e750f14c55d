"""Quadruples: digits around a corner."""

from __future__ import annotations

from cpsudoku.constraints import artwork, fpuzzles, iss, shapes
from cpsudoku.constraints.families import ContainsRule
from cpsudoku.constraints.forms import constraint


@constraint
class Quadruple(ContainsRule):
    """The four cells around a circle contain its digits, each at least as often as it is listed.

    *values* are the digits.
    """

    keys = (
        fpuzzles.Digits("quadruple"),
        iss.Square("Quad"),
        artwork.Drawn(
            "quadruple",
            r"quadruple|(?=.*circle)(?=.*(surround|four cells|4 cells|adjacent cells|corner))(?=.*(appear"
            r"|placed|contain|present))",
            "corner",
            never=r"not appear|how many|largest|smallest|\bsum|product|\bdiffer",
        ),
    )
    word = "quadruple"
    figure = shapes.Dot(style="text")
