"""`cpsudoku hint`: the next step of a puzzle, or every step that could be taken now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cpsudoku.cli import common, rows
from cpsudoku.errors import UsageError
from cpsudoku.formats import BadRow, Record

if TYPE_CHECKING:
    from cpsudoku.rating.game import Mistake

EXAMPLES = [
    "cpsudoku hint 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "cpsudoku hint --all --jsonl game.sdk",
    "cpsudoku hint --without uniqueness puzzles.txt",
    "cpsudoku hint --why --rule 'cage 9 r1c1 r1c2' --jsonl game.json",
]


def command(
    puzzles: common.Operands,
    every: Annotated[bool, typer.Option("--all", help="Every step that could be taken now, easiest first.")] = False,
    without: Annotated[
        list[str] | None,
        typer.Option("--without", help="A family or technique that may not be used, such as uniqueness. Repeatable."),
    ] = None,
    why: Annotated[
        bool,
        typer.Option("--why", help="By a small set of reasons, under any rules; not by the techniques of the scale."),
    ] = False,
    size: common.Size = None,
    regions: common.Regions = None,
    board: common.Board = None,
    digits: common.Digits = None,
    rule: common.Rule = None,
    rules: common.RulesFile = None,
    format: common.Format = None,
    alphabet: common.AlphabetName = None,
    column: common.Column = None,
    jsonl: common.JsonLines = False,
    out: common.Output = None,
) -> None:
    """Show the easiest next step of each puzzle, with its argument.

    Givens, entries and pencil marks are told apart where the input has them; a wrong entry or a wrongly erased mark
    is named instead of a step, under any rules. Exit code 1 for that, and for a puzzle that is solved, impossible,
    ambiguous or unreadable; 3 where no technique goes on.
    """
    from cpsudoku.rating.scale import allowed

    if why and (every or without):
        raise UsageError("--why excludes --all and --without: it gives one step, by reasons and not by techniques")
    allowed(without or ())
    worst = common.OK
    operands = common.operands_of(puzzles, None)
    geometry = common.geometry_of(size, regions, None, board, digits)
    with common.output(out, operands) as file:
        for record in common.records_of(
            operands,
            geometry=geometry,
            format=format,
            alphabet=alphabet,
            column=column,
            rules=common.rules_of(rule, rules),
        ):
            if isinstance(record, BadRow):
                made = rows.invalid(record)
            else:
                made = by_reasons(record) if why else by_techniques(record, every, without or ())
            if made["verdict"] not in ("found", "stuck", "unknown"):
                worst = common.FINDING
            elif made["verdict"] != "found" and worst == common.OK:
                worst = common.UNKNOWN
            if jsonl:
                print(common.json_line("hint", made), file=file)
            elif isinstance(record, BadRow):
                print(rows.told(made), file=file)
            elif made["verdict"] == "stuck":
                print(f"row {made['row']}: no allowed technique goes on", file=file)
            elif made["verdict"] != "found":
                why_not = f": {made['message']}" if "message" in made else ""
                print(f"row {made['row']}: {made['verdict']}{why_not}", file=file)
            else:
                for step in made.get("steps", ()):
                    print(f"{step['rating']:.1f}  {step['text']}", file=file)
                for step in made.get("reasoning", ()):
                    print(f"{step['size']:2}  {step['text']}", file=file)
    raise typer.Exit(worst)


def by_techniques(record: Record, every: bool, without: Sequence[str]) -> dict[str, Any]:
    """A row's record by the ladder of the scale."""
    from cpsudoku.rating.answers import Unrated
    from cpsudoku.rating.game import Mistake
    from cpsudoku.rating.scale import all_steps, hint

    made = rows.head(record)
    refused = rows.beyond_houses(record.puzzle, "the Sudoku Explainer scale")
    if refused:
        mistake = mistake_in(record)
        if mistake is not None:
            return {key: value for key, value in mistake.to_dict().items() if key in KEPT} | made
        return made | {"verdict": "refused", "message": f"{refused}; --why gives a step by reasons"}
    found = (all_steps if every else hint)(record.puzzle, record.candidates, entries=record.entries, without=without)
    if isinstance(found, Unrated | Mistake):
        return found.to_dict() | made
    steps = found if isinstance(found, tuple) else () if found is None else (found,)
    return made | {"steps": [step.to_dict() for step in steps], "verdict": "found" if steps else "stuck"}


def mistake_in(record: Record) -> Mistake | None:
    """What is wrong with a game under rules that the scale does not know; None where nothing is, or no one solution."""
    from cpsudoku.questions.verdict import Unique, verify
    from cpsudoku.rating.game import mistake_against

    if not record.entries and record.candidates is None:
        return None
    found = verify(record.puzzle)
    if not isinstance(found, Unique):
        return None
    return mistake_against(record.puzzle, found.cells, record.entries, record.candidates)


def by_reasons(record: Record) -> dict[str, Any]:
    """A row's record by small sets of reasons."""
    from cpsudoku.questions.explanation import Deduction, next_deduction

    made = rows.head(record)
    lo = record.puzzle.geometry.lo
    entries = {cell: digit + lo - 1 for cell, digit in record.entries.items()}
    found = next_deduction(record.puzzle, record.candidates, entries=entries)
    if found is None:
        return made | {"verdict": "solved", "message": "no cell is empty"}
    if isinstance(found, Deduction):
        return made | {"verdict": "found", "reasoning": [found.to_dict()]}
    return {key: value for key, value in found.to_dict().items() if key in KEPT} | made


KEPT = ("verdict", "message", "entries", "erased")
"""What a hint says of a puzzle that has no next step."""
