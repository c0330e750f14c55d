"""`cpsudoku split`: parts of an existing set that have no class of puzzles in common."""

from __future__ import annotations

from pathlib import Path

from cpsudoku.cli import codes, output
from cpsudoku.cli.options import (
    FormatOptions,
    JobOptions,
    JsonOptions,
    SeedOption,
    SquareOptions,
    argument,
    bundled,
    flag,
    option,
)
from cpsudoku.cli.reading import check_exist, rows_expected, warn_of
from cpsudoku.cli.terminal import progress
from cpsudoku.errors import UsageError

EXAMPLES = [
    "cpsudoku split puzzles.csv --parts train=.8,test=.2 -o parts",
    "cpsudoku split a.jsonl b.jsonl --parts train=8,valid=1,test=1 --seed 7 -o parts.parquet",
    "cpsudoku split puzzles.csv --parts train=.9,test=.1 --by grid --stratify clues -o parts",
]


class Options(JsonOptions, SquareOptions, FormatOptions, JobOptions, SeedOption):
    """The options of the command."""

    files: list[str] = argument("FILES...", "CSV, JSONL, Parquet or text, .gz or .zst.")
    parts: str | None = option("--parts", "Names and shares: train=.8,test=.2.", metavar="SHARES")
    out: Path | None = option(
        "-o --output",
        "A folder, for a file a part; or one file, .csv, .jsonl, .parquet (with a column split).",
        metavar="OUT",
    )
    by: str = option(
        "--by", "What stays together: class (of the puzzle), or grid (class of the solution).", "class", words="kept"
    )
    stratify: str = option(
        "--stratify",
        "What each part has its share of: difficulty (ER; rates every puzzle), clues, or none.",
        "difficulty",
        words="strata",
    )
    jsonl: bool = flag("--jsonl --json", "Print the result as one JSON object.")


@bundled
def command(options: Options) -> int:
    """Divide a set into parts such as train and test, without a puzzle of one in another guise in the other.

    Puzzles that are the same after moves of the board and renaming of digits stay together, and each part gets its
    share of every difficulty. Rows keep their other columns; an old column split is replaced. Exit code 1 where a row
    cannot be read (it is in no part).
    """
    from cpsudoku.datasets.split import split

    check_exist(options.files)
    if options.parts is None:
        raise UsageError("--parts: name the parts and their shares, such as --parts train=.8,test=.2")
    if options.out is None:
        raise UsageError("-o: name a folder, for a file a part, or one file such as parts.parquet")
    with progress("splitting", rows_expected(options.files), options.quiet) as advance:
        found = split(
            options.files,
            options.parts,
            options.out,
            geometry=options.geometry,
            advance=advance,
            warn=warn_of,
            **options.how_to_read,
            **options.chosen("by", "stratify", "seed", "jobs", "dask"),
        )
    with output.row_writer(None, (), options.form(), "split") as write:
        write(found.to_dict(), str(found).splitlines())
    return codes.FINDING if found.unreadable or found.solutions_lost else codes.OK
