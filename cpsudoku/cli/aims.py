"""The options of `generate` that say what to aim at, and the line that shows how a search does."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from cpsudoku.cli.numbers import number
from cpsudoku.errors import UsageError

Rating = Annotated[
    str | None,
    typer.Option("--rating", help="Aim at this ER (Sudoku Explainer): 7.2, 7.0..7.4, 8.5.., ..2.5.", metavar="A..B"),
]
Pearl = Annotated[
    str | None, typer.Option("--pearl", help="Aim at this EP: the rating up to the first placed digit.", metavar="A..B")
]
Diamond = Annotated[
    str | None, typer.Option("--diamond", help="Aim at this ED: the rating of the first step.", metavar="A..B")
]
Level = Annotated[
    str | None,
    typer.Option("--level", help="easy, moderate (medium), hard, very-hard, expert, extreme, diabolical."),
]
Requires = Annotated[
    list[str] | None,
    typer.Option(
        "--requires", help="A technique without which the puzzle stalls, with nothing above its ER. Repeatable."
    ),
]
Hardest = Annotated[str | None, typer.Option("--hardest", help="Nothing harder than this technique is needed.")]
Only = Annotated[
    str | None, typer.Option("--only", help="These techniques or families, comma-separated, solve the puzzle.")
]
Effort = Annotated[int | None, number("--effort", help="Method effort: the search effort aimed at, such as 500.")]
Within = Annotated[
    str | None, typer.Option("--within", help="Method effort: begin anew until this near the target, such as 10%.")
]
Verbose = Annotated[bool, typer.Option("--verbose", help="Method effort: tell every step on standard error.")]


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
