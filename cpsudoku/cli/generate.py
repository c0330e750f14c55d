"""`cpsudoku generate`: puzzles, unique and minimal unless asked otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from cpsudoku.board.geometry import CLASSIC
from cpsudoku.cli import aims, common, making, recipe_file
from cpsudoku.cli.collecting import collect
from cpsudoku.cli.generating import Run, go_on, keeper, tell, write
from cpsudoku.cli.numbers import number
from cpsudoku.cli.options import option
from cpsudoku.cli.panels import ENGINE, OUTPUT
from cpsudoku.errors import CpSudokuError, UsageError
from cpsudoku.generation.digging.per_box import PRESETS
from cpsudoku.generation.filling.swap import NAMED
from cpsudoku.generation.options import mask, recipe
from cpsudoku.numerals import number_of

EXAMPLES = [
    "cpsudoku generate",
    "cpsudoku generate --count 10000 --seed 7 --jobs 2 --jsonl -o puzzles.jsonl",
    "cpsudoku generate --count 10000 --resume puzzles.jsonl",
    "cpsudoku generate --count 1000000 --confirm none -o puzzles.txt",
    "cpsudoku generate --rating 7.0..7.4 --symmetry rot180 --clues 24..26 --count 100",
    "cpsudoku generate --requires swordfish --hardest swordfish",
    "cpsudoku generate --level easy --only hidden-single --jsonl",
    "cpsudoku generate --rating 11.. --timeout 3600 --attempts 0",
    "cpsudoku generate --method effort --effort 500 --within 10% --verbose",
    "cpsudoku generate --clues 22..23 --symmetry rot180 --no-minimal",
    "cpsudoku generate --with killer --count 20 --seed 5 --jsonl",
    "cpsudoku generate --with thermo,anti-knight --clues 0..4 --maker-symmetry rot180",
    "cpsudoku generate --with killer --sizes 2..4 --clues 0 --step innies-and-outies",
    "cpsudoku generate --complete layout.json --seed 3",
    "cpsudoku generate --count 100 --not-in published.txt",
    "cpsudoku generate --size 4x4 --count 3",
    "cpsudoku generate --extra diagonals --count 5",
    "cpsudoku generate --count 1000 --statistics",
    "cpsudoku generate --clues 24 --write-recipe mine.toml",
    "cpsudoku generate --recipe mine.toml --count 100",
    "cpsudoku generate --dig per-box --raw --preset medium --count 1000 --statistics",
]
MOST_CELLS = 1024
"""Cells of the largest box (side 1024, far beyond what can be filled)."""


def _load(context: typer.Context, path: Path | None) -> Path | None:
    """Lets the recipe's options be what the command line does not say otherwise."""
    if path is not None and not context.resilient_parsing:
        context.default_map = recipe_file.read(path, command)
    return path


MAKING, SWAP, PER_BOX = "How they are made", "Fill swap", "Dig per-box"


def command(
    context: typer.Context,
    count: Annotated[int, number("--count", "-n", help="How many puzzles.", metavar="N")] = 1,
    clues: Annotated[str | None, option("--clues", help="Number of clues: 24, or a range.", metavar="A..B")] = None,
    symmetry: Annotated[
        str | None,
        option(
            "--symmetry",
            help="none, rot180, rot90, horizontal, vertical, diagonal, anti-diagonal, both-diagonals, full.",
            metavar="NAME",
        ),
    ] = None,
    pattern: Annotated[
        str | None,
        option("--pattern", help="Clues exactly here: a mask, . for none; or its file.", metavar="MASK"),
    ] = None,
    seed: Annotated[
        int | None,
        number(
            "--seed",
            help="Same seed and version, same puzzles; else drawn and told.",
            least=common.SEEDS[0],
            most=common.SEEDS[1],
            metavar="N",
        ),
    ] = None,
    recipe_path: Annotated[
        Path | None,
        option(
            "--recipe",
            help="Options from this TOML file (clues = 24); the command line wins.",
            metavar="FILE",
            is_eager=True,
            callback=_load,
        ),
    ] = None,
    written_path: Annotated[
        Path | None,
        option("--write-recipe", help="Write all options, seed and version there.", metavar="FILE"),
    ] = None,
    rating: aims.Rating = None,
    pearl: aims.Pearl = None,
    diamond: aims.Diamond = None,
    level: aims.Level = None,
    requires: aims.Requires = None,
    hardest: aims.Hardest = None,
    only: aims.Only = None,
    size: common.Size = None,
    regions: common.Regions = None,
    extra: common.Extra = None,
    jsonl: common.JsonLines = False,
    out: common.Output = None,
    resume: Annotated[
        Path | None,
        option("--resume", help="Continue this file; same options.", panel=OUTPUT, metavar="FILE"),
    ] = None,
    statistics: Annotated[
        bool, option("--statistics", help="Tell about the puzzles instead of printing them.", panel=OUTPUT)
    ] = False,
    plot: Annotated[
        Path | None,
        option("--plot", help="With --statistics: the histogram (extra \\[plot]).", panel=OUTPUT, metavar="FILE"),
    ] = None,
    histogram: Annotated[
        str | None,
        option(
            "--rating-histogram",
            help="Aim at these ratings: lines er,weight or a JSON object.",
            panel=OUTPUT,
            metavar="FILE",
        ),
    ] = None,
    split: Annotated[
        str | None,
        option(
            "--split",
            help="Shares, such as train=8,test=2; no two have a class of grids in common.",
            panel=OUTPUT,
            metavar="SHARES",
        ),
    ] = None,
    traces: Annotated[bool, option("--traces", help="Every step of the solution path.", panel=OUTPUT)] = False,
    quiet: common.Quiet = False,
    attempts: Annotated[
        int | None,
        number(
            "--attempts",
            help="Tries for one puzzle (1,000; 500,000 when aiming); 0: no bound.",
            metavar="N",
            panel=ENGINE,
        ),
    ] = None,
    timeout: common.Timeout = None,
    conflicts: common.Conflicts = None,
    jobs: common.Jobs = 1,
    dask: common.Dask = None,
    engine: Annotated[
        str,
        option(
            "--engine",
            help="bitmask (9x9), hybrid, sat, sat:NAME, any other; the same puzzles.",
            panel=ENGINE,
            metavar="NAME",
        ),
    ] = "",
    encoding: common.EncodingName = None,
    confirm: Annotated[
        str,
        option(
            "--confirm",
            help="sat: each proven unique and minimal once more; none: raw speed.",
            panel=ENGINE,
            metavar="HOW",
        ),
    ] = "sat",
    method: Annotated[
        str,
        option(
            "--method",
            help="top-down, controlled-bias, bottom-up, effort; aiming: auto, sampling, steering, vicinity.",
            panel=MAKING,
            metavar="NAME",
        ),
    ] = "",
    fill: Annotated[
        str,
        option(
            "--fill",
            help="uniform, sat, recursive, swap, swap+ (uniform where it can, else sat).",
            panel=MAKING,
            metavar="NAME",
        ),
    ] = "",
    dig: Annotated[
        str, option("--dig", help="minimal, until-ambiguous, per-box.", panel=MAKING, metavar="NAME")
    ] = "minimal",
    minimal: Annotated[
        bool | None,
        option("--minimal/--no-minimal", help="No clue can go; or digging may stop early.", panel=MAKING),
    ] = None,
    start: Annotated[
        str | None,
        option("--from", help="To dig, or where swap starts: a grid, its file, vb6.", panel=MAKING, metavar="GRID"),
    ] = None,
    loops: Annotated[
        int | None, number("--loops", help="Loops (5); --from: the first grid, or vb6.", metavar="N", panel=SWAP)
    ] = None,
    nr: Annotated[
        float | None,
        number("--nr", help="Cells that go from each box, on average.", most=MOST_CELLS, metavar="N", panel=PER_BOX),
    ] = None,
    vari: Annotated[
        float | None,
        number("--vari", help="How far from --nr a box may be.", most=MOST_CELLS, metavar="N", panel=PER_BOX),
    ] = None,
    preset: Annotated[
        str | None,
        option("--preset", help="easy, medium (default), difficult, extreme.", panel=PER_BOX, metavar="NAME"),
    ] = None,
    raw: Annotated[bool, option("--raw", help="As published: puzzles need not be unique.", panel=PER_BOX)] = False,
    effort: aims.Effort = None,
    within: aims.Within = None,
    verbose: aims.Verbose = False,
    makers: making.With = None,
    sizes: making.Sizes = None,
    layout_number: making.Number = None,
    maker_symmetry: making.MakerSymmetry = None,
    layout_symmetry: making.LayoutSymmetry = None,
    constraints: making.Constraints = None,
    head_start: making.HeadStart = None,
    largest: making.Largest = None,
    total: making.Total = None,
    steps: making.Steps = None,
    complete: making.Complete = None,
    not_in: making.NotIn = None,
) -> None:
    """Make puzzles: unique always (but for --raw), and minimal by default.

    The engine proposes, SAT confirms each puzzle unique and, where it is called minimal, each clue needed.
    Exit code 3 where some puzzle was not found within the attempts or the time.
    """
    if complete is not None:
        from cpsudoku.cli.completing import run_completion

        limits = common.limits_of(timeout, conflicts)
        run_completion(context, complete, count, seed, clue_range(clues), limits, out, quiet)
        return
    if recipe_file.is_stated(context, "preset"):  # it stands for both numbers: those of a recipe give way
        nr = nr if recipe_file.is_stated(context, "nr") else None
        vari = vari if recipe_file.is_stated(context, "vari") else None
    with _naming(recipe_path):
        board = common.geometry_of(size, regions, extra) or CLASSIC
        if (nr is not None or vari is not None or preset is not None) and dig != "per-box":
            raise UsageError("--nr, --vari and --preset are for --dig per-box")
        if preset is not None and preset not in PRESETS:
            raise UsageError(f"preset {preset!r} is unknown; known: {', '.join(PRESETS)}")
        box = PRESETS[preset or "medium"]
        options: dict[str, Any] = {
            "geometry": board,
            "clues": clue_range(clues),
            "symmetry": symmetry,
            "pattern": None if pattern is None else mask(common.text_of("--pattern", pattern), board),
            "minimal": minimal,
            "fill": fill,
            "dig": dig,
            "method": method or ("effort" if effort is not None else ""),
            "effort": effort,
            "within": aims.share(within),
            **making.options_of(
                makers, sizes, layout_number, maker_symmetry, constraints, head_start, largest, total, steps
            ),
            **({} if layout_symmetry is None else {"layout_symmetry": layout_symmetry}),
            **aims.options_of(rating, pearl, diamond, level, requires, hardest, only),
            "engine": engine,
            "confirm": confirm,
            "not_in": () if not_in is None else not_in,
            "encoding": encoding,
            "start_grid": start if start is None or start in NAMED else common.text_of("--from", start),
            "loops": loops,
            "nr": box[0] if nr is None else nr,
            "vari": box[1] if vari is None else vari,
            "raw": raw,
            "attempts": attempts,
            "limits": common.limits_of(timeout, conflicts),
        }
        if statistics and not raw and makers is None and board.is_classic:
            options["rated"] = True
        if verbose and (options["method"] != "effort" or jobs != 1 or dask is not None):
            raise UsageError("--verbose is for method effort in one process")
        made = recipe(**options)
        if plot is not None and not statistics:
            raise UsageError("--plot is for --statistics")
        if statistics and resume is not None:
            raise UsageError("--statistics and --resume exclude each other")
        form = common.form_of(out, common.form_chosen(jsonl=jsonl), (".sdm",))
        jsonl = form in (common.JSONL, common.CSV) or (made.making is not None and not statistics)
    kept = keeper(command, context.params, made, written_path)
    run = Run(made, count, seed, jobs, dask, options, form, jsonl, quiet, kept)
    if histogram is not None or split is not None or traces or form == common.PARQUET:
        if statistics or resume is not None:
            raise UsageError("--rating-histogram, --split, --traces and .parquet exclude --statistics and --resume")
        collect(run, out, histogram, split, traces, context.params)
    elif statistics:
        tell(run, out, plot)
    elif resume is not None:
        go_on(run, resume, out)
    else:
        write(run, out, verbose)


@contextmanager
def _naming(path: Path | None) -> Iterator[None]:
    """Says of what is wrong with the options that some may stand in a recipe."""
    try:
        yield
    except CpSudokuError as error:
        if path is None:
            raise
        raise UsageError(f"{error} (options are also read from {path})") from None


def clue_range(text: str | None) -> tuple[int, int] | None:
    """`24`, `22..24` or `..24`. Raises UsageError for anything else."""
    if text is None:
        return None
    first, dots, last = text.partition("..")
    first = first.strip() or ("0" if dots else "")
    if not (first.isdecimal() and (not dots or last.strip().isdecimal())):
        raise UsageError(f"clues {text!r}: a number such as 24, or a range such as 22..24")
    return number_of(first), number_of(last) if dots else number_of(first)
