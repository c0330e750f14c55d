"""`cpsudoku explain`: why each digit is forced, from small sets of reasons, under any rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from cpsudoku.board.geometry import Geometry
from cpsudoku.cli import common, rows
from cpsudoku.engines.engine import Limits
from cpsudoku.errors import UsageError
from cpsudoku.formats import BadRow, Record
from cpsudoku.questions.explanation import Deduction, Explanation, explain, why
from cpsudoku.questions.verdict import Verdict

EXAMPLES = [
    "cpsudoku explain 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "cpsudoku explain --cell r1c3 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "cpsudoku explain --smallest --timeout 5 --jsonl puzzles.txt -o explained.jsonl",
]
PLACE = re.compile(r"(r\d+c\d+)(?:=(\d+))?", re.IGNORECASE)

Answer = Explanation | Deduction | Verdict


def command(
    puzzles: common.OptionalOperands = None,
    sample: Annotated[
        str | None, typer.Option("--sample", help="A sample file of the package; a wrong name lists them.")
    ] = None,
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
    size: common.Size = None,
    regions: common.Regions = None,
    extra: common.Extra = None,
    board: common.Board = None,
    digits: common.Digits = None,
    rule: common.Rule = None,
    rules: common.RulesFile = None,
    format: common.Format = None,
    alphabet: common.AlphabetName = None,
    column: common.Column = None,
    jobs: common.Jobs = 1,
    dask: common.Dask = None,
    jsonl: common.JsonLines = False,
    out: common.Output = None,
    quiet: common.Quiet = False,
) -> None:
    """Explain the way to the solution: every step with its reasons, as few as were found.

    The size of a step is the number of its reasons. Exit code 1 where a puzzle has not one solution or cannot be
    read, 3 where a limit came first.
    """
    from functools import partial

    from cpsudoku.streams.parallel import in_order

    place = None if cell is None else _place(cell)
    operands = common.operands_of(puzzles, sample)
    records = common.records_of(
        operands,
        geometry=common.geometry_of(size, regions, extra, board, digits),
        format=format,
        alphabet=alphabet,
        column=column,
        rules=common.rules_of(rule, rules),
    )
    work = partial(explained, place=place, smallest=smallest, limits=common.limits_of(timeout))
    verdicts = set()
    with (
        common.output(out, operands) as file,
        common.progress("explaining", common.rows_expected(operands), quiet) as advance,
    ):
        for record, found in in_order(work, records, jobs, dask):
            made = record_of(record, found, every)
            verdicts.add(made["verdict"])
            text = common.json_line("explain", made) if jsonl else "\n".join(told(record, found, made, every))
            print(text, file=file)
            advance(1)
    if verdicts - {"explained", "unknown"}:
        raise typer.Exit(common.FINDING)
    raise typer.Exit(common.UNKNOWN if "unknown" in verdicts else common.OK)


def _place(text: str) -> tuple[str, int | None]:
    """The cell's name and the digit of `r3c4` or `r3c4=5`."""
    found = PLACE.fullmatch(text.strip())
    if not found:
        raise UsageError(f"--cell {text!r}: give a cell such as r3c4, or a cell and a digit such as r3c4=5")
    return found[1].lower(), None if found[2] is None else int(found[2])


def explained(
    record: Record | BadRow, *, place: tuple[str, int | None] | None, smallest: bool, limits: Limits
) -> Answer | str:
    """The answer about a row, or the message where it cannot be read."""
    if isinstance(record, BadRow):
        return str(record.error)
    if place is None:
        return explain(record.puzzle, smallest=smallest, limits=limits)
    return why(record.puzzle, *place, smallest=smallest, limits=limits)


def record_of(record: Record | BadRow, found: Answer | str, every: bool = False) -> dict[str, Any]:
    """A row as the JSON keys of the command."""
    if isinstance(record, BadRow):
        return rows.invalid(record)
    made = rows.head(record)
    match found:
        case Explanation():
            cut = {} if found.complete else {"message": "a limit came first: the steps so far"}
            return found.to_dict(clears=every) | made | cut
        case Deduction():
            return made | {"verdict": "explained", "reasoning": [found.to_dict()]}
        case str():
            return made | {"verdict": "unknown", "message": found}
        case _:
            return found.to_dict() | made


def told(record: Record | BadRow, found: Answer | str, made: dict[str, Any], every: bool) -> Iterator[str]:
    """The answer for people."""
    if isinstance(record, BadRow):
        yield rows.told(made)
        return
    geometry: Geometry = record.puzzle.geometry
    match found:
        case Explanation():
            sure = "proven smallest" if found.certified else "at most"
            yield (
                f"row {made['row']}: {found.word}: largest step {found.largest}, all steps {found.total} ({sure}), "
                f"{geometry}"
            )
            yield from (f"  {step}" for step in found.steps if every or not step.clears)
            if not found.complete:
                yield "  a limit came first"
        case Deduction():
            yield f"row {made['row']}: {found}"
        case _:
            yield f"row {made['row']}: {made['verdict']}{': ' + made['message'] if 'message' in made else ''}"
