"""`cpsudoku audit`: what does a collection hold, and what is wrong with it?"""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from cpsudoku.cli import common
from cpsudoku.datasets.words import KINDS
from cpsudoku.errors import UsageError
from cpsudoku.numerals import number_of

if TYPE_CHECKING:
    from cpsudoku.datasets import Audit

EXAMPLES = [
    "cpsudoku audit puzzles.csv",
    "cpsudoku audit train.csv test.csv --report audit.html",
    "cpsudoku audit train.parquet valid.parquet test.parquet --fix clean.parquet",
    "cpsudoku audit collection.csv.zst --splits fit,holdout --summary",
    "cpsudoku audit huge.txt.gz --state huge.state --jobs 2 --jsonl -o findings.jsonl",
]
SHOWN = 3
"""Findings of a kind a person is shown; --jsonl has them all."""


def command(
    files: Annotated[
        list[str],
        typer.Argument(help="CSV, JSONL, Parquet or text, .gz or .zst; - for standard input.", metavar="FILES..."),
    ],
    splits: Annotated[
        str | None,
        typer.Option(
            "--splits", help="Names of the splits, the one to train on first: fit,holdout. Default: train and others."
        ),
    ] = None,
    fix: Annotated[
        Path | None,
        typer.Option("--fix", help="Write the clean set here: .csv, .jsonl, .parquet or .txt, as its name ends."),
    ] = None,
    report: Annotated[
        Path | None, typer.Option("--report", help="Write one self-contained page with plots.", metavar="OUT.html")
    ] = None,
    summary: Annotated[bool, typer.Option("--summary", help="One JSON object with all counts.")] = False,
    jsonl: Annotated[bool, typer.Option("--jsonl", "--json", help="Every finding, one JSON object a line.")] = False,
    rate: Annotated[
        str, typer.Option("--rate", help="Puzzles to rate, a fair sample; 0 for none, all for every one.")
    ] = "200",
    classes: Annotated[
        bool, typer.Option("--classes/--no-classes", help="Look for puzzles that are the same moved and renamed.")
    ] = True,
    minimal: Annotated[bool, typer.Option("--minimal/--no-minimal", help="Look for clues to spare.")] = True,
    grids: Annotated[bool, typer.Option("--grids/--no-grids", help="Look for shared solutions, and bias.")] = True,
    state: Annotated[
        Path | None, typer.Option("--state", help="Keep the work in this file; a run that was stopped goes on from it.")
    ] = None,
    seed: common.Seed = 0,
    engine: common.Engine = "bitmask",
    timeout: common.Timeout = None,
    size: common.Size = None,
    regions: common.Regions = None,
    extra: common.Extra = None,
    format: common.Format = None,
    alphabet: common.AlphabetName = None,
    column: common.Column = None,
    jobs: common.Jobs = 1,
    dask: common.Dask = None,
    out: common.Output = None,
    quiet: common.Quiet = False,
) -> None:
    """Look at every row: verdicts, solution columns, duplicates, also moved and renamed, leaks between splits.

    All checks are on by default but for ratings, of which a sample is taken: --no-classes, --no-minimal, --no-grids and
    --rate 0 switch them off. Columns and splits are found (files named train, test ..., a column split). Exit code 1
    where something is wrong: unreadable rows, several or no solutions, wrong solution columns, duplicates, leaks.
    """
    from cpsudoku.datasets import audit

    if jsonl and summary:
        raise UsageError("--jsonl and --summary exclude each other")
    form = common.form_of(out, common.TEXT if summary else common.form_chosen(jsonl=jsonl))
    jsonl = form != common.TEXT
    for operand in files:
        if operand != "-" and not Path(operand).exists():
            raise UsageError(f"{operand}: no such file")
    for path, option in ((fix, "--fix"), (report, "--report"), (state, "--state")):
        if path is not None and any(common.same_file(operand, path) for operand in files):
            raise UsageError(f"{option} {path} is also the input; it would be overwritten")
    if fix is not None:
        from cpsudoku.datasets.clean import checked

        checked(fix, files)
    geometry = common.geometry_of(size, regions, extra)
    with (
        common.output(out, files, form, "finding") as file,
        common.progress("auditing", common.rows_expected(files), quiet) as advance,
    ):
        found = audit(
            files,
            splits=splits.split(",") if splits else (),
            classes=classes,
            minimal=minimal,
            grids=grids,
            rate=_number(rate),
            seed=seed,
            engine=engine,
            limits=common.limits_of(timeout),
            column=column,
            geometry=geometry,
            format=format,
            alphabet=alphabet,
            state=state,
            jobs=jobs,
            dask=dask,
            advance=advance,
            warn=common.warn_of,
        )
        if report is not None:
            found.report(report)
        if fix is not None:
            from cpsudoku.datasets.clean import clean

            kept = clean(found, files, fix, geometry=geometry, format=format, alphabet=alphabet, column=column)
            common.say(f"{kept:,} clean rows of {found.summary['rows']:,} written to {fix}", quiet)
        if summary:
            print(common.json_line("audit", found.to_dict()), file=file)
        elif jsonl:
            for finding in found.findings():
                print(common.json_line("finding", finding), file=file)
            common.say(str(found), quiet)
        else:
            print(found, file=file)
            _show(found, file)
    raise typer.Exit(common.OK if found.ok else common.FINDING)


def _number(text: str) -> int | str:
    """How many puzzles to rate. Raises UsageError."""
    if text.strip().lower() == "all":
        return "all"
    if not (text.isascii() and text.isdigit()) or len(text) > 12:
        raise UsageError(f"--rate {text}: a number of puzzles, 0 for none, or all")
    return number_of(text)


def _show(found: Audit, file: IO[str]) -> None:
    """The first findings, for people."""
    for kind in KINDS:
        some = list(islice(found.findings(kind), SHOWN + 1))
        for finding in some[:SHOWN]:
            place = f"{finding['file']}, line {finding['line']}" if finding.get("line") else f"row {finding['row']}"
            print(f"  {place}: {kind.replace('_', ' ')}{_why(finding)}", file=file)
        if len(some) > SHOWN:
            print(f"  ... and more of kind {kind.replace('_', ' ')}; --jsonl lists every finding", file=file)


def _why(finding: dict[str, Any]) -> str:
    if "same_as" in finding:
        other = f" ({finding['other']})" if "other" in finding else ""
        return f" of {finding['same_file']}, line {finding['same_line']}{other}"
    return f": {finding['message']}" if "message" in finding else f": {finding.get('puzzle', '')}"
