"""`cpsudoku hint`: the next step of a puzzle, or every step that could be taken now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from cpsudoku.cli import common, rows
from cpsudoku.cli.bundles import PuzzleInput, bundled
from cpsudoku.errors import UsageError
from cpsudoku.formats import BadRow

EXAMPLES = [
    "cpsudoku hint 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "cpsudoku hint --all --jsonl game.sdk",
    "cpsudoku hint --without uniqueness puzzles.txt",
    "cpsudoku hint --why --timeout 5 killer.json",
    "cpsudoku hint --why '"
    '{"puzzle": "4...............", "size": "2x2", "entries": {"r1c3": 1}, "constraints": '
    """["thermo r2c1-r2c4", "cage 5 r1c2 r1c4", "even r3c1"]}'""",
]


@bundled
def command(
    *,
    every: Annotated[bool, typer.Option("--all", help="Every step that could be taken now, easiest first.")] = False,
    without: Annotated[
        list[str] | None,
        typer.Option("--without", help="A family or technique that may not be used, such as uniqueness. Repeatable."),
    ] = None,
    why: Annotated[
        bool,
        typer.Option("--why", help="By a small set of reasons, under any rules; not by the techniques of the scale."),
    ] = False,
    timeout: common.Timeout = None,
    source: PuzzleInput,
    jsonl: common.JsonLines = False,
    out: common.Output = None,
) -> None:
    """Show the easiest next step of each puzzle, with its argument.

    Givens, entries and pencil marks are told apart where the input has them (in JSON, `entries` and `pencil_marks`
    beside the `puzzle`); a wrong entry or a wrongly erased mark is named instead of a step, under any rules. Exit code
    1 for that, and for a puzzle that is solved, impossible, ambiguous or unreadable; 3 where no technique goes on, or
    --timeout came first.
    """
    from cpsudoku.questions.hints import by_reasons, by_techniques
    from cpsudoku.rating.scale import allowed

    if why and (every or without):
        raise UsageError("--why excludes --all and --without: it gives one step, by reasons and not by techniques")
    if timeout is not None and not why:
        raise UsageError("--timeout goes with --why: techniques take no longer than a moment")
    limits = common.limits_of(timeout)
    allowed(without or ())
    worst = common.OK
    form = common.form_of(out, common.form_chosen(jsonl=jsonl))
    records = source.records(timeout)
    with common.row_writer(out, source.operands, form, "hint") as write:
        for record in records:
            row: dict[str, Any]
            if isinstance(record, BadRow):
                row = rows.invalid(record)
            else:
                found = by_reasons(record, limits)[0] if why else by_techniques(record, every, without or ())[0]
                row = rows.head(record) | found
            if row["verdict"] not in ("found", "stuck", "unknown"):
                worst = common.FINDING
            elif row["verdict"] != "found" and worst == common.OK:
                worst = common.UNKNOWN
            write(row, _lines(row))
    raise typer.Exit(worst)


def _lines(row: dict[str, Any]) -> Iterator[str]:
    """A row for people."""
    if row["verdict"] == "invalid":
        yield rows.unreadable(row)
    elif row["verdict"] == "stuck":
        yield f"row {row['row']}: no allowed technique goes on"
    elif row["verdict"] != "found":
        yield rows.without_step(row)
    else:
        yield from (f"{step['rating']:.1f}  {step['text']}" for step in row.get("steps", ()))
        yield from (f"{step['size']:2}  {step['text']}" for step in row.get("reasoning", ()))
