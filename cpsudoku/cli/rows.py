"""The rows of a command: how each is read, answered and counted, and how its record begins."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, TypeVar

from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.board.puzzle import COMPLETE
from cpsudoku.budget import until
from cpsudoku.cli import codes
from cpsudoku.cli.options import JsonOptions, OutputOptions, PuzzleInput
from cpsudoku.cli.output import RowWriter, row_writer
from cpsudoku.cli.terminal import progress, say
from cpsudoku.formats import BadRow, PlainRows, Record
from cpsudoku.formats.front import singly
from cpsudoku.records import rule_texts

R = TypeVar("R")
UNIQUENESS = {"unique": codes.OK, "unknown": codes.UNKNOWN}
"""Exit codes by verdict, where each puzzle should have one solution; any other verdict is a finding."""

TEXT = 2_000
"""Characters of an unreadable row that are repeated; people are shown fewer."""
SHOWN = 200
EVIDENCE_SECONDS = 0.2
"""Seconds for the clues that conflict, where there is a limit of time; then all clues are named."""
REMARKS = ("message", "line", "text", "warnings")
"""Keys of what must not be read without, and of rows that could not be read."""


def evidence_limit(timeout: float | None) -> AbstractContextManager[None]:
    """With a limit of time, the search for conflicting clues has EVIDENCE_SECONDS."""
    return until(None if timeout is None else perf_counter() + EVIDENCE_SECONDS)


def head(record: Record) -> dict[str, Any]:
    """The first keys of a row's JSON: row, puzzle, its board and constraints, warnings."""
    fields: dict[str, Any] = {"row": record.row, "puzzle": record.puzzle.line(record.alphabet)}
    return fields | board(record.puzzle.geometry) | constraints(record) | warned(record)


def board(geometry: Geometry) -> dict[str, Any]:
    """The keys that state a board which does not follow from the side of its puzzle."""
    if geometry.layout is None:
        if geometry == CLASSIC:
            return {}
        from cpsudoku.formats.jsonl import stated_keys

        return stated_keys(geometry)
    stated = {key: entry for key, entry in geometry.layout.to_dict().items() if entry is not True}
    return {"board": str(geometry), **stated}


def constraints(record: Record) -> dict[str, Any]:
    """The key constraints, each in its text form; absent where there are none."""
    return rule_texts(record.puzzle.constraints)


def one_line(fields: dict[str, Any]) -> str:
    """The puzzle of a row's record as one line: a candidate string where it gives candidates."""
    rules = fields.get("constraints")
    if not rules or "board" in fields or not all(rule.startswith("candidates ") for rule in rules):
        return str(fields["puzzle"])
    from cpsudoku.formats import candidate_text, read_one

    keys = ("puzzle", "constraints", "size", "regions", "extras")
    record = read_one(json.dumps({key: fields[key] for key in keys if key in fields}), format="jsonl")
    return candidate_text.line_of(record.puzzle)


def warned(record: Record | None) -> dict[str, Any]:
    """The keys rules and warnings, absent where the rules were read completely and nothing was left out."""
    fields: dict[str, Any] = {}
    if record is not None and record.puzzle.rules_read != COMPLETE:
        fields["rules"] = record.puzzle.rules_read
    if record is not None and record.warnings:
        fields["warnings"] = list(record.warnings)
    return fields


def invalid(record: BadRow) -> dict[str, Any]:
    """The JSON of an unreadable row: where it stands in the input, as it stands there, and why."""
    fields: dict[str, Any] = {"row": record.row}
    if record.line:
        fields["line"] = record.line
    if record.text:
        fields["text"] = record.text[:TEXT]
    return fields | {"verdict": "invalid", "message": str(record.error)}


def unreadable(fields: dict[str, Any]) -> str:
    """An unreadable row for people: the message, which names file and line, and the text below it."""
    text = f"row {fields['row']}: invalid: {fields['message']}"
    for line in str(fields.get("text") or "")[:SHOWN].splitlines()[:4]:
        text += "\n  " + "".join(c if c.isprintable() else "?" for c in line)
    return text


def without_step(fields: dict[str, Any]) -> str:
    """A row without a step, for people: the verdict, the reason, and the command that explains a puzzle that is not
    unique.
    """
    from cpsudoku.questions.hints import NO_STEP

    why_not = f": {fields['message']}" if "message" in fields else ""
    see = " (see `cpsudoku diagnose`)" if fields["verdict"] in NO_STEP else ""
    return f"row {fields['row']}: {fields['verdict']}{why_not}{see}"


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
        from cpsudoku.batch.blocks import row_by_row

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
        record = invalid(row)
        if self.aside and self.write.is_text:
            say(unreadable(record))
            self.found.add(codes.FINDING)
            self.tally["invalid"] += 1
        else:
            self.row(record, [unreadable(record)], codes.FINDING)


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
        row_writer(options.out, options.operands, form, kind, columns) as write,
        progress(label, options.rows_expected, options.quiet) as advance,
    ):
        yield Run(chunks, write, advance, by_verdict, aside)
