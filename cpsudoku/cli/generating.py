"""A run of `cpsudoku generate` after its options are read: puzzles printed, added to a file, or described."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from cpsudoku.batch.shares import shares_of
from cpsudoku.board.puzzle import Solution
from cpsudoku.cli import codes, output, recipe_file
from cpsudoku.cli.generate_options import Options
from cpsudoku.cli.terminal import progress, say, table, while_silent
from cpsudoku.errors import UsageError
from cpsudoku.generation.filling import LOOPS, NAMED
from cpsudoku.generation.front import generate_many, new_seed
from cpsudoku.generation.recipe import Generated, Recipe
from cpsudoku.generation.resume import Sink, inspect, line_of

FLUSH = 0.2
"""Seconds between two writes at most."""


@dataclass(frozen=True)
class Run:
    """What is made and how; *given* are the options as the command line has them."""

    recipe: Recipe
    options: Options
    keywords: dict[str, Any]
    form: str
    jsonl: bool
    given: Mapping[str, Any]

    def keep(self, seed: int, jsonl: bool) -> None:
        """Write the recipe, where --write-recipe asks for it; *jsonl*: whether lines are JSON."""
        path = self.options.written_path
        if path is not None:
            known = _effective(self.given, self.recipe) | {"seed": seed, "jsonl": jsonl}
            recipe_file.write(path, recipe_file.written(Options, known))

    @property
    def is_alone(self) -> bool:
        """True where the run is a single long search in this process."""
        one_process = self.options.jobs == 1 and self.options.dask is None
        return self.recipe.aim is not None and self.options.count == 1 and one_process

    def begin(self, reports_seed: bool = False) -> int:
        """The seed: random if none was stated, and reported then; the recipe is written."""
        stated = self.options.seed
        seed = new_seed() if stated is None else stated
        self.keep(seed, self.jsonl)
        if stated is None and reports_seed:
            say(f"seed {seed}", self.options.quiet)
        return seed

    def records(self, seed: int, start: int = 0) -> Iterator[Generated]:
        """The puzzles from number *start* on."""
        return generate_many(
            self.options.count, seed=seed, start=start, **self.options.chosen("jobs", "dask"), **self.keywords
        )

    def end(self, missed: int) -> None:
        """Report the puzzles that were missed, and end with exit code 3 where there are any."""
        if missed:
            say(f"{missed:,} not found within the attempts or the time", self.options.quiet)
            raise typer.Exit(codes.UNKNOWN)


def check_written_path(options: Options) -> None:
    """Raises UsageError where --write-recipe names the file of another option."""
    path = options.written_path
    for named in (options.recipe_path, options.out, options.resume, options.plot):
        if path is not None and named is not None and (path == named or output.same_file(str(named), path)):
            raise UsageError(f"--write-recipe {path}: another option names that file, too")


def _effective(given: Mapping[str, Any], recipe: Recipe) -> dict[str, Any]:
    """The options in effect, with values for those that were left open."""
    found = dict(given)
    found |= {"symmetry": recipe.symmetry, "fill": recipe.fill, "dig": recipe.dig, "engine": recipe.engine}
    found |= {"attempts": recipe.attempts, "preset": None, "nr": None, "vari": None}
    if recipe.dig == "per-box":
        found |= {"nr": recipe.nr, "vari": recipe.vari}
    if not given["method"]:
        found["method"] = recipe.method if recipe.aim is None else recipe.aim.method
    if recipe.making is not None:
        found["jsonl"] = True
    if recipe.clues is not None:
        fewest, most = recipe.clues
        found["clues"] = str(most) if fewest == most else f"{fewest}..{most}"
    if recipe.pattern is not None:
        found["pattern"] = "".join("x" if cell in recipe.pattern else "." for cell in range(recipe.geometry.size))
    if recipe.fill.startswith("swap"):
        found["loops"] = LOOPS if recipe.loops is None else recipe.loops
    if recipe.start is not None and given["start"] not in NAMED:
        found["start"] = Solution.trusted(recipe.start, recipe.geometry).line()
    return found


def write(run: Run) -> None:
    """Write the puzzles to a file or standard output."""
    seed = run.begin(reports_seed=not run.jsonl)
    shown = run.is_alone and sys.stderr.isatty()
    narrated = verbosely() if run.options.verbose else nullcontext()
    watched = watching() if shown and not run.options.quiet else nullcontext()
    with _sink(run.options.out, run.form) as sink, narrated, watched:
        _run(run, run.records(seed), 0, run.jsonl, sink, shown)


def go_on(run: Run, path: Path) -> None:
    """Continue the file of an earlier run."""
    out, stated = run.options.out, run.options.seed
    if out is not None and out != path:
        raise UsageError("--resume names the file to write; leave out -o")
    found = inspect(path, run.recipe)
    if found.lines and stated is None and found.seed is None:
        raise UsageError(f"{path} holds plain puzzles and does not state its seed: give --seed")
    if stated is not None and found.seed is not None and stated != found.seed:
        raise UsageError(f"{path} was begun with seed {found.seed}, not {stated}")
    seed = stated if stated is not None else found.seed if found.seed is not None else new_seed()
    as_json = found.jsonl if found.jsonl is not None else run.jsonl or path.suffix == ".jsonl"
    if run.jsonl and not as_json:
        raise UsageError(f"{path} holds plain puzzles; leave out --jsonl")
    found.check_seed(path, run.recipe, seed)
    run.keep(seed, as_json)
    if found.lines:
        say(f"{path}: {found.lines:,} of {run.options.count:,} are there; seed {seed}", run.options.quiet)
    else:
        say(f"seed {seed}", run.options.quiet)
    with Sink(path, found.size) as sink:
        _run(run, run.records(seed, found.lines), found.lines, as_json, sink.write)


@contextmanager
def _sink(out: Path | None, form: str) -> Iterator[Callable[[str], object]]:
    if out is None:
        yield _to_stdout
        return
    if form == output.CSV or output.is_packed(out):
        with output.row_writer(out, (), form, "generate") as write:
            yield write.text
        return
    with Sink(out) as sink:
        yield sink.write


def _to_stdout(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _run(
    run: Run,
    records: Iterable[Generated],
    start: int,
    jsonl: bool,
    write: Callable[[str], object],
    shown: bool = False,
) -> None:
    """Write the records, whole lines at a time."""
    count, quiet = run.options.count, run.options.quiet
    missed = 0
    waiting: list[str] = []
    began = last = time.perf_counter()
    with (
        progress("generating", count, quiet or count == 1) as advance,
        while_silent("no puzzle yet", quiet or shown or (count > 1 and sys.stderr.isatty())) as heard,
    ):

        def flush() -> None:
            if waiting:
                write("".join(waiting))
            advance(len(waiting))
            waiting.clear()

        advance(start)
        try:
            for record in records:
                heard()
                waiting.append(line_of(record, jsonl))
                missed += bool(record.missed)
                now = time.perf_counter()
                if now - last > FLUSH or len(waiting) >= 4096:
                    flush()
                    last = now
        finally:
            flush()
    done = count - start
    seconds = time.perf_counter() - began
    if done > 1 and seconds > 1:
        say(f"{done:,} puzzles in {seconds:.1f} s, {done / seconds:,.0f}/s", quiet)
    run.end(missed)


def print_statistics(run: Run) -> None:
    """Print the statistics of a sample of puzzles."""
    from cpsudoku.generation.report import draw, report
    from cpsudoku.generation.statistics import Sample

    seed = run.begin()
    sample = Sample(run.recipe, seed)
    with progress("sampling", run.options.count, run.options.quiet) as advance:
        for record in run.records(seed):
            sample.add(record)
            advance(1)
    if not sample.clues.count:
        say("no puzzle was found: there are no statistics", run.options.quiet)
        raise typer.Exit(codes.UNKNOWN if run.options.count else codes.OK)
    if run.options.plot is not None:
        draw(sample, run.options.plot)
    with output.row_writer(run.options.out, (), run.form, "statistics") as write:
        if write.is_text:
            write.lines([report(sample, table)])
        else:
            write.record(sample.record())
    raise typer.Exit(codes.UNKNOWN if sample.missed else codes.OK)


def collect(run: Run) -> None:
    """Write a data set: a histogram of ratings, splits, traces, Parquet."""
    from cpsudoku.generation.collection import Member, generate_collection, read_histogram, write_parquet

    options = run.options
    if run.form != output.PARQUET and not run.jsonl and (options.split is not None or options.traces):
        raise UsageError("--split and --traces need --jsonl, or -o with a name that ends in .parquet")
    wanted = None if options.histogram is None else read_histogram(options.histogram)
    splits = None if options.split is None else shares_of(options.split, "--split")
    seed = run.begin(reports_seed=True)
    members = generate_collection(
        run.options.count,
        seed=seed,
        histogram=wanted,
        splits=splits,
        **options.chosen("traces", "jobs", "dask"),
        **run.keywords,
    )
    missed = 0
    with progress("generating", run.options.count, run.options.quiet) as advance:

        def counted() -> Iterator[Member]:
            nonlocal missed
            for member in members:
                missed += bool(member.generated.missed)
                advance(1)
                yield member

        if options.out is not None and run.form == output.PARQUET:
            stated = {name: value for name, value in run.given.items() if value is not None}
            rows = write_parquet(counted(), options.out, stated | {"seed": seed})
            say(f"{rows:,} puzzles written to {options.out}", run.options.quiet)
        else:
            with output.row_writer(options.out, (), run.form, "generate") as write:
                for member in counted():
                    puzzle = member.generated.puzzle
                    if run.jsonl:
                        write.record(member.to_dict())
                    elif puzzle is not None:
                        write.lines([puzzle.line()])
    run.end(missed)


@contextmanager
def watching() -> Iterator[None]:
    """Tries, best distance and rate of the present search, on one line of standard error."""
    from cpsudoku.generation.aiming.search import FAR, watch

    shown = [0.0]

    def show(tries: int, distance: int, seconds: float) -> None:
        if seconds - shown[0] > 0.5 or seconds < shown[0]:
            shown[0] = seconds
            best = "nothing yet" if distance >= FAR else f"best {distance / 10:.1f} away"
            print(f"\r\x1b[K{tries:,} tries, {best}, {tries / max(seconds, 1e-9):,.0f}/s", end="", file=sys.stderr)

    watch(show)
    try:
        yield
    finally:
        watch(None)
        print("\r\x1b[K", end="", file=sys.stderr)


@contextmanager
def verbosely() -> Iterator[None]:
    """Every step of method effort on standard error."""
    from cpsudoku.generation.effort import narrate

    narrate(lambda line: print(line, file=sys.stderr))
    try:
        yield
    finally:
        narrate(None)
