"""`cpsudoku hint`: the next step of a puzzle, or every step that could be taken now."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from cpsudoku.cli import common, rows
from cpsudoku.formats import BadRow

EXAMPLES = [
    "cpsudoku hint 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "cpsudoku hint --all --jsonl game.sdk",
    "cpsudoku hint --without uniqueness puzzles.txt",
]


def command(
    puzzles: common.Operands,
    every: Annotated[bool, typer.Option("--all", help="Every step that could be taken now, easiest first.")] = False,
    without: Annotated[
        list[str] | None,
        typer.Option("--without", help="A family or technique that may not be used, such as uniqueness. Repeatable."),
    ] = None,
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
    is named instead of a step. Exit code 1 for that, and for a puzzle that is solved, impossible, ambiguous or
    unreadable; 3 where no technique goes on.
    """
    from cpsudoku.rating.answers import Unrated
    from cpsudoku.rating.game import Mistake
    from cpsudoku.rating.scale import all_steps, allowed, hint

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
            made: dict[str, Any]
            if isinstance(record, BadRow):
                made = rows.invalid(record)
            elif why := rows.beyond_houses(record.puzzle, "the Sudoku Explainer scale"):
                made = rows.head(record) | {"verdict": "refused", "message": why}
            else:
                made = rows.head(record)
                found = (all_steps if every else hint)(
                    record.puzzle, record.candidates, entries=record.entries, without=without or ()
                )
                if isinstance(found, Unrated | Mistake):
                    made = found.to_dict() | made
                else:
                    steps = found if isinstance(found, tuple) else () if found is None else (found,)
                    made["steps"] = [step.to_dict() for step in steps]
                    made["verdict"] = "found" if steps else "stuck"
            if "steps" not in made:
                worst = common.FINDING
            elif not made["steps"] and worst == common.OK:
                worst = common.UNKNOWN
            if jsonl:
                print(common.json_line("hint", made), file=file)
            elif isinstance(record, BadRow):
                print(rows.told(made), file=file)
            elif "steps" not in made:
                print(f"row {made['row']}: {made['verdict']}: {made['message']}", file=file)
            elif not made["steps"]:
                print(f"row {made['row']}: no allowed technique goes on", file=file)
            else:
                for step in made["steps"]:
                    print(f"{step['rating']:.1f}  {step['text']}", file=file)
    raise typer.Exit(worst)
