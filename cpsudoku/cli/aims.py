"""The options of `generate` that say what to aim at, and the line that shows how a search does."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from cpsudoku.cli.numbers import number
from cpsudoku.cli.options import option
from cpsudoku.errors import UsageError

AIM, EFFORT = "Difficulty", "Method effort"
"""Groups of the help."""

Rating = Annotated[
    str | None,
    option("--rating", help="ER, Sudoku Explainer's: 7.2, 7.0..7.4, 8.5.., ..2.5.", panel=AIM, metavar="A..B"),
]
Pearl = Annotated[
    str | None, option("--pearl", help="EP: the rating up to the first placed digit.", panel=AIM, metavar="A..B")
]
Diamond = Annotated[
    str | None, option("--diamond", help="ED: the rating of the first step.", panel=AIM, metavar="A..B")
]
Level = Annotated[
    str | None,
    option(
        "--level",
        help="easy, moderate (medium), hard, very-hard, expert, extreme, diabolical.",
        panel=AIM,
        metavar="NAME",
    ),
]
Requires = Annotated[
    list[str] | None,
    option(
        "--requires",
        help="A technique without which it stalls, and nothing above its ER. Repeatable.",
        panel=AIM,
        metavar="NAME",
    ),
]
Hardest = Annotated[
    str | None,
    option("--hardest", help="Nothing harder than this technique is needed.", panel=AIM, metavar="NAME"),
]
Only = Annotated[
    str | None,
    option(
        "--only",
        help="These techniques or families, comma-separated, solve it.",
        panel=AIM,
        metavar="NAMES",
    ),
]
Effort = Annotated[
    int | None, number("--effort", help="The search effort aimed at, such as 500.", metavar="N", panel=EFFORT)
]
Within = Annotated[
    str | None,
    option("--within", help="Begin anew until this near the target, such as 10%.", panel=EFFORT, metavar="SHARE"),
]
Verbose = Annotated[bool, option("--verbose", help="Tell every step on standard error.", panel=EFFORT)]


def options_of(
    rating: str | None, pearl: str | None, diamond: str | None, level: str | None, requires: list[str] | None,
    hardest: str | None, only: str | None,
) -> dict[str, Any]:  # fmt: skip
    """Keywords of `recipe`. Raises UsageError."""
    from cpsudoku.generation.aiming.targets import parse_band

    return {
        "rating": None if rating is None else parse_band(rating),
        "pearl": None if pearl is None else parse_band(pearl),
        "diamond": None if diamond is None else parse_band(diamond),
        "level": level or "",
        "requires": tuple(word for words in requires or () for word in words.split(",")),
        "hardest": hardest or "",
        "only": tuple((only or "").split(",")),
    }


def share(text: str | None) -> float | None:
    """`10%` or `0.1`. Raises UsageError."""
    if text is None:
        return None
    try:
        return float(text.removesuffix("%")) / 100 if text.endswith("%") else float(text)
    except ValueError:
        raise UsageError(f"--within {text!r}: a share such as 10% or 0.1") from None


@contextmanager
def watching(aimed: bool, quiet: bool) -> Iterator[None]:
    """On a terminal: tries, best distance and rate of the present search, on one line of standard error."""
    if not aimed or quiet or not sys.stderr.isatty():
        yield
        return
    from cpsudoku.generation.aiming.judge import FAR
    from cpsudoku.generation.aiming.search import watch

    shown = [0.0]

    def tell(tries: int, distance: int, seconds: float) -> None:
        if seconds - shown[0] > 0.5 or seconds < shown[0]:
            shown[0] = seconds
            best = "nothing yet" if distance >= FAR else f"best {distance / 10:.1f} away"
            print(f"\r\x1b[K{tries:,} tries, {best}, {tries / max(seconds, 1e-9):,.0f}/s", end="", file=sys.stderr)

    watch(tell)
    try:
        yield
    finally:
        watch(None)
        print("\r\x1b[K", end="", file=sys.stderr)


@contextmanager
def verbosely(wanted: bool) -> Iterator[None]:
    """Every step of method effort on standard error."""
    if not wanted:
        yield
        return
    from cpsudoku.generation.effort import narrate

    narrate(lambda line: print(line, file=sys.stderr))
    try:
        yield
    finally:
        narrate(None)
