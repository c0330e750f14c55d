"""`cpsudoku candidates`: which digits a cell has in some solution (true candidates)."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.batch.candidates import CHUNK, CandidateQuery
from cpsudoku.cli import codes, rows
from cpsudoku.cli.options import JobOptions, LimitOptions, bundled, number, option
from cpsudoku.cli.rows import RowOptions, row_run
from cpsudoku.questions.candidates import TrueCandidates

EXAMPLES = [
    "cpsudoku candidates 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5.........",
    "cpsudoku candidates --counts 10 --jsonl puzzle.json",
    "cpsudoku candidates killers.jsonl --jobs 2 --timeout 10 --jsonl -o candidates.jsonl",
    'cpsudoku candidates --board 4x4 --rule "cage 9 r1c1 r1c2 r2c1" ................',
    "cpsudoku candidates puzzle.sdk --jsonl | cpsudoku draw - --candidates -o candidates.svg",
]


class Options(RowOptions, LimitOptions, JobOptions):
    """The options of the command."""

    counts: int = number("--counts", "Also count the solutions of each candidate, up to this number.", 0, metavar="N")
    engine: str | None = option(
        "--engine", "{engines}, sat:NAME; sat by default, bitmask for classic puzzles.", words="engines"
    )


@bundled
def command(options: Options) -> int:
    """Print, for each cell, the digits that it has in some solution; with --counts, in how many solutions.

    The digits are printed in a grid (with --jsonl as lists). Where a limit ended the search, the digits that are still
    undecided follow a question mark. Exit code 1 where some puzzle has no solution or cannot be read, 3 where a limit
    left digits undecided.
    """
    query = CandidateQuery(options.engine, options.counts, options.limits)
    with row_run(options, "candidates", "finding candidates") as run:
        alone = query.alone(options.jobs)
        for record, answer in run.answers(query, options.jobs, options.dask, CHUNK, alone):
            run.row(rows.head(record) | answer.to_dict(), _lines(record.row, answer), _code(answer))
    return run.code


def _code(answer: TrueCandidates) -> int:
    if answer.word == "impossible":
        return codes.FINDING
    return codes.OK if answer.complete else codes.UNKNOWN


_SAYS = {
    "unique": "one solution",
    "multiple": "more than one solution",
    "impossible": "no solution",
    "unknown": "open",
}


def _lines(row: int, answer: TrueCandidates) -> Iterator[str]:
    """A row for people."""
    digits = sum(map(len, answer.digits))
    left = "" if answer.complete else f"; {answer.why}: {sum(map(len, answer.open))} digits open (after ?)"
    yield f"row {row}: {_SAYS[answer.word]}, {digits} candidates in {len(answer.digits)} cells{left}"
    if answer.word != "impossible":
        yield from grid(answer)


def grid(answer: TrueCandidates) -> Iterator[str]:
    """The digits in their cells, with bars between boxes that stand side by side; counts after a colon."""
    board = answer.puzzle.geometry
    texts = []
    for cell, found in enumerate(answer.digits):
        if answer.bound:
            counts = [f"{n}+" if n >= answer.bound or not answer.complete else str(n) for n in answer.counts[cell]]
            text = ",".join(f"{digit}:{n}" for digit, n in zip(found, counts))
        else:
            text = ("" if board.hi <= 9 else ",").join(map(str, found))
        open_ = answer.open[cell] if answer.open else ()
        texts.append(text + ("?" + ("" if board.hi <= 9 else ",").join(map(str, open_)) if open_ else "") or "-")
    width = max(map(len, texts))
    boxes = board.layout is None and board.regions is None
    across, down = (board.box_cols, board.box_rows) if boxes else (board.columns, board.rows)
    for row in range(board.rows):
        if row and row % down == 0:
            yield "-+-".join(["-" * (across * (width + 1) - 1)] * (board.columns // across))
        cells = [text.ljust(width) for text in texts[row * board.columns : (row + 1) * board.columns]]
        groups = (" ".join(cells[c : c + across]) for c in range(0, board.columns, across))
        yield " | ".join(groups).rstrip()
