"""`cpsudoku explain`: why each digit is forced, from small sets of reasons, under any rules."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import Limits
from cpsudoku.cli import codes, rows
from cpsudoku.cli.options import JobOptions, TimeOptions, bundled, flag, option
from cpsudoku.cli.rows import RowOptions, row_run
from cpsudoku.cli.terminal import say, while_silent
from cpsudoku.errors import UsageError, file_errors
from cpsudoku.formats import Record
from cpsudoku.numerals import number_of

if TYPE_CHECKING:
    from cpsudoku.questions.explanation import Deduction, Explanation
    from cpsudoku.questions.explanation.front import Walking
    from cpsudoku.questions.verdict import Verdict

    Answer = Explanation | Deduction | Verdict

EXAMPLES = [
    "cpsudoku explain 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "cpsudoku explain killer.json",
    "cpsudoku explain --cell r1c3 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "cpsudoku explain --html walk.html --pdf walk.pdf --quiet killer.json",
    "cpsudoku explain --smallest --timeout 5 --jsonl puzzles.txt -o explained.jsonl",
]
PLACE = re.compile(r"(r\d+c\d+)(?:=(\d+))?", re.IGNORECASE)
CUT = "a limit came first: the steps so far"
STOPPED = "stopped: the steps so far"
CODES = {"explained": codes.OK, "unknown": codes.UNKNOWN}


class Options(RowOptions, TimeOptions, JobOptions):
    """The options of the command."""

    cell: str | None = option(
        "--cell",
        "Explain only why this cell has its digit, or why it cannot have this one: one step, from the clues.",
        metavar="r3c4[=5]",
    )
    smallest: bool = flag("--smallest", "Find the smallest set of reasons for each step, with proof; slower.")
    difficulty: bool = flag("--difficulty", "Add how hard the puzzle is by the ladder of techniques; slower.")
    every: bool = flag(
        "--all",
        "Include the steps that nothing later uses, marked, and those that clear a placed digit from its houses.",
    )
    html: Path | None = option("--html", "Write an illustrated walkthrough: one file, without scripts.", metavar="FILE")
    pdf: Path | None = option("--pdf", "Write the walkthrough as pages (extra [pdf]).", metavar="FILE")

    @property
    def place(self) -> tuple[str, int | None] | None:
        """The cell's name and the digit of `r3c4` or `r3c4=5`. Raises UsageError."""
        if self.cell is None:
            return None
        found = PLACE.fullmatch(self.cell.strip())
        if not found:
            raise UsageError(f"--cell {self.cell!r}: give a cell such as r3c4, or a cell and a digit such as r3c4=5")
        return found[1].lower(), None if found[2] is None else number_of(found[2])


@bundled
def command(options: Options) -> int:
    """Explain the path to the solution, under any rules: each step with the fewest reasons found.

    A reason is one of these: a cell has a digit; a house has a digit, or has it at most once; a house has each digit
    once (their sum); a rule; with --cell, a clue. The size of a step is the number of its reasons. A step beyond plain
    propagation is found by a search of limited effort: it may have many reasons, which are then counted instead of
    listed. With --timeout, and on Ctrl-C, the steps found so far are printed. Exit code 1 where a puzzle does not have
    exactly one solution or cannot be read, 3 where a limit was reached first.
    """
    from cpsudoku.questions.explanation import Explanation

    if options.cell is not None and (options.html or options.pdf):
        raise UsageError("--html and --pdf show whole walks; leave --cell out")
    if options.pdf is not None:
        from cpsudoku.drawing.pdf import to_pdf

        to_pdf(())  # the extra is missed before the work, not after it
    illustrated = options.html is not None or options.pdf is not None
    walks: list[tuple[Record, Explanation]] = []
    work = Work(options.place, options.smallest, options.limits, options.every)
    shown = options.rows_expected == 1 and sys.stderr is not None and sys.stderr.isatty() and not options.quiet
    with (
        row_run(options, "explain", "explaining", CODES) as run,
        while_silent(lambda: f"explaining: {work}", not shown) as heard,
    ):

        def write(record: Record, found: Answer, cut: str = CUT) -> None:
            with rows.evidence_limit(options.timeout):
                row = record_of(record, found, options.every, cut)
                if options.difficulty and isinstance(found, Explanation) and found.complete:
                    row["ladder"] = found.difficulty.to_dict()
            if illustrated and isinstance(found, Explanation):
                walks.append((record, found))
            run.row(row, lines_of(record.puzzle.geometry, found, row, options.every))

        try:
            for record, found in run.answers(work, options.jobs, options.dask):
                heard()
                write(record, found)
        except KeyboardInterrupt:
            heard()
            if work.under_way is not None:
                write(*work.under_way, STOPPED)
            raise
    if walks:
        _illustrate(walks, options)
    return run.code


def _illustrate(walks: list[tuple[Record, Explanation]], options: Options) -> None:
    """Write the walkthroughs."""
    from cpsudoku.cli.pictured import printed_rules
    from cpsudoku.drawing.pdf import to_pdf
    from cpsudoku.drawing.walkthrough import Walkthrough, to_html, to_pages

    shown = []
    for record, found in walks:
        title = f"Walkthrough of puzzle {record.row}" if len(walks) > 1 else "Walkthrough"
        shown.append(Walkthrough(found, title, printed_rules(record), record.alphabet))
    if options.html is not None:
        with file_errors(options.html):
            options.html.write_text(to_html(shown), encoding="utf-8")
    if options.pdf is not None:
        pages = list(to_pages(shown))
        with file_errors(options.pdf):
            options.pdf.write_bytes(to_pdf(pages, title="Walkthrough"))
        say(f"{options.pdf}: {len(pages)} page{'s' * (len(pages) != 1)}", options.quiet)


class Work:
    """Answers rows one after the other, and keeps the partial answer about the current row."""

    def __init__(self, place: tuple[str, int | None] | None, smallest: bool, limits: Limits, every: bool) -> None:
        self._place, self._smallest, self._limits, self._every = place, smallest, limits, every
        self._now: tuple[Record, Walking] | None = None

    def __call__(self, record: Record) -> Answer:
        """The answer about a row."""
        from cpsudoku.questions.explanation import why
        from cpsudoku.questions.explanation.front import Walking

        if self._place is not None:
            return why(record.puzzle, *self._place, smallest=self._smallest, limits=self._limits)
        walking = Walking(record.puzzle)
        self._now = record, walking
        found = walking.walk(self._smallest, self._limits, self._every)
        self._now = None
        return found

    @property
    def under_way(self) -> tuple[Record, Explanation] | None:
        """The row that was begun and not finished, and its steps so far."""
        found = None if self._now is None else self._now[1].so_far
        return None if self._now is None or found is None else (self._now[0], found)

    def __str__(self) -> str:
        return "" if self._now is None else str(self._now[1])


def record_of(record: Record, found: Answer, every: bool = False, cut: str = CUT) -> dict[str, Any]:
    """A row as the JSON keys of the command; *cut*: why an explanation ends early."""
    from cpsudoku.questions.explanation import Deduction, Explanation
    from cpsudoku.questions.hints import no_step

    fields = rows.head(record)
    match found:
        case Explanation():
            return found.to_dict(clears=every) | fields | ({} if found.complete else {"message": cut})
        case Deduction():
            return fields | {"verdict": "explained", "reasoning": [found.to_dict()]}
        case _:
            return found.to_dict() | no_step(found.word) | fields


def lines_of(board: Geometry, found: Answer, fields: dict[str, Any], every: bool) -> Iterator[str]:
    """The answer for people."""
    from cpsudoku.questions.explanation import Deduction, Explanation
    from cpsudoku.questions.explanation.step import UNUSED

    head = f"row {fields['row']}: "
    match found:
        case Explanation():
            sure = "proven smallest" if found.certified else "at most"
            yield f"{head}{found.word}: largest step {found.largest}, all steps {found.total} ({sure}), {board}"
            if "ladder" in fields:
                yield "  on the ladder: hardest {hardest}, total {total}".format(**fields["ladder"])
            for number, step in enumerate(found.steps):
                if every or not step.clears:
                    yield f"  {step}{f' {UNUSED}' if number in found.unused else ''}"
            if not found.complete:
                yield f"  {fields['message']}"
        case Deduction():
            yield f"{head}{found}"
        case _:
            yield rows.without_step(fields)
