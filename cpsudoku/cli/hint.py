"""`cpsudoku hint`: the next step of a puzzle, or every step that could be taken now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cpsudoku.cli import codes, rows
from cpsudoku.cli.options import TimeOptions, bundled, flag, option
from cpsudoku.cli.rows import RowOptions, row_run
from cpsudoku.errors import UsageError
from cpsudoku.formats import Record

EXAMPLES = [
    "cpsudoku hint 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "cpsudoku hint --all --jsonl game.sdk",
    "cpsudoku hint --without uniqueness puzzles.txt",
    "cpsudoku hint --why --timeout 5 killer.json",
    "cpsudoku hint --why '"
    '{"puzzle": "4...............", "size": "2x2", "entries": {"r1c3": 1}, "constraints": '
    """["thermo r2c1-r2c4", "cage 5 r1c2 r1c4", "even r3c1"]}'""",
]
CODES = {"found": codes.OK, "stuck": codes.UNKNOWN, "unknown": codes.UNKNOWN}


class Options(RowOptions, TimeOptions):
    """The options of the command."""

    every: bool = flag("--all", "Every step that could be taken now, easiest first.")
    without: list[str] | None = option(
        "--without", "A family or technique that may not be used, such as uniqueness. Repeatable.", words="techniques"
    )
    why: bool = flag("--why", "By a small set of reasons, under any rules; not by the techniques of the scale.")


@bundled
def command(options: Options) -> int:
    """Show the easiest next step of each puzzle, with its argument.

    Givens, entries and pencil marks are distinguished where the input has them (in JSON, `entries` and `pencil_marks`
    beside the `puzzle`); a wrong entry or a wrongly erased mark is reported instead of a step, under any rules. Exit
    code 1 for that, and for a puzzle that is solved, impossible, ambiguous or unreadable; 3 where no technique applies,
    or --timeout was reached first.
    """
    from cpsudoku.questions.hints import by_reasons, by_techniques
    from cpsudoku.rating.scale import allowed

    without = options.without or ()
    if options.why and (options.every or without):
        raise UsageError("--why excludes --all and --without: it gives one step, by reasons and not by techniques")
    if options.timeout is not None and not options.why:
        raise UsageError("--timeout goes with --why: techniques take no longer than a moment")
    allowed(without)

    def found(record: Record) -> dict[str, Any]:
        if options.why:
            return by_reasons(record, options.limits)[0]
        return by_techniques(record, options.every, without)[0]

    with row_run(options, "hint", "finding steps", CODES) as run:
        for record, fields in run.answers(found, 1, None):
            row = rows.head(record) | fields
            run.row(row, _lines(row))
    return run.code


def _lines(row: dict[str, Any]) -> Iterator[str]:
    """A row for people."""
    if row["verdict"] == "stuck":
        yield f"row {row['row']}: no allowed technique goes on"
    elif row["verdict"] != "found":
        yield rows.without_step(row)
    else:
        yield from (f"{step['rating']:.1f}  {step['text']}" for step in row.get("steps", ()))
        yield from (f"{step['size']:2}  {step['text']}" for step in row.get("reasoning", ()))
