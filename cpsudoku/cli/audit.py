"""`cpsudoku audit`: the contents of a collection of puzzles, and its faults."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpsudoku.cli import codes, output
from cpsudoku.cli.options import (
    FormatOptions,
    JobOptions,
    OutputOptions,
    SeedOption,
    SquareOptions,
    TimeOptions,
    argument,
    bundled,
    engine,
    flag,
    option,
)
from cpsudoku.cli.reading import check_exist, rows_expected, warn_of
from cpsudoku.cli.terminal import progress, say
from cpsudoku.errors import UsageError
from cpsudoku.numerals import number_of

if TYPE_CHECKING:
    from cpsudoku.datasets.front import Audit

EXAMPLES = [
    "cpsudoku audit puzzles.csv",
    "cpsudoku audit train.csv test.csv --report audit.html",
    "cpsudoku audit train.parquet valid.parquet test.parquet --fix clean.parquet",
    "cpsudoku audit collection.csv.zst --splits fit,holdout --summary",
    "cpsudoku audit huge.txt.gz --state huge.state --jobs 2 --jsonl -o findings.jsonl",
]
SHOWN = 3
"""Findings of a kind a person is shown; --jsonl has them all."""


class Options(OutputOptions, SquareOptions, FormatOptions, TimeOptions, JobOptions, SeedOption):
    """The options of the command."""

    files: list[str] = argument("FILES...", "CSV, JSONL, Parquet or text, .gz or .zst; - for standard input.")
    splits: str | None = option(
        "--splits", "Names of the splits, the one to train on first: fit,holdout. Default: train and others."
    )
    fix: Path | None = option("--fix", "Write the clean set here: .csv, .jsonl, .parquet or .txt, as its name ends.")
    report: Path | None = option("--report", "Write one self-contained page with plots.", metavar="OUT.html")
    jsonl: bool = flag("--jsonl --json", "Every finding, one JSON object a line.")
    summary: bool = flag("--summary", "One JSON object with all counts.")
    rate: str = option("--rate", "Number of puzzles to rate, sampled at random; 0 for none, or all.", "200")
    classes: bool = flag(
        "--classes/--no-classes",
        "Find puzzles that are equivalent: the same after moves of the board and renaming digits.",
        True,
    )
    minimal: bool = flag("--minimal/--no-minimal", "Find puzzles that are not minimal.", True)
    grids: bool = flag("--grids/--no-grids", "Find shared solutions, and test for bias.", True)
    state: Path | None = option("--state", "Save progress in this file; an interrupted run continues from it.")
    engine: str = engine("bitmask")

    @property
    def form_stated(self) -> str | None:
        """The form that an option states. Raises UsageError where two do."""
        if self.jsonl and self.summary:
            raise UsageError("--jsonl and --summary exclude each other")
        return output.TEXT if self.summary else super().form_stated

    @property
    def sample(self) -> int | str:
        """How many puzzles to rate. Raises UsageError."""
        if self.rate.strip().lower() == "all":
            return "all"
        if not (self.rate.isascii() and self.rate.isdigit()) or len(self.rate) > 12:
            raise UsageError(f"--rate {self.rate}: a number of puzzles, 0 for none, or all")
        return number_of(self.rate)

    def check_files(self) -> None:
        """Raises UsageError where a file is missing, or would be overwritten."""
        check_exist(self.files)
        for path, name in ((self.fix, "--fix"), (self.report, "--report"), (self.state, "--state")):
            if path is not None and any(output.same_file(operand, path) for operand in self.files):
                raise UsageError(f"{name} {path} is also the input; it would be overwritten")
        if self.fix is not None:
            from cpsudoku.datasets.clean import check_target

            check_target(self.fix, self.files)


@bundled
def command(options: Options) -> int:
    """Check every row: verdicts, solution columns, duplicates (also equivalent puzzles), leaks between splits.

    All checks run by default; ratings are computed for a sample. --no-classes, --no-minimal, --no-grids and --rate 0
    switch checks off. Columns and splits are detected (files named train, test ..., a column split). Exit code 1 where
    something is wrong: unreadable rows, several or no solutions, wrong solution columns, duplicates, leaks.
    """
    from cpsudoku.datasets.front import audit

    form = options.form()
    options.check_files()
    how_to_read = {"geometry": options.geometry, **options.how_to_read}
    with (
        output.row_writer(options.out, options.files, form, "finding") as write,
        progress("auditing", rows_expected(options.files), options.quiet) as advance,
    ):
        found = audit(
            options.files,
            splits=options.splits.split(",") if options.splits else (),
            rate=options.sample,
            advance=advance,
            warn=warn_of,
            **options.chosen("classes", "minimal", "grids", "seed", "engine", "limits", "state", "jobs", "dask"),
            **how_to_read,
        )
        if options.report is not None:
            found.report(options.report)
        if options.fix is not None:
            from cpsudoku.datasets.clean import clean

            kept = clean(found, options.files, options.fix, **how_to_read)
            say(f"{kept:,} clean rows of {found.summary['rows']:,} written to {options.fix}", options.quiet)
        if options.summary:
            write.record(found.to_dict(), "audit")
        elif write.is_text:
            write.lines([str(found), *_examples(found)])
        else:
            for finding in found.findings():
                write.record(finding)
            say(str(found), options.quiet)
    return codes.OK if found.ok else codes.FINDING


def _examples(found: Audit) -> Iterator[str]:
    """The first findings of each kind, for people."""
    from cpsudoku.datasets.report import KINDS

    for kind in KINDS:
        name = kind.replace("_", " ")
        some = list(islice(found.findings(kind), SHOWN + 1))
        for finding in some[:SHOWN]:
            place = f"{finding['file']}, line {finding['line']}" if finding.get("line") else f"row {finding['row']}"
            yield f"  {place}: {name}{_why(finding)}"
        if len(some) > SHOWN:
            yield f"  ... and more of kind {name}; --jsonl lists every finding"


def _why(finding: dict[str, Any]) -> str:
    if "same_as" in finding:
        other = f" ({finding['other']})" if "other" in finding else ""
        return f" of {finding['same_file']}, line {finding['same_line']}{other}"
    return f": {finding['message']}" if "message" in finding else f": {finding.get('puzzle', '')}"
