"""`cpsudoku generate`: puzzles, unique and minimal unless asked otherwise."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.board.puzzle import Solution
from cpsudoku.cli import aims, common
from cpsudoku.cli.numbers import number
from cpsudoku.cli.progress import while_silent
from cpsudoku.errors import UsageError
from cpsudoku.generation.digging.per_box import PRESETS
from cpsudoku.generation.front import generate_many, mask, new_seed, recipe
from cpsudoku.generation.generated import Generated
from cpsudoku.generation.recipe import Recipe
from cpsudoku.generation.resume import Sink, inspect, line_of

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
    "cpsudoku generate --size 4x4 --count 3",
    "cpsudoku generate --extra diagonals --count 5",
    "cpsudoku generate --count 1000 --statistics",
    "cpsudoku generate --dig per-box --raw --preset medium --count 1000 --statistics",
]
MOST_CELLS = 1024
"""Cells of the largest box (side 1024, far beyond what can be filled)."""
FLUSH = 0.2
"""Seconds between two writes at most."""


def command(
    count: Annotated[int, number("--count", "-n", help="How many puzzles.")] = 1,
    clues: Annotated[
        str | None, typer.Option("--clues", help="Number of clues: 24, or a range.", metavar="A..B")
    ] = None,
    symmetry: Annotated[
        str | None,
        typer.Option(
            "--symmetry",
            help="none, rot180, rot90, horizontal, vertical, diagonal, anti-diagonal, both-diagonals, full.",
        ),
    ] = None,
    pattern: Annotated[
        str | None,
        typer.Option("--pattern", help="Clues exactly here: a mask, a character a cell, . for none; or its file."),
    ] = None,
    minimal: Annotated[
        bool | None,
        typer.Option("--minimal/--no-minimal", help="Insist that no clue can go; or let digging stop early."),
    ] = None,
    fill: Annotated[
        str, typer.Option("--fill", help="uniform, sat, recursive, swap, swap+ (uniform where it can, else sat).")
    ] = "",
    dig: Annotated[str, typer.Option("--dig", help="minimal, until-ambiguous, per-box.")] = "minimal",
    method: Annotated[
        str,
        typer.Option(
            "--method", help="top-down, controlled-bias, bottom-up, effort; aiming: auto, sampling, steering, vicinity."
        ),
    ] = "",
    rating: aims.Rating = None,
    pearl: aims.Pearl = None,
    diamond: aims.Diamond = None,
    level: aims.Level = None,
    requires: aims.Requires = None,
    hardest: aims.Hardest = None,
    only: aims.Only = None,
    effort: aims.Effort = None,
    within: aims.Within = None,
    verbose: aims.Verbose = False,
    engine: Annotated[
        str, typer.Option("--engine", help="bitmask (9x9), sat, sat:NAME, or any other. Puzzles do not depend on it.")
    ] = "",
    confirm: Annotated[
        str,
        typer.Option("--confirm", help="sat: every puzzle proven unique and minimal once more; none: the raw speed."),
    ] = "sat",
    encoding: common.EncodingName = None,
    start: Annotated[
        str | None,
        typer.Option("--from", help="The grid to start from (swap) or to dig (others): itself, its file, or vb6."),
    ] = None,
    loops: Annotated[int | None, number("--loops", help="Loops of fill swap (5).")] = None,
    nr: Annotated[
        float | None, number("--nr", help="per-box: cells that go from each box, on average.", most=MOST_CELLS)
    ] = None,
    vari: Annotated[
        float | None, number("--vari", help="per-box: how far from --nr a box may be.", most=MOST_CELLS)
    ] = None,
    preset: Annotated[
        str | None, typer.Option("--preset", help="per-box: easy, medium (default), difficult, extreme.")
    ] = None,
    raw: Annotated[bool, typer.Option("--raw", help="per-box as published: puzzles need not be unique.")] = False,
    size: common.Size = None,
    regions: common.Regions = None,
    extra: common.Extra = None,
    seed: Annotated[
        int | None,
        number(
            "--seed",
            help="Same seed and version, same puzzles; drawn and told if left out.",
            least=common.SEEDS[0],
            most=common.SEEDS[1],
        ),
    ] = None,
    attempts: Annotated[
        int | None,
        number(
            "--attempts", help="Tries for one puzzle (1,000; 500,000 when aiming) until it is given up; 0: no bound."
        ),
    ] = None,
    timeout: common.Timeout = None,
    conflicts: common.Conflicts = None,
    jobs: common.Jobs = 1,
    dask: common.Dask = None,
    jsonl: common.JsonLines = False,
    out: common.Output = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", help="Continue this file; same options, nothing lost or doubled.")
    ] = None,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Tell about --count puzzles instead of printing them.")
    ] = False,
    plot: Annotated[
        Path | None, typer.Option("--plot", help="With --statistics: the histogram as a picture (extra \\[plot]).")
    ] = None,
    quiet: common.Quiet = False,
) -> None:
    """Make puzzles: unique always (but for --raw), and minimal by default.

    The engine proposes, SAT confirms: one incremental solver with the clues as assumptions proves each puzzle unique
    and, where it is called minimal, each clue needed. --confirm none leaves that out.
    Exit code 3 where some puzzle was not found within the attempts or the time.
    """
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
        **aims.options_of(rating, pearl, diamond, level, requires, hardest, only),
        "engine": engine,
        "confirm": confirm,
        "encoding": encoding,
        "start_grid": None if start is None else _start(start, board),
        "loops": loops,
        "nr": box[0] if nr is None else nr,
        "vari": box[1] if vari is None else vari,
        "raw": raw,
        "attempts": attempts,
        "limits": common.limits_of(timeout, conflicts),
    }
    if statistics and not raw and board.is_classic:
        options["rated"] = True
    if verbose and (options["method"] != "effort" or jobs != 1 or dask is not None):
        raise UsageError("--verbose is for method effort in one process")
    made = recipe(**options)
    if plot is not None and not statistics:
        raise UsageError("--plot is for --statistics")
    if statistics:
        if resume is not None:
            raise UsageError("--statistics and --resume exclude each other")
        _tell(made, count, seed, jobs, dask, options, jsonl, out, plot, quiet)
        return
    if resume is not None:
        _resume(resume, out, made, count, seed, jobs, dask, options, jsonl, quiet)
        return
    chosen = new_seed() if seed is None else seed
    if seed is None and not jsonl:
        common.say(f"seed {chosen}", quiet)
    records = generate_many(count, seed=chosen, jobs=jobs, dask=dask, **options)
    with _sink(out) as write, aims.verbosely(verbose), aims.watching(_alone(made, count, jobs, dask), quiet):
        _run(records, count, 0, jsonl, write, quiet, _alone(made, count, jobs, dask) and sys.stderr.isatty())


def _alone(made: Recipe, count: int, jobs: int, dask: str | None) -> bool:
    """True where one long search, in this process, is all there is to show."""
    return made.aim is not None and count == 1 and jobs == 1 and dask is None


def _resume(
    path: Path, out: Path | None, made: Recipe, count: int, seed: int | None, jobs: int, dask: str | None,
    options: dict[str, Any], jsonl: bool, quiet: bool,
) -> None:  # fmt: skip
    if out is not None and out != path:
        raise UsageError("--resume names the file to write; leave out -o")
    found = inspect(path, made)
    if found.lines and seed is None and found.seed is None:
        raise UsageError(f"{path} holds plain puzzles and does not state its seed: give --seed")
    if seed is not None and found.seed is not None and seed != found.seed:
        raise UsageError(f"{path} was begun with seed {found.seed}, not {seed}")
    chosen = seed if seed is not None else found.seed if found.seed is not None else new_seed()
    as_json = found.jsonl if found.jsonl is not None else jsonl or path.suffix == ".jsonl"
    if jsonl and not as_json:
        raise UsageError(f"{path} holds plain puzzles; leave out --jsonl")
    if found.lines:
        common.say(f"{path}: {found.lines:,} of {count:,} are there; seed {chosen}", quiet)
    else:
        common.say(f"seed {chosen}", quiet)
    records = generate_many(count, seed=chosen, start=found.lines, jobs=jobs, dask=dask, **options)
    with Sink(path, found.size) as sink:
        _run(records, count, found.lines, as_json, sink.write, quiet)


@contextmanager
def _sink(out: Path | None) -> Iterator[Callable[[str], object]]:
    if out is None:
        yield _to_stdout
        return
    with Sink(out) as sink:
        yield sink.write


def _to_stdout(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _run(
    records: Iterable[Generated],
    count: int,
    start: int,
    jsonl: bool,
    write: Callable[[str], object],
    quiet: bool,
    shown: bool = False,
) -> None:
    """Writes the records, whole lines at a time; told and exit code 3 where some were missed."""
    missed = 0
    waiting: list[str] = []
    began = last = time.perf_counter()
    with (
        common.progress("generating", count, quiet or count == 1) as advance,
        while_silent("no puzzle yet", quiet or shown or (count > 1 and sys.stderr.isatty())) as heard,
    ):
        advance(start)
        told = 0
        try:
            for record in records:
                heard()
                waiting.append(line_of(record, jsonl))
                missed += bool(record.missed)
                told += 1
                now = time.perf_counter()
                if now - last > FLUSH or len(waiting) >= 4096:
                    write("".join(waiting))
                    waiting.clear()
                    advance(told)
                    told, last = 0, now
        finally:
            if waiting:
                write("".join(waiting))
            advance(told)
    done = count - start
    seconds = time.perf_counter() - began
    if done > 1 and seconds > 1:
        common.say(f"{done:,} puzzles in {seconds:.1f} s, {done / seconds:,.0f}/s", quiet)
    if missed:
        common.say(f"{missed:,} not found within the attempts or the time", quiet)
        raise typer.Exit(common.UNKNOWN)


def _tell(
    made: Recipe, count: int, seed: int | None, jobs: int, dask: str | None, options: dict[str, Any], jsonl: bool,
    out: Path | None, plot: Path | None, quiet: bool,
) -> None:  # fmt: skip
    from cpsudoku.generation.report import draw, report
    from cpsudoku.generation.statistics import Sample

    chosen = new_seed() if seed is None else seed
    sample = Sample(made, chosen)
    with common.progress("sampling", count, quiet) as advance:
        for record in generate_many(count, seed=chosen, jobs=jobs, dask=dask, **options):
            sample.add(record)
            advance(1)
    if not sample.clues.count:
        common.say("no puzzle was found: nothing to tell about", quiet)
        raise typer.Exit(common.UNKNOWN if count else common.OK)
    if plot is not None:
        draw(sample, plot)
    with common.output(out) as file:
        print(common.json_line("statistics", sample.record()) if jsonl else report(sample, common.table), file=file)
    raise typer.Exit(common.UNKNOWN if sample.missed else common.OK)


def _start(given: str, board: Geometry) -> Solution:
    """The grid of --from: by name, itself, or in a file. Raises UsageError, NotationError."""
    from cpsudoku.generation.filling.swap import NAMED

    if given not in NAMED:
        return Solution.parse(common.text_of("--from", given), board)
    if not board.is_classic:
        raise UsageError(f"--from {given} is a 9x9 grid; the board is {board}")
    return Solution.trusted(NAMED[given], board)


def clue_range(text: str | None) -> tuple[int, int] | None:
    """`24` or `22..24`. Raises UsageError for anything else."""
    if text is None:
        return None
    first, dots, last = text.partition("..")
    if not (first.strip().isdecimal() and (not dots or last.strip().isdecimal())):
        raise UsageError(f"clues {text!r}: a number such as 24, or a range such as 22..24")
    return int(first), int(last) if dots else int(first)
