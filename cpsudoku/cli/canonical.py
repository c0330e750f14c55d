"""`cpsudoku canonical`: which puzzles are essentially the same?"""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from typing import Annotated, Any

import typer

from cpsudoku.batch.blocks import Block, PlainSlice
from cpsudoku.batch.canonical import forms_stream
from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.board.geometry import Geometry
from cpsudoku.cli import common
from cpsudoku.cli.bundles import PuzzleInput, bundled
from cpsudoku.cli.output import RowWriter
from cpsudoku.cli.rows import head
from cpsudoku.cli.rows import invalid as invalid_row
from cpsudoku.cli.rows import unreadable as why_unreadable
from cpsudoku.errors import UsageError
from cpsudoku.formats import BadRow
from cpsudoku.questions.canonical import Forms

EXAMPLES = [
    "cpsudoku canonical puzzles.txt",
    "cpsudoku canonical puzzles.txt --dedupe -o different.txt",
    "cpsudoku canonical puzzles.txt --jsonl",
    "cpsudoku canonical 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
]
COLUMNS = ("row", "puzzle", "verdict", "canonical", "automorphisms", "same_as", "message", "line", "text", "warnings")


@bundled
def command(
    *,
    dedupe: Annotated[
        bool, typer.Option("--dedupe", help="Write puzzles as they were; of those that are the same only the first.")
    ] = False,
    source: PuzzleInput,
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
    chosen = common.form_of(out, common.form_chosen(jsonl=jsonl, as_csv=as_csv), text=(".sdm",))
    jsonl, as_csv = chosen in (common.JSONL, common.PARQUET), chosen == common.CSV
    items = source.chunks()
    first_row: dict[Geometry, dict[bytes, int]] = {}
    rows = unreadable = 0
    with (
        common.output(out, source.operands, common.TEXT if as_csv else chosen, "canonical") as file,
        common.progress("canonical", source.rows_expected, quiet) as advance,
    ):
        lines = StringIO()  # of a block: asking the file for every line takes longer than the line
        write = RowWriter(lines, chosen, "canonical", COLUMNS)
        for block, forms in forms_stream(items, jobs=jobs, dask=dask):
            began = rows
            known = first_row.setdefault(block.geometry, {})
            for answer, form in _plain(block, forms) or _answers(block, forms):
                rows += 1
                if form is None:
                    unreadable += 1
                    invalid = answer.get("verdict") == "invalid"
                    common.say(
                        why_unreadable(answer) if invalid else f"row {answer['row']}: {answer['message']}", quiet
                    )
                    if not (jsonl or as_csv):
                        continue
                else:
                    earlier = known.setdefault(form, answer["row"])
                    if earlier != answer["row"]:
                        if dedupe:
                            continue
                        answer["same_as"] = earlier
                write(answer, [answer["puzzle" if dedupe else "canonical"]] if write.is_text else ())
            file.write(lines.getvalue())
            lines.seek(0)
            lines.truncate()
            advance(rows - began)
    read = rows - unreadable
    different = sum(map(len, first_row.values()))
    common.say(f"{read:,} puzzle{'s' * (read != 1)}, {different:,} essentially different", quiet)
    raise typer.Exit(common.FINDING if unreadable else common.OK)


Answer = tuple[dict[str, Any], bytes | None]
"""What to write of a row, and its form."""


def _plain(block: Block, forms: Forms) -> Iterator[Answer] | None:
    """The rows of a run of plain rows that all have a form; None for another block."""
    if not isinstance(block.rows, PlainSlice) or not block.geometry.is_classic or min(forms.automorphisms) < 1:
        return None
    text = DEFAULT.write(forms.cells, 9)
    return (
        (
            {
                "row": row,
                "puzzle": puzzle,
                "verdict": "canonical",
                "canonical": text[at : at + 81],
                "automorphisms": automorphisms,
            },
            forms.cells[at : at + 81],
        )
        for (row, puzzle), automorphisms, at in zip(
            block.rows.lines(), forms.automorphisms, range(0, len(text), 81), strict=True
        )
    )


def _answers(block: Block, forms: Forms) -> Iterator[Answer]:
    """The rows of any block."""
    index = -1
    for record in block.rows:
        if isinstance(record, BadRow):
            yield invalid_row(record), None
            continue
        index += 1
        known: dict[str, Any] = head(record)
        why = forms.why(index)
        if why:
            yield {**known, "verdict": "refused", "message": why}, None
            continue
        form = forms.form(index)
        yield {**known, **form.to_dict()}, form.puzzle.cells
