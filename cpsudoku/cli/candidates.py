"""`cpsudoku candidates`: which digits a cell has in some solution (true candidates)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from cpsudoku.batch.candidates import CHUNK, CandidateQuery, chunks
from cpsudoku.batch.pace import Pace, paced
from cpsudoku.cli import common, rows
from cpsudoku.cli.bundles import PuzzleInput, bundled
from cpsudoku.cli.numbers import number
from cpsudoku.engines.registry import ENGINES
from cpsudoku.formats import BadRow, Record
from cpsudoku.questions.candidates import TrueCandidates

EXAMPLES = [
    "cpsudoku candidates 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5.........",
    "cpsudoku candidates --counts 10 --jsonl puzzle.json",
    "cpsudoku candidates killers.jsonl --jobs 2 --timeout 10 --jsonl -o candidates.jsonl",
    'cpsudoku candidates --board 4x4 --rule "cage 9 r1c1 r1c2 r2c1" ................',
    "cpsudoku candidates puzzle.sdk --jsonl | cpsudoku draw - --candidates -o candidates.svg",
]


@bundled
def command(
    *,
    counts: Annotated[
        int, number("--counts", help="Count solutions, too, for each candidate up to this number.", metavar="N")
    ] = 0,
    engine: Annotated[
        str | None,
        typer.Option("--engine", help=f"{', '.join(ENGINES)}, sat:NAME; sat by default, bitmask for classic puzzles."),
    ] = None,
    timeout: common.Timeout = None,
    conflicts: common.Conflicts = None,
    source: PuzzleInput,
    jobs: common.Jobs = 1,
    dask: common.Dask = None,
    jsonl: common.JsonLines = False,
    out: common.Output = None,
    quiet: common.Quiet = False,
) -> None:
    """Say for each cell which digits it has in some solution, and with --counts in how many.

    A cell's digits stand in its place of a grid (with --jsonl in a list); where a limit ended the search, those not yet
    seen, which may or may not occur, follow after a question mark. Exit code 1 where some puzzle has no solution or
    cannot be read, 3 where a limit left digits open.
    """
    form = common.form_of(out, common.form_chosen(jsonl=jsonl))
    records = source.records(timeout)
    query = CandidateQuery(engine, counts, common.limits_of(timeout, conflicts))
    work, alone = _Work(query), _Work(query.alone(jobs))
    pace = Pace(CHUNK)
    codes = set()
    with (
        common.row_writer(out, source.operands, form, "candidates") as write,
        common.progress("finding candidates", source.rows_expected, quiet) as advance,
    ):
        for chunk, answers in paced(work, chunks(records, pace), pace, len, jobs, dask, alone=alone):
            for record, answer in zip(chunk, answers, strict=True):
                codes.add(_code(answer))
                row = _record(record, answer)
                write(row, _lines(row, answer))
                advance(1)
    raise typer.Exit(common.worst(codes))


@dataclass(frozen=True, slots=True)
class _Work:
    """What a worker does to some rows."""

    query: CandidateQuery

    def __call__(self, chunk: list[Record | BadRow]) -> list[TrueCandidates | None]:
        return [None if isinstance(row, BadRow) else self.query(row.puzzle) for row in chunk]


def _code(answer: TrueCandidates | None) -> int:
    if answer is None or answer.word == "impossible":
        return common.FINDING
    return common.OK if answer.complete else common.UNKNOWN


def _record(record: Record | BadRow, answer: TrueCandidates | None) -> dict[str, Any]:
    """A row's JSON record."""
    if isinstance(record, BadRow) or answer is None:
        assert isinstance(record, BadRow)
        return rows.invalid(record)
    return rows.head(record) | answer.to_dict()


_SAYS = {
    "unique": "one solution",
    "multiple": "more than one solution",
    "impossible": "no solution",
    "unknown": "open",
}


def _lines(row: dict[str, Any], answer: TrueCandidates | None) -> Iterator[str]:
    """A row for people."""
    if answer is None:
        yield rows.unreadable(row)
        return
    digits = sum(map(len, answer.digits))
    left = "" if answer.complete else f"; {answer.why}: {sum(map(len, answer.open))} digits open (after ?)"
    yield f"row {row['row']}: {_SAYS[answer.word]}, {digits} candidates in {len(answer.digits)} cells{left}"
    if answer.word != "impossible":
        yield from grid(answer)


def grid(answer: TrueCandidates) -> Iterator[str]:
    """The digits in their cells, with bars between boxes that stand side by side; counts after a colon."""
    board = answer.puzzle.geometry
    texts = []
    for cell, found in enumerate(answer.digits):
        if answer.bound:
            counts = [f"{n}+" if n >= answer.bound or not answer.complete else str(n) for n in answer.counts[cell]]
            text = ",".join(f"{digit}:{n}" for digit, n in zip(found, counts))
        else:
            text = ("" if board.hi <= 9 else ",").join(map(str, found))
        open_ = answer.open[cell] if answer.open else ()
        texts.append(text + ("?" + ("" if board.hi <= 9 else ",").join(map(str, open_)) if open_ else "") or "-")
    width = max(map(len, texts))
    boxes = board.layout is None and board.regions is None
    across, down = (board.box_cols, board.box_rows) if boxes else (board.columns, board.rows)
    for row in range(board.rows):
        if row and row % down == 0:
            yield "-+-".join(["-" * (across * (width + 1) - 1)] * (board.columns // across))
        cells = [text.ljust(width) for text in texts[row * board.columns : (row + 1) * board.columns]]
        groups = (" ".join(cells[c : c + across]) for c in range(0, board.columns, across))
        yield " | ".join(groups).rstrip()
