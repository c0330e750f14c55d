"""`cpsudoku canonical`: canonical forms, which are equal exactly for equivalent puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cpsudoku.batch.blocks import PlainSlice
from cpsudoku.batch.canonical import Formed, forms_stream
from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.board.geometry import Geometry
from cpsudoku.cli import codes, rows
from cpsudoku.cli.options import JobOptions, TableOptions, bundled, flag
from cpsudoku.cli.rows import RowOptions, row_run
from cpsudoku.cli.terminal import say
from cpsudoku.formats import BadRow

EXAMPLES = [
    "cpsudoku canonical puzzles.txt",
    "cpsudoku canonical puzzles.txt --dedupe -o different.txt",
    "cpsudoku canonical puzzles.txt --jsonl",
    "cpsudoku canonical 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
]
COLUMNS = ("row", "puzzle", "verdict", "canonical", "automorphisms", "same_as", *rows.REMARKS)


class Options(RowOptions, TableOptions, JobOptions):
    """The options of the command."""

    dedupe: bool = flag("--dedupe", "Write puzzles as they were; of those that are the same only the first.")


@bundled
def command(options: Options) -> int:
    """Write each puzzle's canonical form: the least puzzle it turns into by moves of the board and renaming digits.

    Two puzzles are essentially the same exactly when their forms are equal. Exit code 1 where a row cannot be read
    or has no form.
    """
    first_row: dict[Geometry, dict[bytes, int]] = {}
    count = unreadable = 0
    with row_run(options, "canonical", "canonical", columns=COLUMNS, text=(".sdm",)) as run:
        write = run.write
        for part in forms_stream(run.chunks, jobs=options.jobs, dask=options.dask):
            before = count
            known = first_row.setdefault(part.block.geometry, {})
            for answer, canonical in _plain(part) or _answers(part):
                count += 1
                if canonical is None:
                    unreadable += 1
                    say(_message(answer), options.quiet)
                    if write.is_text:
                        continue
                else:
                    earlier = known.setdefault(canonical, answer["row"])
                    if earlier != answer["row"]:
                        if options.dedupe:
                            continue
                        answer["same_as"] = earlier
                write(answer, [answer["puzzle" if options.dedupe else "canonical"]] if write.is_text else ())
            run.advance(count - before)
    read = count - unreadable
    different = sum(map(len, first_row.values()))
    say(f"{read:,} puzzle{'s' * (read != 1)}, {different:,} essentially different", options.quiet)
    return codes.FINDING if unreadable else codes.OK


def _message(answer: dict[str, Any]) -> str:
    """Why a row has no form."""
    invalid = answer["verdict"] == "invalid"
    return rows.unreadable(answer) if invalid else f"row {answer['row']}: {answer['message']}"


Answer = tuple[dict[str, Any], bytes | None]
"""What to write of a row, and its form."""


def _plain(part: Formed) -> Iterator[Answer] | None:
    """The rows of a run of plain rows that all have a form; None for another block."""
    rows, forms = part.block.rows, part.forms
    if not isinstance(rows, PlainSlice) or not part.is_plain or min(forms.automorphisms) < 1:
        return None
    text = DEFAULT.write(forms.cells, 9)
    lines = zip(rows.lines(), forms.automorphisms, range(0, len(text), 81), strict=True)
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
        for (row, puzzle), automorphisms, at in lines
    )


def _answers(part: Formed) -> Iterator[Answer]:
    """The rows of any block."""
    index = -1
    for record in part.block.rows:
        if isinstance(record, BadRow):
            yield rows.invalid(record), None
            continue
        index += 1
        known: dict[str, Any] = rows.head(record)
        why = part.forms.why(index)
        if why:
            yield {**known, "verdict": "refused", "message": why}, None
            continue
        form = part.forms.form(index)
        yield {**known, **form.to_dict()}, form.puzzle.cells
