"""`cpsudoku generate` for data sets: a histogram of ratings, splits, traces, Parquet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import typer

from cpsudoku.cli import common
from cpsudoku.cli.generating import Run
from cpsudoku.errors import UsageError
from cpsudoku.generation.collection import Member, generate_collection, read_histogram, write_parquet
from cpsudoku.generation.front import new_seed


def splits_of(text: str | None) -> dict[str, float] | None:
    """`train=8,test=2`. Raises UsageError."""
    if text is None:
        return None
    found: dict[str, float] = {}
    for part in text.split(","):
        name, equals, share = part.partition("=")
        try:
            found[name.strip()] = float(share)
        except ValueError:
            equals = ""
        if not equals or not name.strip() or not found[name.strip()] > 0:
            raise UsageError(f"--split {text}: names with shares above 0, such as train=8,test=2")
    return found


def collect(
    run: Run, out: Path | None, histogram: str | None, split: str | None, traces: bool, given: Mapping[str, Any]
) -> None:
    """Writes the collection; exit code 3 where a puzzle was not found."""
    if run.form != common.PARQUET and not run.jsonl and (split is not None or traces):
        raise UsageError("--split and --traces need --jsonl, or -o with a name that ends in .parquet")
    seed = new_seed() if run.seed is None else run.seed
    wanted = None if histogram is None else read_histogram(histogram)
    run.keep(seed, run.jsonl)
    if run.seed is None:
        common.say(f"seed {seed}", run.quiet)
    members = generate_collection(
        run.count,
        seed=seed,
        histogram=wanted,
        splits=splits_of(split),
        traces=traces,
        jobs=run.jobs,
        dask=run.dask,
        **run.options,
    )
    missed = [0]
    with common.progress("generating", run.count, run.quiet) as advance:

        def counted() -> Iterator[Member]:
            for member in members:
                missed[0] += bool(member.generated.missed)
                advance(1)
                yield member

        if out is not None and run.form == common.PARQUET:
            stated = {name: value for name, value in given.items() if value is not None}
            rows = write_parquet(counted(), out, stated | {"seed": seed})
            common.say(f"{rows:,} puzzles written to {out}", run.quiet)
        else:
            with common.output(out, (), run.form, "generate") as file:
                for member in counted():
                    if run.jsonl:
                        print(common.json_line("generate", member.to_dict()), file=file)
                    elif member.generated.puzzle is not None:
                        print(member.generated.puzzle.line(), file=file)
    if missed[0]:
        common.say(f"{missed[0]:,} not found within the attempts or the time", run.quiet)
        raise typer.Exit(common.UNKNOWN)
