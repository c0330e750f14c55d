"""The options of `generate`, and the recipe that they state."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from cpsudoku.board.coerce import mask
from cpsudoku.board.geometry import CLASSIC
from cpsudoku.cli import recipe_file
from cpsudoku.cli.options import (
    BOARD,
    ENGINE,
    OUTPUT,
    Bundle,
    EncodingOptions,
    JobOptions,
    LimitOptions,
    OutputOptions,
    SquareOptions,
    flag,
    number,
    option,
    seed,
    span,
)
from cpsudoku.cli.reading import text_of
from cpsudoku.errors import UsageError, check_known

AIM, MAKING, SWAP, PER_BOX = "Difficulty", "How they are made", "Fill swap", "Dig per-box"
EFFORT, VARIANTS = "Method effort", "Variant and new puzzles"
MOST_CELLS = 1024
"""Cells of the largest box (side 1024, far beyond what can be filled)."""


def load_recipe(context: typer.Context, path: Path | None) -> Path | None:
    """Make the values of a recipe the defaults of the options."""
    if path is not None and not context.resilient_parsing:
        context.default_map = recipe_file.read(path, Options)
    return path


class AimOptions(Bundle):
    """The difficulty aimed at."""

    panel = AIM

    rating: str | None = option("--rating", "ER, Sudoku Explainer's: 7.2, 7.0..7.4, 8.5.., ..2.5.", metavar="A..B")
    pearl: str | None = option("--pearl", "EP: the rating up to the first placed digit.", metavar="A..B")
    diamond: str | None = option("--diamond", "ED: the rating of the first step.", metavar="A..B")
    level: str | None = option(
        "--level",
        "easy, moderate (medium), hard, very-hard, expert, extreme, diabolical.",
        metavar="NAME",
        words="levels",
    )
    requires: list[str] | None = option(
        "--requires",
        "A technique without which it stalls, and nothing above its ER. Repeatable.",
        metavar="NAME",
        words="techniques",
    )
    hardest: str | None = option(
        "--hardest", "Nothing harder than this technique is needed.", metavar="NAME", words="techniques"
    )
    only: str | None = option(
        "--only", "These techniques or families, comma-separated, solve it.", metavar="NAMES", words="techniques"
    )


class MakingOptions(Bundle):
    """How puzzles are made."""

    panel = MAKING

    method: str = option(
        "--method",
        "top-down, controlled-bias, bottom-up, effort; aiming: auto, sampling, steering, vicinity.",
        "",
        metavar="NAME",
        words="methods",
    )
    fill: str = option(
        "--fill",
        "uniform, sat, recursive, swap, swap+ (uniform where it can, else sat).",
        "",
        metavar="NAME",
        words="fills",
    )
    dig: str = option("--dig", "minimal, until-ambiguous, per-box.", "minimal", metavar="NAME", words="digs")
    minimal: bool | None = flag("--minimal/--no-minimal", "No clue can go; or digging may stop early.", None)
    start: str | None = option("--from", "To dig, or where swap starts: a grid, its file, vb6.", metavar="GRID")


class SwapOptions(Bundle):
    """Fill swap."""

    panel = SWAP

    loops: int | None = number("--loops", "Loops (5); --from: the first grid, or vb6.", metavar="N")


class PerBoxOptions(Bundle):
    """Dig per-box."""

    panel = PER_BOX

    nr: float | None = number("--nr", "Cells that go from each box, on average.", most=MOST_CELLS, metavar="N")
    vari: float | None = number("--vari", "How far from --nr a box may be.", most=MOST_CELLS, metavar="N")
    preset: str | None = option(
        "--preset", "easy, medium (default), difficult, extreme.", metavar="NAME", words="presets"
    )
    raw: bool = flag("--raw", "As published: puzzles need not be unique.")


class EffortOptions(Bundle):
    """Method effort."""

    panel = EFFORT

    effort: int | None = number("--effort", "The search effort aimed at, such as 500.", metavar="N")
    within: str | None = option("--within", "Begin anew until this near the target, such as 10%.", metavar="SHARE")
    verbose: bool = flag("--verbose", "Report every step on standard error.")


class VariantOptions(Bundle):
    """Variant and new puzzles."""

    panel = VARIANTS

    makers: str | None = option(
        "--with",
        "Constraints drawn on the grid, comma-separated: {makers}. Writes JSON lines; --clues 0: no givens.",
        metavar="KINDS",
        words="makers",
    )
    sizes: str | None = option("--sizes", "Cells of a cage or line: 3, 2..5.", metavar="A..B")
    layout_number: str | None = option("--number", "How many are drawn, of each kind.", metavar="A..B")
    maker_symmetry: str | None = option(
        "--maker-symmetry",
        "Of what is drawn; names as for --symmetry. Lines and cages: rot180 by default.",
        metavar="NAME",
        words="symmetries",
    )
    constraints: str | None = option("--constraints", "How many are left in the end: 12, ..12, 8..12.", metavar="A..B")
    head_start: float | None = number(
        "--head-start",
        "How far givens go before constraints: 0 in one order, 1 all of them first (0.4).",
        metavar="X",
        most=1,
    )
    largest: str | None = option("--largest", "The size of the largest step, as explain has it.", metavar="A..B")
    total: str | None = option("--total", "The sizes of all steps together.", metavar="A..B")
    steps: str | None = option("--step", "Steps of explain that must occur, such as innies-and-outies.", metavar="KEYS")
    complete: Path | None = option(
        "--complete",
        "An unfinished layout, ? for open values: the fewest values (and givens: not with --clues 0) that make it "
        "unique.",
        metavar="FILE",
    )
    not_in: Path | None = option("--not-in", "None that is a puzzle of this file in another guise.", metavar="FILE")


class SearchOptions(Bundle):
    """The search for a puzzle."""

    panel = ENGINE

    attempts: int | None = number(
        "--attempts", "Tries for one puzzle (1,000; 500,000 when aiming); 0: no bound.", metavar="N"
    )
    engine: str = option(
        "--engine",
        "bitmask (9x9), hybrid, sat, sat:NAME, any other; the same puzzles.",
        "",
        metavar="NAME",
        words="engines",
    )
    confirm: str = option(
        "--confirm",
        "sat: each proven unique and minimal once more; none: not, which is three times as fast.",
        "sat",
        metavar="HOW",
    )


class DataOptions(Bundle):
    """What is written."""

    panel = OUTPUT

    resume: Path | None = option("--resume", "Continue this file; same options.", metavar="FILE")
    statistics: bool = flag("--statistics", "Print statistics only.")
    plot: Path | None = option("--plot", "With --statistics: the histogram (extra [plot]).", metavar="FILE")
    histogram: str | None = option(
        "--rating-histogram",
        "Aim at these ratings: lines er,weight (er: 7.2 or 5.0..5.9) or a JSON object.",
        metavar="FILE",
    )
    split: str | None = option(
        "--split", "Shares, such as train=8,test=2; no two have a class of grids in common.", metavar="SHARES"
    )
    traces: bool = flag("--traces", "Every step of the solution path.")


class PuzzleOptions(
    AimOptions, MakingOptions, SwapOptions, PerBoxOptions, EffortOptions, VariantOptions, SquareOptions
):
    """What puzzles are wanted, and how they are made."""


class Options(PuzzleOptions, SearchOptions, DataOptions, OutputOptions, EncodingOptions, LimitOptions, JobOptions):
    """The options of the command; most are those of `generation.options` as texts."""

    panels = (BOARD, OUTPUT, ENGINE, MAKING, SWAP, PER_BOX, EFFORT, VARIANTS)

    count: int = number("--count -n", "How many puzzles.", 1, metavar="N")
    clues: str | None = option("--clues", "Number of clues: 24, or a range.", metavar="A..B")
    symmetry: str | None = option("--symmetry", "{symmetries}.", metavar="NAME", words="symmetries")
    pattern: str | None = option("--pattern", "Clues exactly here: a mask, . for none; or its file.", metavar="MASK")
    seed: int | None = seed("Same seed and version, same puzzles; random if omitted, and reported.", None)
    recipe_path: Path | None = option(
        "--recipe",
        "Options from this TOML file (clues = 24); the command line wins.",
        metavar="FILE",
        is_eager=True,
        callback=load_recipe,
    )
    written_path: Path | None = option("--write-recipe", "Write all options, seed and version there.", metavar="FILE")
    layout_symmetry: str | None = option("--layout-symmetry", "The old name of --maker-symmetry.", hidden=True)

    def recipe_options(self) -> dict[str, Any]:
        """The options as `generation.recipe` takes them. Raises UsageError."""
        from cpsudoku.generation.filling import NAMED

        board = self.geometry or CLASSIC
        grid = self.start if self.start is None or self.start in NAMED else text_of("--from", self.start)
        rated = self.statistics and not self.raw and self.makers is None and board.is_classic
        return {
            "geometry": board,
            "clues": clue_range(self.clues),
            "symmetry": self.symmetry,
            "pattern": None if self.pattern is None else mask(text_of("--pattern", self.pattern), board),
            "method": self.method or ("effort" if self.effort is not None else ""),
            "within": _share(self.within),
            "not_in": () if self.not_in is None else self.not_in,
            "start_grid": grid,
            **self._per_box(),
            **self._variant(),
            **self._aim(),
            **self.chosen(*SAME),
            **({"rated": True} if rated else {}),
        }

    def _per_box(self) -> dict[str, float]:
        if self.dig != "per-box" and (self.nr, self.vari, self.preset) != (None, None, None):
            raise UsageError("--nr, --vari and --preset are for --dig per-box")
        from cpsudoku.generation.digging import PRESETS

        if self.preset is not None:
            check_known("preset", self.preset, PRESETS, UsageError)
        nr, vari = PRESETS[self.preset or "medium"]
        return {"nr": nr if self.nr is None else self.nr, "vari": vari if self.vari is None else self.vari}

    def _variant(self) -> dict[str, Any]:
        if self.makers is not None and not self.makers.replace(",", "").strip():
            raise UsageError("--with: names no maker, such as killer")
        return {
            "makers": self.makers or "",
            "sizes": span("--sizes", self.sizes, 1),
            "number": span("--number", self.layout_number),
            "maker_symmetry": self.maker_symmetry,
            **({} if self.layout_symmetry is None else {"layout_symmetry": self.layout_symmetry}),
            "constraints": span("--constraints", self.constraints),
            "head_start": self.head_start,
            "largest": span("--largest", self.largest),
            "total": span("--total", self.total),
            "steps": self.steps or "",
        }

    def _aim(self) -> dict[str, Any]:
        from cpsudoku.generation.aiming.targets import parse_band

        bands = {"rating": self.rating, "pearl": self.pearl, "diamond": self.diamond}
        return {
            **{name: None if text is None else parse_band(text) for name, text in bands.items()},
            "level": self.level or "",
            "requires": tuple(word for words in self.requires or () for word in words.split(",")),
            "hardest": self.hardest or "",
            "only": tuple((self.only or "").split(",")),
        }


SAME = ("minimal", "fill", "dig", "effort", "engine", "confirm", "encoding", "loops", "raw", "attempts", "limits")
"""Options that `recipe` takes as they are."""


def clue_range(text: str | None) -> tuple[int, int] | None:
    """`24`, `22..24` or `..24`. Raises UsageError for anything else."""
    return span("--clues", text, most=None)


def _share(text: str | None) -> float | None:
    """`10%` or `0.1`. Raises UsageError."""
    if text is None:
        return None
    try:
        return float(text.removesuffix("%")) / 100 if text.endswith("%") else float(text)
    except ValueError:
        raise UsageError(f"--within {text!r}: a share such as 10% or 0.1") from None
