"""`cpsudoku explain`: why each digit is forced, from small sets of reasons, under any rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import Limits
from cpsudoku.cli import common, rows
from cpsudoku.cli.bundles import PuzzleInput, bundled
from cpsudoku.errors import UsageError
from cpsudoku.formats import BadRow, Record
from cpsudoku.numerals import number_of
from cpsudoku.questions.explanation import Deduction, Explanation, why
from cpsudoku.questions.explanation.front import Walking
from cpsudoku.questions.hints import no_step
from cpsudoku.questions.verdict import Verdict

EXAMPLES = [
    "cpsudoku explain 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "cpsudoku explain killer.json",
    "cpsudoku explain --cell r1c3 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "cpsudoku explain --smallest --timeout 5 --jsonl puzzles.txt -o explained.jsonl",
]
PLACE = re.compile(r"(r\d+c\d+)(?:=(\d+))?", re.IGNORECASE)

CUT = "a limit came first: the steps so far"
STOPPED = "stopped: the steps so far"

Answer = Explanation | Deduction | Verdict


@bundled
def command(
    *,
    cell: Annotated[
        str | None,
        typer.Option(
            "--cell",
            metavar="r3c4[=5]",
            help="Only why this cell has its digit, or why it cannot have this one: one step, from the clues.",
        ),
    ] = None,
    smallest: Annotated[
        bool,
        typer.Option("--smallest", help="Prove that no fewer reasons give a step, or find those; slower."),
    ] = False,
    every: Annotated[
        bool, typer.Option("--all", help="The steps, too, that only take a placed digit from its houses.")
    ] = False,
    timeout: common.Timeout = None,
    source: PuzzleInput,
    jobs: common.Jobs = 1,
    dask: common.Dask = None,
    jsonl: common.JsonLines = False,
    out: common.Output = None,
    quiet: common.Quiet = False,
) -> None:
    """Explain the way to the solution, under any rules: every step with its reasons, as few as were found.

    A reason is that a cell has a digit, that a house has a digit, or has it once at most, that a house has each digit
    once (their sum), a rule, or with --cell a clue. The size of a step is the number of its reasons. A step beyond the
    reach of plain propagation is found by search, within an effort counted for each: its reasons may be many, and are
    then counted, not told. With --timeout, and on Ctrl-C, the steps found by then are printed. Exit code 1 where a
    puzzle has not one solution or cannot be read, 3 where a limit came first.
    """
    import sys

    from cpsudoku.batch.parallel import in_order
    from cpsudoku.cli.progress import while_silent

    place = None if cell is None else _place(cell)
    form = common.form_of(out, common.form_chosen(jsonl=jsonl))
    records = source.records(timeout)
    work = Work(place, smallest, common.limits_of(timeout))
    verdicts = set()
    expected = source.rows_expected
    alone = expected == 1 and sys.stderr is not None and sys.stderr.isatty()
    with (
        common.row_writer(out, source.operands, form, "explain") as writer,
        common.progress("explaining", expected, quiet) as advance,
        while_silent(lambda: f"explaining: {work}", quiet or not alone) as heard,
    ):

        def write(record: Record | BadRow, found: Answer | str, cut: str = CUT) -> None:
            row = record_of(record, found, every, cut)
            verdicts.add(row["verdict"])
            writer(row, lines_of(record, found, row, every))

        try:
            for record, found in in_order(work, records, jobs, dask):
                heard()
                write(record, found)
                advance(1)
        except KeyboardInterrupt:
            heard()
            if work.under_way is not None:
                write(*work.under_way, STOPPED)
            raise
    if verdicts - {"explained", "unknown"}:
        raise typer.Exit(common.FINDING)
    raise typer.Exit(common.UNKNOWN if "unknown" in verdicts else common.OK)


def _place(text: str) -> tuple[str, int | None]:
    """The cell's name and the digit of `r3c4` or `r3c4=5`."""
    found = PLACE.fullmatch(text.strip())
    if not found:
        raise UsageError(f"--cell {text!r}: give a cell such as r3c4, or a cell and a digit such as r3c4=5")
    return found[1].lower(), None if found[2] is None else number_of(found[2])


class Work:
    """The answer about one row after the other, and what is known of the one under way."""

    def __init__(self, place: tuple[str, int | None] | None, smallest: bool, limits: Limits) -> None:
        self._place, self._smallest, self._limits = place, smallest, limits
        self._now: tuple[Record, Walking] | None = None

    def __call__(self, record: Record | BadRow) -> Answer | str:
        """The answer about a row, or the message where it cannot be read."""
        if isinstance(record, BadRow):
            return str(record.error)
        if self._place is not None:
            return why(record.puzzle, *self._place, smallest=self._smallest, limits=self._limits)
        walking = Walking(record.puzzle)
        self._now = record, walking
        found = walking.walk(self._smallest, self._limits)
        self._now = None
        return found

    @property
    def under_way(self) -> tuple[Record, Explanation] | None:
        """The row that was begun and not ended, and its steps by now."""
        found = None if self._now is None else self._now[1].so_far
        return None if self._now is None or found is None else (self._now[0], found)

    def __str__(self) -> str:
        return "" if self._now is None else str(self._now[1])


def record_of(record: Record | BadRow, found: Answer | str, every: bool = False, cut: str = CUT) -> dict[str, Any]:
    """A row as the JSON keys of the command; *cut*: why a way has no end."""
    if isinstance(record, BadRow):
        return rows.invalid(record)
    fields = rows.head(record)
    match found:
        case Explanation():
            return found.to_dict(clears=every) | fields | ({} if found.complete else {"message": cut})
        case Deduction():
            return fields | {"verdict": "explained", "reasoning": [found.to_dict()]}
        case str():
            return fields | {"verdict": "unknown", "message": found}
        case _:
            return found.to_dict() | no_step(found.word) | fields


def lines_of(record: Record | BadRow, found: Answer | str, fields: dict[str, Any], every: bool) -> Iterator[str]:
    """The answer for people."""
    if isinstance(record, BadRow):
        yield rows.unreadable(fields)
        return
    geometry: Geometry = record.puzzle.geometry
    match found:
        case Explanation():
            sure = "proven smallest" if found.certified else "at most"
            yield (
                f"row {fields['row']}: {found.word}: largest step {found.largest}, all steps {found.total} ({sure}), "
                f"{geometry}"
            )
            yield from (f"  {step}" for step in found.steps if every or not step.clears)
            if not found.complete:
                yield f"  {fields['message']}"
        case Deduction():
            yield f"row {fields['row']}: {found}"
        case _:
            yield rows.without_step(fields)
