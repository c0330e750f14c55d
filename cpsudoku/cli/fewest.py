"""`cpsudoku fewest`: the smallest puzzle inside a solved grid."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from cpsudoku.board.puzzle import Solution
from cpsudoku.cli import codes, rows
from cpsudoku.cli.certify import Writer
from cpsudoku.cli.options import SeedOption, TimeOptions, bundled, number, option
from cpsudoku.cli.rows import RowOptions, row_run
from cpsudoku.cli.terminal import say
from cpsudoku.errors import NotationError, UsageError
from cpsudoku.formats import BadRow, Record
from cpsudoku.questions.minimum import Fewest, fewest, unavoidable_sets

EXAMPLES = [
    "cpsudoku fewest 1234341221434321",
    "cpsudoku fewest grids.txt --at-most 17 --timeout 600 --jsonl",
    "cpsudoku fewest grid.txt --unavoidable 12",
    "cpsudoku fewest 1234341221434321 --proof bound",
    "cpsudoku fewest grid.txt --at-most 13 --proof bound",
]
CODES = {"exact": codes.OK, "enough": codes.OK, "listed": codes.OK, "unknown": codes.UNKNOWN}


class Options(RowOptions, TimeOptions, SeedOption):
    """The options of the command."""

    at_most: int | None = number("--at-most", "Only decide whether a puzzle with this many clues exists.", least=0)
    unavoidable: int | None = number("--unavoidable", "List the unavoidable sets up to this size instead.", least=2)
    proof: Path | None = option("--proof", "Write a certificate of each bound here: a folder, or a .jsonl.")


@bundled
def command(options: Options) -> int:
    """Find the smallest puzzle with a given solution, with a proven lower bound.

    Boards of 4x4 and 6x6 are solved exactly at once. On 9x9 use --at-most: a puzzle of 17 clues is found within seconds
    where one exists; proving that none exists takes seconds for 15 clues and far longer for 17, so set a --timeout.
    Exit code 1 where a row is not a solved grid, or --at-most is proven impossible; 3 where a limit left the answer
    open.
    """

    def report(low: int, high: int) -> None:
        say(f"at least {low}, found {high}", options.quiet)

    with (
        row_run(options, "fewest", "searching", CODES) as run,
        Writer(options.proof) if options.proof is not None else nullcontext() as prove,
    ):
        for record in run.records:
            solution = record if isinstance(record, BadRow) else _solution(record)
            if isinstance(solution, BadRow):
                run.unreadable(solution)
            elif options.unavoidable is not None:
                sets = unavoidable_sets(solution, options.unavoidable)
                run.row(_listed(record.row, solution, sets), _lines(record.row, solution, sets, options.unavoidable))
            else:
                found = fewest(solution, on_bounds=report, **options.chosen("at_most", "seed", "limits"))
                assert isinstance(record, Record)
                row = {"row": record.row} | found.to_dict() | rows.board(solution.geometry) | rows.warned(record)
                run.row(row, [f"row {record.row}: {words_of(found)}", f"  {found.puzzle.line(record.alphabet)}"])
                if prove is not None:
                    try:
                        prove(record.row, found.certificate().data)
                    except UsageError as error:
                        say(f"row {record.row}: no certificate: {error}", options.quiet)
            run.advance(1)
    return run.code


def _solution(record: Record) -> Solution | BadRow:
    """The solved grid of a row, or the reason why it is not one."""
    try:
        return Solution.of(record.puzzle)
    except ValueError as error:
        return BadRow(NotationError(str(error), line=record.line or None), record.row, record.line, record.text)


def _listed(row: int, solution: Solution, sets: Sequence[Iterable[int]]) -> dict[str, Any]:
    """The record of the unavoidable sets of a grid."""
    name = solution.geometry.name_of
    fields = {"row": row, "verdict": "listed", "solution": solution.line()}
    return fields | {"unavoidable": [list(map(name, cells)) for cells in sets]} | rows.board(solution.geometry)


def _lines(row: int, solution: Solution, sets: Sequence[Collection[int]], most: int) -> Iterator[str]:
    """The unavoidable sets for people."""
    yield f"row {row}: {len(sets)} unavoidable sets of at most {most} cells"
    yield from (f"  {len(cells)}: {' '.join(map(solution.geometry.name_of, cells))}" for cells in sets)


def words_of(found: Fewest) -> str:
    """The answer in words."""
    clues = found.puzzle.clue_count
    if found.word == "none":
        return f"no puzzle with {found.at_most} clues; {clues} clues found"
    if found.exact:
        return f"{clues} clues, and no fewer will do"
    if found.why:
        return f"{clues} clues found, at least {found.at_least} needed; {found.why}"
    return f"yes, {clues} clues will do"
