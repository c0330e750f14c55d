"""A run of `cpsudoku generate` once its options are read: printed, continued in its file, or told about."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from cpsudoku.board.puzzle import Solution
from cpsudoku.cli import aims, common, recipe_file
from cpsudoku.cli.output import is_packed
from cpsudoku.cli.progress import while_silent
from cpsudoku.errors import UsageError
from cpsudoku.generation.filling.swap import LOOPS, NAMED
from cpsudoku.generation.front import generate_many, new_seed
from cpsudoku.generation.generated import Generated
from cpsudoku.generation.recipe import Recipe
from cpsudoku.generation.resume import Sink, inspect, line_of

FLUSH = 0.2
"""Seconds between two writes at most."""


@dataclass(frozen=True)
class Run:
    """What is made, how, and who keeps the recipe once seed and form are known."""

    recipe: Recipe
    count: int
    seed: int | None
    jobs: int
    dask: str | None
    options: dict[str, Any]
    form: str
    jsonl: bool
    quiet: bool
    keep: Callable[[int, bool], None]

    @property
    def is_alone(self) -> bool:
        """True where one long search, in this process, is all there is to show."""
        return self.recipe.aim is not None and self.count == 1 and self.jobs == 1 and self.dask is None

    def records(self, seed: int, start: int = 0) -> Iterator[Generated]:
        """The puzzles from number *start* on."""
        return generate_many(self.count, seed=seed, start=start, jobs=self.jobs, dask=self.dask, **self.options)


def keeper(
    command: Callable[..., Any], given: Mapping[str, Any], made: Recipe, path: Path | None
) -> Callable[[int, bool], None]:
    """What writes the recipe, given the seed and whether lines are JSON. Raises UsageError."""
    if path is not None:
        for other in ("recipe_path", "out", "resume", "plot"):
            named = given.get(other)  # some versions of typer convert it to a path later
            if named is not None and (path == Path(named) or common.same_file(str(named), path)):
                raise UsageError(f"--write-recipe {path}: another option names that file, too")

    def keep(seed: int, jsonl: bool) -> None:
        if path is not None:
            known = _effective(given, made) | {"seed": seed, "jsonl": jsonl}
            recipe_file.write(path, recipe_file.written(command, known))

    return keep


def _effective(given: Mapping[str, Any], made: Recipe) -> dict[str, Any]:
    """The options as they work: what was left to be chosen is stated."""
    found = dict(given)
    found |= {"symmetry": made.symmetry, "fill": made.fill, "dig": made.dig, "engine": made.engine}
    found |= {"attempts": made.attempts, "preset": None, "nr": None, "vari": None}
    if made.dig == "per-box":
        found |= {"nr": made.nr, "vari": made.vari}
    if not given["method"]:
        found["method"] = made.method if made.aim is None else made.aim.method
    if made.making is not None:
        found["jsonl"] = True
    if made.clues is not None:
        fewest, most = made.clues
        found["clues"] = str(most) if fewest == most else f"{fewest}..{most}"
    if made.pattern is not None:
        found["pattern"] = "".join("x" if cell in made.pattern else "." for cell in range(made.geometry.size))
    if made.fill.startswith("swap"):
        found["loops"] = LOOPS if made.loops is None else made.loops
    if made.start is not None and given["start"] not in NAMED:
        found["start"] = Solution.trusted(made.start, made.geometry).line()
    return found


def write(run: Run, out: Path | None, verbose: bool) -> None:
    seed = new_seed() if run.seed is None else run.seed
    run.keep(seed, run.jsonl)
    if run.seed is None and not run.jsonl:
        common.say(f"seed {seed}", run.quiet)
    with _sink(out, run.form) as sink, aims.verbosely(verbose), aims.watching(run.is_alone, run.quiet):
        _run(run, run.records(seed), 0, run.jsonl, sink, run.is_alone and sys.stderr.isatty())


def go_on(run: Run, path: Path, out: Path | None) -> None:
    if out is not None and out != path:
        raise UsageError("--resume names the file to write; leave out -o")
    found = inspect(path, run.recipe)
    if found.lines and run.seed is None and found.seed is None:
        raise UsageError(f"{path} holds plain puzzles and does not state its seed: give --seed")
    if run.seed is not None and found.seed is not None and run.seed != found.seed:
        raise UsageError(f"{path} was begun with seed {found.seed}, not {run.seed}")
    seed = run.seed if run.seed is not None else found.seed if found.seed is not None else new_seed()
    as_json = found.jsonl if found.jsonl is not None else run.jsonl or path.suffix == ".jsonl"
    if run.jsonl and not as_json:
        raise UsageError(f"{path} holds plain puzzles; leave out --jsonl")
    found.check_seed(path, run.recipe, seed)
    run.keep(seed, as_json)
    if found.lines:
        common.say(f"{path}: {found.lines:,} of {run.count:,} are there; seed {seed}", run.quiet)
    else:
        common.say(f"seed {seed}", run.quiet)
    with Sink(path, found.size) as sink:
        _run(run, run.records(seed, found.lines), found.lines, as_json, sink.write)


@contextmanager
def _sink(out: Path | None, form: str) -> Iterator[Callable[[str], object]]:
    if out is None:
        yield _to_stdout
        return
    if form == common.CSV or is_packed(out):
        with common.output(out, (), form, "generate") as file:
            yield file.write
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
    """Writes the records, whole lines at a time; told and exit code 3 where some were missed."""
    count, quiet = run.count, run.quiet
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


def tell(run: Run, out: Path | None, plot: Path | None) -> None:
    from cpsudoku.generation.report import draw, report
    from cpsudoku.generation.statistics import Sample

    seed = new_seed() if run.seed is None else run.seed
    run.keep(seed, run.jsonl)
    sample = Sample(run.recipe, seed)
    with common.progress("sampling", run.count, run.quiet) as advance:
        for record in run.records(seed):
            sample.add(record)
            advance(1)
    if not sample.clues.count:
        common.say("no puzzle was found: nothing to tell about", run.quiet)
        raise typer.Exit(common.UNKNOWN if run.count else common.OK)
    if plot is not None:
        draw(sample, plot)
    with common.output(out, (), run.form, "statistics") as file:
        print(common.json_line("statistics", sample.record()) if run.jsonl else report(sample, common.table), file=file)
    raise typer.Exit(common.UNKNOWN if sample.missed else common.OK)
