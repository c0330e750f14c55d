"""A command's way over its rows: each is read, answered, written as lines or a record, and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from cpsudoku.batch.pace import row_by_row
from cpsudoku.cli import codes, rows
from cpsudoku.cli.options import JsonOptions, OutputOptions, PuzzleInput
from cpsudoku.cli.output import RowWriter, row_writer
from cpsudoku.cli.progress import progress, say
from cpsudoku.formats import BadRow, PlainRows, Record
from cpsudoku.formats.front import singly

R = TypeVar("R")
UNIQUENESS = {"unique": codes.OK, "unknown": codes.UNKNOWN}
"""Exit codes by verdict, where each puzzle should have one solution; any other verdict is a finding."""


class RowInput(PuzzleInput, JsonOptions):
    """What every command has that answers puzzles row by row."""


class RowOptions(RowInput, OutputOptions):
    """The same with a file for the answers."""


@dataclass
class Run:
    """One run; `code` is the exit code so far. *aside*: on a terminal unreadable rows go to standard error."""

    chunks: Iterator[PlainRows | Record | BadRow]
    write: RowWriter
    advance: Callable[[int], object]
    by_verdict: Mapping[str, int]
    aside: bool = False
    found: set[int] = field(default_factory=set)
    tally: Counter[str] = field(default_factory=Counter)
    """Verdict -> how often it was written."""

    @property
    def records(self) -> Iterator[Record | BadRow]:
        """The rows, one by one."""
        return singly(self.chunks)

    @property
    def code(self) -> int:
        """The exit code."""
        return codes.worst(self.found)

    def answers(
        self,
        work: Callable[[Record], R],
        jobs: int,
        dask: str | None,
        most: int = 1,
        alone: Callable[[Record], R] | None = None,
    ) -> Iterator[tuple[Record, R]]:
        """The readable rows with what *work* finds of each, as `row_by_row`; the others are written as they are."""
        for record, answer in row_by_row(work, self.records, most, jobs, dask, alone):
            if isinstance(record, BadRow):
                self.unreadable(record)
            elif answer is not None:
                yield record, answer
            self.advance(1)

    def row(self, record: dict[str, Any], lines: Iterable[str], code: int | None = None) -> None:
        """Write a row, and count it by its verdict or by *code*."""
        self.tally[record["verdict"]] += 1
        self.found.add(self.by_verdict.get(record["verdict"], codes.FINDING) if code is None else code)
        self.write(record, lines)

    def unreadable(self, row: BadRow) -> None:
        """Write a row that could not be read."""
        record = rows.invalid(row)
        if self.aside and self.write.is_text:
            say(rows.unreadable(record))
            self.found.add(codes.FINDING)
            self.tally["invalid"] += 1
        else:
            self.row(record, [rows.unreadable(record)], codes.FINDING)


@contextmanager
def row_run(
    options: RowInput,
    kind: str,
    label: str,
    by_verdict: Mapping[str, int] = UNIQUENESS,
    *,
    columns: Sequence[str] = (),
    text: Sequence[str] = (),
    aside: bool = False,
) -> Iterator[Run]:
    """A run over the rows of the options, which writes records of this *kind*; *label* stands beside the bar.

    *columns* and *text* as in `RowWriter` and `output.form_of`.
    """
    form = options.form(text)
    chunks = options.chunks()
    with (
        row_writer(options.data_file, options.operands, form, kind, columns) as write,
        progress(label, options.rows_expected, options.quiet) as advance,
    ):
        yield Run(chunks, write, advance, by_verdict, aside)
