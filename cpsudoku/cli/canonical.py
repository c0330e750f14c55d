"""`cpsudoku canonical`: which puzzles are essentially the same?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from cpsudoku.cli import common
from cpsudoku.cli.rows import head, told
from cpsudoku.cli.rows import invalid as invalid_row
from cpsudoku.errors import UsageError
from cpsudoku.formats import BadRow, Record
from cpsudoku.formats.guarded_csv import GuardedWriter
from cpsudoku.streams.parallel import in_order

if TYPE_CHECKING:
    from cpsudoku.board.puzzle import Puzzle
    from cpsudoku.questions.canonical import CanonicalForm

EXAMPLES = [
    "cpsudoku canonical puzzles.txt",
    "cpsudoku canonical puzzles.txt --dedupe -o different.txt",
    "cpsudoku canonical puzzles.txt --jsonl",
    "cpsudoku canonical 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
]
COLUMNS = ("row", "puzzle", "verdict", "canonical", "automorphisms", "same_as", "message", "line", "text", "warnings")
CHUNK = 1_000


def command(
    puzzles: common.OptionalOperands = None,
    sample: Annotated[
        str | None, typer.Option("--sample", help="A sample file of the package; a wrong name lists them.")
    ] = None,
    dedupe: Annotated[
        bool, typer.Option("--dedupe", help="Write puzzles as they were; of those that are the same only the first.")
    ] = False,
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
    as_csv: common.Csv = False,
    out: common.Output = None,
    quiet: common.Quiet = False,
) -> None:
    """Write each puzzle's canonical form: the least puzzle it turns into by moves of the board and renaming digits.

    Two puzzles are essentially the same exactly when their forms are equal. Exit code 1 where a row cannot be read
    or has no form.
    """
    if jsonl and as_csv:
        raise UsageError("--jsonl and --csv exclude each other")
    operands = common.operands_of(puzzles, sample)
    geometry = common.geometry_of(size, regions, extra, board, digits)
    records = common.records_of(
        operands, geometry=geometry, format=format, alphabet=alphabet, column=column, rules=common.rules_of(rule, rules)
    )
    first_row: dict[tuple[Any, bytes], int] = {}
    rows = unreadable = 0
    with (
        common.output(out, operands) as file,
        common.progress("canonical", common.rows_expected(operands), quiet) as advance,
    ):
        write = _writer(file, jsonl, as_csv, dedupe)
        for has_form, answer in _answers(records, jobs, dask):
            rows += 1
            if not has_form:
                unreadable += 1
                invalid = answer.get("verdict") == "invalid"
                common.say(told(answer) if invalid else f"row {answer['row']}: {answer['message']}", quiet)
                if not (jsonl or as_csv):
                    continue
            else:
                earlier = first_row.setdefault(answer.pop("form"), answer["row"])
                if earlier != answer["row"]:
                    if dedupe:
                        advance(1)
                        continue
                    answer["same_as"] = earlier
            write(answer)
            advance(1)
    read = rows - unreadable
    common.say(f"{read:,} puzzle{'s' * (read != 1)}, {len(first_row):,} essentially different", quiet)
    raise typer.Exit(common.FINDING if unreadable else common.OK)


def _answers(records: Iterator[Record | BadRow], jobs: int, dask: str | None) -> Iterator[tuple[bool, dict[str, Any]]]:
    """For each row whether it has a form, and what to write of it."""
    parts = iter(lambda: list(islice(records, CHUNK)), [])
    for _, found in in_order(answered, parts, jobs, dask):
        yield from found


def answered(part: list[Record | BadRow]) -> list[tuple[bool, dict[str, Any]]]:
    """The same for some rows: what a worker does."""
    good = [record for record in part if isinstance(record, Record)]
    forms = iter(_forms([record.puzzle for record in good]))
    made: list[tuple[bool, dict[str, Any]]] = []
    for record in part:
        if isinstance(record, BadRow):
            made.append((False, invalid_row(record)))
            continue
        form = next(forms)
        known: dict[str, Any] = head(record)
        if isinstance(form, UsageError):
            made.append((False, {**known, "verdict": "refused", "message": str(form)}))
        else:
            known.update(
                verdict="canonical",
                canonical=form.puzzle.line(),
                automorphisms=form.automorphisms,
                form=(record.puzzle.geometry, form.puzzle.cells),
            )
            made.append((True, known))
    return made


def _forms(puzzles: list[Puzzle]) -> list[CanonicalForm | UsageError]:
    """All at once; one by one where some puzzle has no form."""
    from cpsudoku.questions.canonical import canonical_form, canonical_forms

    try:
        return list(canonical_forms(puzzles))
    except UsageError:
        found: list[CanonicalForm | UsageError] = []
        for puzzle in puzzles:
            try:
                found.append(canonical_form(puzzle))
            except UsageError as error:
                found.append(error)
        return found


def _writer(file: IO[str], jsonl: bool, as_csv: bool, dedupe: bool) -> Callable[[dict[str, Any]], object]:
    if jsonl:
        return lambda answer: file.write(common.json_line("canonical", answer) + "\n")
    if as_csv:
        table = GuardedWriter(file)
        table.row(COLUMNS)
        return lambda answer: table.row(
            [answer.get(name, "") if name != "warnings" else "; ".join(answer.get(name, ())) for name in COLUMNS]
        )
    key = "puzzle" if dedupe else "canonical"
    return lambda answer: file.write(answer[key] + "\n")
