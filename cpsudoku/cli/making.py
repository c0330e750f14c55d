"""The options of `generate` that ask for variant puzzles, and for puzzles that are new."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

from cpsudoku.cli.numbers import number
from cpsudoku.cli.options import option
from cpsudoku.errors import UsageError
from cpsudoku.numerals import number_of

VARIANTS = "Variant and new puzzles"
"""Group of the help."""

With = Annotated[
    str | None,
    option(
        "--with",
        help="Constraints drawn on the grid, comma-separated: killer, kropki, arrow, thermo, xv, whisper, renban, "
        "palindrome, between, region-sum-line, little-killer, sandwich, skyscraper, x-sum, numbered-room, quadruple, "
        "odd-even, anti-knight, anti-king, non-consecutive, diagonal, disjoint-groups. Writes JSON lines; "
        "--clues 0: no givens.",
        panel=VARIANTS,
        metavar="KINDS",
    ),
]
Sizes = Annotated[
    str | None, option("--sizes", help="Cells of a cage or line: 3, 2..5.", panel=VARIANTS, metavar="A..B")
]
Number = Annotated[
    str | None, option("--number", help="How many are drawn, of each kind.", panel=VARIANTS, metavar="A..B")
]
MakerSymmetry = Annotated[
    str | None,
    option("--maker-symmetry", help="Of what is drawn; names as for --symmetry.", panel=VARIANTS, metavar="NAME"),
]
LayoutSymmetry = Annotated[
    str | None, option("--layout-symmetry", help="The old name of --maker-symmetry.", hidden=True)
]
Constraints = Annotated[
    str | None,
    option("--constraints", help="How many are left in the end: 12, ..12, 8..12.", panel=VARIANTS, metavar="A..B"),
]
HeadStart = Annotated[
    float | None,
    number(
        "--head-start",
        help="How far givens go before constraints: 0 in one order, 1 all of them first (0.4).",
        metavar="X",
        most=1,
        panel=VARIANTS,
    ),
]
Largest = Annotated[
    str | None,
    option("--largest", help="The size of the largest step, as explain has it.", panel=VARIANTS, metavar="A..B"),
]
Total = Annotated[
    str | None, option("--total", help="The sizes of all steps together.", panel=VARIANTS, metavar="A..B")
]
Steps = Annotated[
    str | None,
    option(
        "--step", help="Steps of explain that must occur, such as innies-and-outies.", panel=VARIANTS, metavar="KEYS"
    ),
]
Complete = Annotated[
    Path | None,
    option(
        "--complete",
        help="An unfinished layout, ? for open values: the fewest values (and givens: not with --clues 0) that make it "
        "unique.",
        panel=VARIANTS,
        metavar="FILE",
    ),
]
NotIn = Annotated[
    Path | None,
    option(
        "--not-in",
        help="None that is a puzzle of this file in another guise.",
        panel=VARIANTS,
        metavar="FILE",
    ),
]

_SPAN = re.compile(r"(\d*)(\.\.)?(\d*)")
MOST = 10_000
"""In place of an end that is left open."""


def span(flag: str, text: str | None, least: int = 0) -> tuple[int, int] | None:
    """`12`, `8..12`, `..12` (from *least*) or `8..`. Raises UsageError."""
    if text is None:
        return None
    found = _SPAN.fullmatch(text.strip())
    if found is None or not (found[1] or found[3]):
        raise UsageError(f"{flag} {text!r}: a number such as 12, or a range such as 8..12, ..12, 8..")
    low = number_of(found[1]) if found[1] else least
    return low, (number_of(found[3]) if found[3] else MOST) if found[2] else low


def options_of(
    makers: str | None, sizes: str | None, count: str | None, maker_symmetry: str | None, constraints: str | None,
    head_start: float | None, largest: str | None, total: str | None, steps: str | None,
) -> dict[str, Any]:  # fmt: skip
    """Keywords of `recipe`. Raises UsageError."""
    if makers is not None and not makers.replace(",", "").strip():
        raise UsageError("--with: names no maker, such as killer")
    return {
        "makers": makers or "",
        "sizes": span("--sizes", sizes, 1),
        "number": span("--number", count),
        "maker_symmetry": maker_symmetry,
        "constraints": span("--constraints", constraints),
        "head_start": head_start,
        "largest": span("--largest", largest),
        "total": span("--total", total),
        "steps": steps or "",
    }
