"""`cpsudoku generate`: puzzles, unique and minimal by default."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cpsudoku.cli import codes, output
from cpsudoku.cli.generate_options import Options, clue_range
from cpsudoku.cli.options import bundled
from cpsudoku.cli.reading import read_text
from cpsudoku.cli.recipe_file import is_stated
from cpsudoku.cli.terminal import progress, say
from cpsudoku.errors import CpSudokuError, NotationError, UsageError

if TYPE_CHECKING:
    from cpsudoku.generation.completion import Completed

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
COMPLETING = ("complete", "count", "seed", "clues", "timeout", "conflicts", "jsonl", "out", "quiet")
"""The options that go with --complete."""


@bundled
def command(context: typer.Context, options: Options) -> None:
    """Generate puzzles: always unique (except with --raw), minimal by default.

    An engine generates each puzzle. SAT confirms that it is unique, checked second solutions that it needs each clue,
    where it is called minimal. Exit code 3 where some puzzle was not found within the attempts or the time.
    """
    from cpsudoku.cli import generating
    from cpsudoku.generation.options import recipe

    if options.complete is not None:
        if any(name not in COMPLETING and is_stated(context, name) for name in context.params):
            raise UsageError("--complete goes with --clues 0, --count, --seed, -o, --timeout and --conflicts alone")
        _complete(options, options.complete)
        return
    if is_stated(context, "preset"):  # it stands for both numbers: those of a recipe give way
        options.nr = options.nr if is_stated(context, "nr") else None
        options.vari = options.vari if is_stated(context, "vari") else None
    with _naming(options.recipe_path):
        keywords = options.recipe_options()
        one_process = options.jobs == 1 and options.dask is None
        if options.verbose and (keywords["method"] != "effort" or not one_process):
            raise UsageError("--verbose is for method effort in one process")
        stated = recipe(**keywords)
        if options.plot is not None and not options.statistics:
            raise UsageError("--plot is for --statistics")
        if options.statistics and options.resume is not None:
            raise UsageError("--statistics and --resume exclude each other")
        form = options.form((".sdm",))
        variant = stated.making is not None and not options.statistics
    jsonl = form in (output.JSONL, output.CSV) or variant
    generating.check_written_path(options)
    run = generating.Run(stated, options, keywords, form, jsonl, context.params)
    if options.histogram is not None or options.split is not None or options.traces or form == output.PARQUET:
        if options.statistics or options.resume is not None:
            raise UsageError("--rating-histogram, --split, --traces and .parquet exclude --statistics and --resume")
        generating.collect(run)
    elif options.statistics:
        generating.print_statistics(run)
    elif options.resume is not None:
        generating.go_on(run, options.resume)
    else:
        generating.write(run)


@contextmanager
def _naming(path: Path | None) -> Iterator[None]:
    """Add to an error about the options that some may stand in a recipe."""
    try:
        yield
    except CpSudokuError as error:
        if path is None:
            raise
        raise UsageError(f"{error} (options are also read from {path})") from None


def _complete(options: Options, path: Path) -> None:
    """Complete an unfinished layout: a JSON line for each solution, what was added on standard error."""
    from cpsudoku.generation.completion import Layout, complete
    from cpsudoku.generation.front import new_seed

    clues = clue_range(options.clues)
    if clues not in (None, (0, 0)):
        raise UsageError("--complete: --clues 0 adds no givens; no other number is possible")
    try:
        layout = Layout.parse(read_text(str(path), path))
    except NotationError as error:
        raise UsageError(f"{path}: {error}") from None
    seed = new_seed() if options.seed is None else options.seed
    found = set()
    form = output.form_of(options.out, output.JSONL if options.out is None else None, only=output.TABLES)
    with (
        output.row_writer(options.out, (), form, "complete") as write,
        progress("completing", options.count, options.quiet or options.count == 1) as advance,
    ):
        for index in range(options.count):
            result = complete(layout, seed=seed, index=index, givens=clues is None, limits=options.limits)
            write.record(result.to_dict())
            say(_words(result), options.quiet)
            found.add(_code(result))
            advance(1)
    raise typer.Exit(codes.worst(found))


def _code(found: Completed) -> int:
    if found.word == "found":
        return codes.OK if found.exact else codes.UNKNOWN
    return codes.FINDING if found.word == "impossible" else codes.UNKNOWN


def _words(found: Completed) -> str:
    if found.puzzle is None:
        return f"{found.word}: {found.why}"
    if not found.added:
        return "unique as it stands: nothing was added"
    proven = "no fewer do for this solution" if found.exact else f"at least {found.at_least} are needed"
    needed = f"added {len(found.added)} ({proven}): {'; '.join(found.added)}"
    return needed + (f"; {len(found.alternatives)} alternatives" if found.alternatives else "")
