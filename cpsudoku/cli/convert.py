"""`cpsudoku convert`: puzzles from one format to another, with a report of what the target cannot hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from cpsudoku.board.geometry import Geometry
from cpsudoku.cli import common, rows
from cpsudoku.errors import UsageError
from cpsudoku.formats import (
    FORMATS,
    BadRow,
    Format,
    Record,
    format_named,
    format_of_path,
    losses,
    open_records,
    read_one,
    unfit,
)

EXAMPLES = [
    "cpsudoku convert puzzles.sdm -o puzzles.jsonl",
    "cpsudoku convert list.csv.gz --to line",
    "cpsudoku convert 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 --to grid",
    "cpsudoku convert 'https://f-puzzles.com/?load=...' --to sudoku-puzzle",
]
SHOWN = 20
"""Unreadable or unfit rows that are told one by one."""
_NAMES = ", ".join(FORMATS)


def command(
    puzzles: common.Operands,
    out: common.Output = None,
    source: Annotated[
        str | None,
        typer.Option("--from", "--format", help=f"The input's format; detected if left out. One of: {_NAMES}."),
    ] = None,
    target: Annotated[
        str | None, typer.Option("--to", help="The output's format; follows from the extension of -o, else line.")
    ] = None,
    size: common.Size = None,
    regions: common.Regions = None,
    extra: common.Extra = None,
    board: common.Board = None,
    digits: common.Digits = None,
    rule: common.Rule = None,
    rules: common.RulesFile = None,
    alphabet: common.AlphabetName = None,
    column: common.Column = None,
    lossy: Annotated[
        bool,
        typer.Option("--lossy", help="Leave out rules that cpsudoku does not read (killer cages, lines), not refuse."),
    ] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 where anything is lost.")] = False,
    quiet: common.Quiet = False,
) -> None:
    """Convert puzzles from any format to any other; what the target cannot hold is reported on standard error."""
    chosen = _target(target, out)
    if out is not None and any(common.same_file(operand, out) for operand in puzzles):
        raise UsageError(f"{out} is also the input; it would be overwritten while it is read")
    report = _Report(chosen)
    geometry = common.geometry_of(size, regions, extra, board, digits)
    records = _records(puzzles, report, geometry, source, alphabet, column, lossy, common.rules_of(rule, rules))
    first = next(records, None)
    if first is not None:
        with common.output(out) as file, common.progress("converting", common.rows_expected(puzzles), quiet) as advance:
            for piece in chosen.write(_from(first, records, advance)):
                file.write(piece)
    elif not report.unreadable and not report.unfit:
        raise UsageError("no puzzle in the input")
    report.tell(quiet)
    found = report.unreadable or report.unfit or (strict and report.lost)
    raise typer.Exit(common.FINDING if found else common.OK)


class _Report:
    """What was lost, how often; and which rows were left out."""

    def __init__(self, target: Format):
        self._target = target
        self.written = self.unreadable = self.unfit = 0
        self.lost: Counter[str] = Counter()
        self.assumed: Counter[str] = Counter()

    def takes(self, record: Record) -> bool:
        """Note what becomes of a record; False where the target cannot hold it at all."""
        reason = unfit(record, self._target)
        if reason:
            self.unfit += 1
            self._row(record.row, reason, self.unfit)
            return False
        self.written += 1
        common.warn_of(record)
        self.lost.update(losses(record, self._target))
        if record.solution_error:
            self.lost["a malformed solution column"] += 1
        if record.assumed:
            self.assumed[record.assumed] += 1
        return True

    def bad(self, item: BadRow) -> None:
        """Note a row that could not be read."""
        self.unreadable += 1
        if self.unreadable <= SHOWN:
            common.say(rows.unreadable(rows.invalid(item)))

    def _row(self, row: int, message: str, count: int) -> None:
        if count <= SHOWN:
            common.say(f"row {row}: {message}")

    def tell(self, quiet: bool) -> None:
        """The report on standard error."""
        for text, count in self.assumed.items():
            common.say(f"note: {text} ({count} of {self.written})", quiet)
        for text, count in self.lost.items():
            common.say(f"lost in {count} of {self.written}: {text}", quiet)
        left_out = [f"{self.unreadable} unreadable"] * bool(self.unreadable)
        left_out += [f"{self.unfit} that {self._target.name} cannot hold"] * bool(self.unfit)
        plural = "s" * (self.written != 1)
        common.say(f"{self.written} puzzle{plural} written" + (f"; {', '.join(left_out)}" if left_out else ""), quiet)


def _target(name: str | None, out: Path | None) -> Format:
    if name is not None:
        return format_named(name)
    if out is None:
        return FORMATS["line"]
    found = format_of_path(str(out))
    if found is None:
        raise UsageError(f"{out}: no format goes with this extension; name one with --to: {_NAMES}")
    return found


def _records(
    operands: list[str],
    report: _Report,
    geometry: Geometry | None,
    format: str | None,
    alphabet: str | None,
    column: str | None,
    lossy: bool,
    rules: tuple[common.Stated, ...] = (),
) -> Iterator[Record]:
    """The records the target can hold; the others go to the report."""
    done = 0
    for operand in operands:
        items: Iterator[Record | BadRow]
        if geometry is not None and geometry.layout is not None and format is None:
            items = common.shaped_records(operand, geometry)
        elif common.looks_like_file(operand):
            items = open_records(
                operand, geometry=geometry, format=format, alphabet=alphabet, column=column, lossy=lossy
            )
        else:
            items = iter([read_one(operand, geometry=geometry, format=format, alphabet=alphabet, lossy=lossy)])
        row = 0
        for item in common.under(items, rules) if rules else items:
            row = item.row
            item.row += done
            if isinstance(item, BadRow):
                report.bad(item)
            elif report.takes(item):
                yield item
        done += row


def _from(first: Record, others: Iterator[Record], advance: object) -> Iterator[Record]:
    yield first
    for count, record in enumerate(others, start=1):
        if count % 1024 == 0 and callable(advance):
            advance(1024)
        yield record
