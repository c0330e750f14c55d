"""`cpsudoku convert`: puzzles from one format to another, with a report of what the target cannot hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from cpsudoku.cli import codes, output, rows
from cpsudoku.cli.options import PuzzleInput, QuietOption, bundled, flag, option
from cpsudoku.cli.terminal import progress, say
from cpsudoku.errors import UsageError
from cpsudoku.formats import BadRow, Format, Record, format_named, format_of_path, losses, unfit
from cpsudoku.formats.registry import names

EXAMPLES = [
    "cpsudoku convert puzzles.sdm -o puzzles.jsonl",
    "cpsudoku convert list.csv.gz --to line",
    "cpsudoku convert 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 --to grid",
    "cpsudoku convert 'https://f-puzzles.com/?load=...' --to sudoku-puzzle",
]
SHOWN = 20
"""Unreadable or unfit rows that are listed one by one."""


class Options(PuzzleInput, QuietOption):
    """The options of the command."""

    out: Path | None = option("-o --output", "Write here; its ending decides unless --to does.", metavar="FILE")
    format: str | None = option(
        "--from --format", "The input's format; detected if left out. One of: {formats}.", words="formats"
    )
    target: str | None = option(
        "--to", "The output's format; follows from the extension of -o, else line.", words="formats"
    )
    lossy: bool = flag(
        "--lossy", "Omit rules that cpsudoku does not read (killer cages, lines) instead of rejecting the puzzle."
    )
    strict: bool = flag("--strict", "Exit with 1 where anything is lost.")

    @property
    def how_to_read(self) -> dict[str, Any]:
        """The options as `reading.chunks_of` takes them."""
        return super().how_to_read | {"lossy": self.lossy}

    @property
    def writer(self) -> Format:
        """The output's format. Raises UsageError, UnknownName."""
        if self.target is not None:
            return format_named(self.target)
        if self.out is None:
            return format_named("line")
        found = format_of_path(str(self.out))
        if found is None:
            raise UsageError(
                f"{self.out}: no format goes with this extension; name one with --to: {', '.join(names())}"
            )
        return found


@bundled
def command(options: Options) -> int:
    """Convert puzzles from any format to any other; what the target cannot hold is reported on standard error."""
    target, out = options.writer, options.out
    if out is not None and any(output.same_file(operand, out) for operand in options.operands):
        raise UsageError(f"{out} is also the input; it would be overwritten while it is read")
    report = _Report(target)
    records = report.fitting(options.records())
    first = next(records, None)
    if first is not None:
        with output.output(out) as file, progress("converting", options.rows_expected, options.quiet) as advance:

            def counted() -> Iterator[Record]:
                for count, record in enumerate(chain([first], records)):
                    if count % 1024 == 1023:
                        advance(1024)
                    yield record

            for piece in target.write(counted()):
                file.write(piece)
    report.print(options.quiet)
    found = report.unreadable or report.unfit or (options.strict and report.lost)
    return codes.FINDING if found else codes.OK


class _Report:
    """Counts of what was lost, and the rows that were left out."""

    def __init__(self, target: Format):
        self._target = target
        self.written = self.unreadable = self.unfit = 0
        self.lost: Counter[str] = Counter()
        self.assumed: Counter[str] = Counter()

    def fitting(self, items: Iterable[Record | BadRow]) -> Iterator[Record]:
        """The records that the target can hold; the outcome of each row is recorded."""
        for item in items:
            if isinstance(item, BadRow):
                self.unreadable += 1
                if self.unreadable <= SHOWN:
                    say(rows.unreadable(rows.invalid(item)))
            elif reason := unfit(item, self._target):
                self.unfit += 1
                if self.unfit <= SHOWN:
                    say(f"row {item.row}: {reason}")
            else:
                self._note(item)
                yield item

    def _note(self, record: Record) -> None:
        self.written += 1
        self.lost.update(losses(record, self._target))
        if record.solution_error:
            self.lost["a malformed solution column"] += 1
        if record.assumed:
            self.assumed[record.assumed] += 1

    def print(self, quiet: bool) -> None:
        """The report on standard error."""
        for text, count in self.assumed.items():
            say(f"note: {text} ({count} of {self.written})", quiet)
        for text, count in self.lost.items():
            say(f"lost in {count} of {self.written}: {text}", quiet)
        left_out = [f"{self.unreadable} unreadable"] * bool(self.unreadable)
        left_out += [f"{self.unfit} that {self._target.name} cannot hold"] * bool(self.unfit)
        plural = "s" * (self.written != 1)
        say(f"{self.written} puzzle{plural} written" + (f"; {', '.join(left_out)}" if left_out else ""), quiet)
