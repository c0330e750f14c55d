"""`cpsudoku fewest`: the smallest puzzle inside a solved grid."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from cpsudoku.board.puzzle import Solution
from cpsudoku.cli import common, rows
from cpsudoku.cli.bundles import PuzzleInput, bundled
from cpsudoku.cli.numbers import number
from cpsudoku.errors import NotationError, UsageError
from cpsudoku.formats import BadRow
from cpsudoku.questions.minimum import Fewest, fewest, unavoidable_sets

EXAMPLES = [
    "cpsudoku fewest 1234341221434321",
    "cpsudoku fewest grids.txt --at-most 17 --timeout 600 --jsonl",
    "cpsudoku fewest grid.txt --unavoidable 12",
    "cpsudoku fewest 1234341221434321 --proof bound",
    "cpsudoku fewest grid.txt --at-most 13 --proof bound",
]


@bundled
def command(
    *,
    at_most: Annotated[
        int | None, number("--at-most", help="Only ask: is there a puzzle with so many clues?", least=0)
    ] = None,
    unavoidable: Annotated[
        int | None, number("--unavoidable", help="List the unavoidable sets up to this size instead.", least=2)
    ] = None,
    proof: Annotated[
        Path | None, typer.Option("--proof", help="Write a certificate of each bound here: a folder, or a .jsonl.")
    ] = None,
    seed: common.Seed = 0,
    timeout: common.Timeout = None,
    source: PuzzleInput,
    jsonl: common.JsonLines = False,
    out: common.Output = None,
    quiet: common.Quiet = False,
) -> None:
    """Find the smallest puzzle with a given solution, with a proven lower bound.

    Exact at once for 4x4 and 6x6. On 9x9 ask with --at-most: a puzzle of 17 clues is found within seconds where
    there is one; that there is none takes seconds to prove for 15 and far longer for 17, so name a --timeout. Exit
    code 1 where a row is no solved grid, or --at-most is proven impossible; 3 where a limit left the answer open.
    """
    form = common.form_of(out, common.form_chosen(jsonl=jsonl))
    jsonl = form != common.TEXT
    records = source.records(timeout)
    codes = set()
    from contextlib import nullcontext

    from cpsudoku.cli.certify import Writer

    with (
        common.output(out, source.operands, form, "fewest") as file,
        Writer(proof) if proof is not None else nullcontext() as write,
    ):
        for record in records:
            row = record.row or 1
            try:
                if isinstance(record, BadRow):
                    raise record.error
                solution = Solution.of(record.puzzle)
            except ValueError as error:
                codes.add(common.FINDING)
                bad = record
                if not isinstance(bad, BadRow):
                    bad = BadRow(NotationError(str(error), line=record.line or None), row, record.line, record.text)
                fields = rows.invalid(bad)
                print(common.json_line("fewest", fields) if jsonl else rows.unreadable(fields), file=file)
                continue
            name = solution.geometry.name_of
            if unavoidable is not None:
                sets = unavoidable_sets(solution, unavoidable)
                if jsonl:
                    cells = [[name(cell) for cell in members] for members in sets]
                    listed = {"row": row, "verdict": "listed", "solution": solution.line(), "unavoidable": cells}
                    print(common.json_line("fewest", listed | rows.board(solution.geometry)), file=file)
                else:
                    print(f"row {row}: {len(sets)} unavoidable sets of at most {unavoidable} cells", file=file)
                    for members in sets:
                        print(f"  {len(members)}: {' '.join(map(name, members))}", file=file)
                continue

            def told(low: int, high: int) -> None:
                common.say(f"at least {low}, found {high}", quiet)

            found = fewest(solution, at_most=at_most, seed=seed, limits=common.limits_of(timeout), told=told)
            codes.add(_code(found))
            if jsonl:
                fields = record_of(row, found) | rows.warned(record)
                print(common.json_line("fewest", fields), file=file)
            else:
                print(f"row {row}: {told_of(found)}", file=file)
                print(f"  {found.puzzle.line(record.alphabet)}", file=file)
            if write is not None:
                try:
                    write(row, found.certificate().data)
                except UsageError as why:
                    common.say(f"row {row}: no certificate: {why}", quiet)
    raise typer.Exit(common.worst(codes))


def record_of(row: int, found: Fewest) -> dict[str, Any]:
    """A row as JSON."""
    return {"row": row} | found.to_dict() | rows.board(found.solution.geometry)


def _code(found: Fewest) -> int:
    return {"unknown": common.UNKNOWN, "none": common.FINDING}.get(found.word, common.OK)


def told_of(found: Fewest) -> str:
    """The answer in words."""
    clues = found.puzzle.clue_count
    if found.word == "none":
        return f"no puzzle with {found.at_most} clues; {clues} clues found"
    if found.exact:
        return f"{clues} clues, and no fewer will do"
    if found.why:
        return f"{clues} clues found, at least {found.at_least} needed; {found.why}"
    return f"yes, {clues} clues will do"
