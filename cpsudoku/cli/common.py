"""What the commands share: options, reading operands, writing answers, progress, exit codes."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated, Any, TypeVar

import typer

from cpsudoku.board.formats import BadRow, PlainRows, Record, format_of_path, open_chunks, read_one, read_regions
from cpsudoku.board.geometry import Geometry, boxes, parse_size
from cpsudoku.errors import NotationError, UsageError
from cpsudoku.solvers.engine import Limits

OK, FINDING, USAGE, UNKNOWN = 0, 1, 2, 3
"""Exit codes."""

T = TypeVar("T")

Operands = Annotated[
    list[str],
    typer.Argument(help="Files (plain or .gz), - for standard input, or a puzzle itself.", metavar="PUZZLES..."),
]
OptionalOperands = Annotated[
    list[str] | None,
    typer.Argument(help="Files (plain or .gz), - for standard input, or a puzzle itself.", metavar="PUZZLES..."),
]
Size = Annotated[
    str | None,
    typer.Option("--size", help="Box rows x box columns; follows from the input if left out.", metavar="RxC"),
]
Regions = Annotated[
    Path | None, typer.Option("--regions", help="A jigsaw's region map: n*n symbols, or n lines of n.", metavar="FILE")
]
Extra = Annotated[
    str | None,
    typer.Option("--extra", help="Extra houses, comma-separated: diagonals, windoku, disjoint, asterisk, centre-dot."),
]
Format = Annotated[str | None, typer.Option("--format", help="The input's format; detected if left out.")]
AlphabetName = Annotated[
    str | None, typer.Option("--alphabet", help="Symbols for large boards: 1-9A-G, 0-9A-F, A-P, integers.")
]
Column = Annotated[str | None, typer.Option("--column", help="The CSV column that holds the puzzle.")]
Engine = Annotated[
    str,
    typer.Option("--engine", help="sat, sat:NAME (any solver PySAT ships), cp-sat, bitmask, dlx, recursive, logic."),
]
EncodingName = Annotated[
    str | None, typer.Option("--encoding", help="An encoding from `cpsudoku encodings`, or the path of a definition.")
]
Simplify = Annotated[
    str | None, typer.Option("--simplify", help="singles (default without --encoding) or none: the full formula.")
]
Jobs = Annotated[int, typer.Option("--jobs", "-j", help="Processes; -1 for every core. Results do not depend on it.")]
Dask = Annotated[str | None, typer.Option("--dask", help="Run on a Dask cluster: tcp://HOST:8786 (extra \\[dask]).")]
Seed = Annotated[int, typer.Option("--seed", help="Same seed and version, same result.")]
Timeout = Annotated[
    float | None, typer.Option("--timeout", help="Seconds a puzzle, then unknown (depends on the machine).", min=0)
]
Conflicts = Annotated[
    int | None, typer.Option("--conflicts", help="Conflicts a puzzle, then unknown (the same on every machine).", min=1)
]
Output = Annotated[Path | None, typer.Option("-o", "--output", help="Write here instead of standard output.")]
JsonLines = Annotated[bool, typer.Option("--jsonl", "--json", help="One JSON object a line, in input order.")]
Csv = Annotated[bool, typer.Option("--csv", help="One CSV row a puzzle, in input order.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no remarks on standard error.")]


def geometry_of(size: str | None, regions: Path | None, extra: str | None) -> Geometry | None:
    """The board the options name; None where they leave it to the input. Raises GeometryError, UsageError."""
    extras = tuple(word.strip() for word in extra.split(",") if word.strip()) if extra else ()
    if regions is not None:
        if size is not None:
            raise UsageError("--size and --regions exclude each other: a region map has its own size")
        return read_regions(regions, extras=extras)
    if size is not None:
        rows, columns = parse_size(size)
        return Geometry(rows, columns, None, extras) if extras else boxes(rows, columns)
    return Geometry(extras=extras) if extras else None


def operands_of(puzzles: list[str] | None, sample: str | None) -> list[str]:
    """What to read: the operands, or the path of a shipped sample. Raises UsageError where there is nothing."""
    from cpsudoku.samples import path_of

    found = [*(puzzles or []), *([str(path_of(sample))] if sample is not None else [])]
    if not found:
        raise UsageError("nothing to read: give files, - for standard input, a puzzle itself, or --sample NAME")
    return found


def limits_of(timeout: float | None, conflicts: int | None = None) -> Limits:
    """The limits the options name."""
    return Limits(timeout, conflicts)


def looks_like_file(operand: str) -> bool:
    """True for `-`, for what exists, and for what can only have been meant as a path."""
    if operand == "-" or ("\n" not in operand and len(operand) < 4096 and os.path.exists(operand)):
        return True
    if "\n" in operand or operand.lstrip().startswith(("http://", "https://", "{", "[", "<")):
        return False
    return "/" in operand or operand.endswith(".gz") or format_of_path(operand) is not None


def chunks_of(
    operands: Iterable[str],
    *,
    geometry: Geometry | None,
    format: str | None = None,
    alphabet: str | None = None,
    column: str | None = None,
) -> Iterator[PlainRows | Record | BadRow]:
    """The rows of all operands, one after the other, numbered through. Raises NotationError for an unreadable file."""
    done = 0
    for operand in operands:
        last = 0
        if looks_like_file(operand):
            for chunk in open_chunks(operand, geometry=geometry, format=format, alphabet=alphabet, column=column):
                if isinstance(chunk, PlainRows):
                    chunk.first_row += done
                    last = chunk.first_row + chunk.count - 1 - done
                else:
                    last = chunk.row or last + 1
                    chunk.row = last + done
                yield chunk
        else:
            last = 1
            try:
                record = read_one(operand, geometry=geometry, format=format, alphabet=alphabet)
            except NotationError as error:
                raise NotationError(f"{error} (and there is no file of that name)") from None
            record.row = done + 1
            yield record
        done += last


def records_of(operands: Iterable[str], **options: Any) -> Iterator[Record | BadRow]:
    """As `chunks_of`, row by row."""
    for chunk in chunks_of(operands, **options):
        if isinstance(chunk, PlainRows):
            yield from chunk
        else:
            yield chunk


def rows_expected(operands: Iterable[str]) -> int | None:
    """About how many rows plain one-line files hold, from their sizes; None where that cannot be told."""
    total = 0
    for operand in operands:
        if operand == "-" or operand.endswith(".gz") or not os.path.isfile(operand):
            return None
        with open(operand, "rb") as file:
            lines = file.read(1 << 16).split(b"\n")
        whole = lines[1:-1] or lines[:1]
        total += os.path.getsize(operand) // max(1, sum(len(line) + 1 for line in whole) // len(whole))
    return total


@contextmanager
def output(path: Path | None) -> Iterator[IO[str]]:
    """Where data goes: a file, or standard output. Raises UsageError where the file cannot be written."""
    if path is None:
        yield sys.stdout
        sys.stdout.flush()
        return
    try:
        file = path.open("w", encoding="utf-8", newline="")
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from None
    with file:
        yield file


def json_line(record: dict[str, Any]) -> str:
    """A record as one line of JSON; keys whose value is None are absent."""
    return json.dumps({key: value for key, value in record.items() if value is not None}, ensure_ascii=False)


def say(message: str, quiet: bool = False) -> None:
    """A remark on standard error."""
    if not quiet:
        print(message, file=sys.stderr)


@contextmanager
def progress(label: str, total: int | None, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """A bar with rate and time left, on standard error and only on a terminal; yields `advance(steps)`."""
    if quiet or not sys.stderr.isatty():
        yield lambda steps: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Any) -> Text:
            return Text(f"{task.speed:,.0f}/s" if task.speed else "")

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda steps: bar.advance(task, steps)


def table(
    columns: list[str], rows: Iterable[Iterable[object]], title: str | None = None, right: Iterable[int] = ()
) -> str:
    """A table as text: as wide as it needs off a terminal, fitted to it on one. *right* are right-aligned columns."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    made = Table(title=title, box=box.SIMPLE, title_justify="left", pad_edge=False)
    aligned = set(right)
    for index, name in enumerate(columns):
        made.add_column(name, justify="right" if index in aligned else "left", overflow="fold")
    for row in rows:
        made.add_row(*map(str, row))
    terminal = sys.stdout.isatty()
    console = Console(width=None if terminal else 500, color_system="auto" if terminal else None, highlight=False)
    with console.capture() as capture:
        console.print(made)
    return "\n".join(line.rstrip() for line in capture.get().splitlines()).strip("\n")
