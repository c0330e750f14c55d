"""`cpsudoku reduce`: minimal puzzles from grids and from puzzles with clues to spare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Annotated, Any

import typer

from cpsudoku.batch.parallel import described, in_order
from cpsudoku.cli import common, rows
from cpsudoku.cli.bundles import PuzzleInput, bundled
from cpsudoku.cli.generate import clue_range
from cpsudoku.cli.numbers import number
from cpsudoku.errors import CannotReduce, NotASolution, Undecided
from cpsudoku.formats import BadRow, Record
from cpsudoku.generation.options import mask
from cpsudoku.questions.reduction import BLOCK, oracle_of, reduce

EXAMPLES = [
    "cpsudoku reduce grids.txt",
    "cpsudoku reduce grids.txt --symmetry rot180 --seed 7 --jsonl",
    "cpsudoku reduce puzzle.sdk --clues 26..28",
    "cpsudoku reduce killer.json --constraints --smallest --timeout 10",
    "cpsudoku generate --no-minimal --count 3 | cpsudoku reduce -",
]


@bundled
def command(
    *,
    symmetry: Annotated[
        str | None,
        typer.Option(
            "--symmetry",
            help="none, rot180, rot90, horizontal, vertical, diagonal, anti-diagonal, both-diagonals, full.",
        ),
    ] = None,
    clues: Annotated[
        str | None, typer.Option("--clues", help="Number of clues: 24, or a range.", metavar="A..B")
    ] = None,
    keep: Annotated[
        str | None,
        typer.Option("--keep", help="Clues that stay: a mask, one character a cell, . for free to go; or its file."),
    ] = None,
    constraints: Annotated[
        bool, typer.Option("--constraints", help="Take rules beyond houses away, too, like clues.")
    ] = False,
    smallest: Annotated[
        bool,
        typer.Option(
            "--smallest", help="Keep as few as possible, proven; within --timeout, or 60 s, else a bound is said."
        ),
    ] = False,
    engine: Annotated[
        str,
        typer.Option(
            "--engine",
            help="sat, sat:NAME: SAT alone. hybrid: kernels first, SAT for the rest; faster. bitmask (9x9), or any "
            "other. Results do not depend on it (with --smallest, their size does not).",
        ),
    ] = "sat",
    encoding: common.EncodingName = None,
    source: PuzzleInput,
    seed: common.Seed = 0,
    attempts: Annotated[int, number("--attempts", help="Orders tried to come into --clues.", least=1)] = 100,
    timeout: common.Timeout = None,
    conflicts: common.Conflicts = None,
    jobs: common.Jobs = 1,
    dask: common.Dask = None,
    jsonl: common.JsonLines = False,
    out: common.Output = None,
    quiet: common.Quiet = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="How many questions were asked and what answered them, on standard error.")
    ] = False,
) -> None:
    """Take clues away in random order as long as the puzzle stays unique, until none can go.

    By default SAT decides every removal: one incremental solver has the clues as assumptions; an unsatisfiable core
    drops the clues it is without, a model shows that a clue is needed.

    Exit code 1 where some puzzle cannot be read or reduced (not unique, not symmetric, no result in range), 3
    where a limit left a puzzle undecided or not minimal.
    """
    form = common.form_of(out, common.form_chosen(jsonl=jsonl), text=(".sdm",))
    jsonl = form != common.TEXT
    records = source.records(timeout)
    work = partial(
        _answers,
        seed=seed,
        symmetry=symmetry,
        engine=engine,
        encoding=encoding,
        keep=None if keep is None else common.text_of("--keep", keep),
        clues=clue_range(clues),
        attempts=attempts,
        constraints=constraints,
        smallest=smallest,
        limits=common.limits_of(timeout, conflicts),
    )
    codes = set()
    with (
        common.output(out, source.operands, form, "reduce") as file,
        common.progress("reducing", source.rows_expected, quiet) as advance,
    ):
        blocks = _blocks(enumerate(records), alone=jobs == 1 and dask is None)
        answers = in_order(work, blocks, jobs, dask, name=lambda block: described([row for _, row in block]))
        for answer in chain.from_iterable(found for _, found in answers):
            codes.add(answer.pop("code", common.OK))
            counts = answer.pop("counts", "")
            if verbose and counts:
                common.say(f"row {answer['row']}: {counts}")
            if "message" in answer and not jsonl:
                invalid = answer.get("verdict") == "invalid"
                common.say(rows.unreadable(answer) if invalid else f"row {answer['row']}: {answer['message']}")
            if jsonl:
                print(common.json_line("reduce", answer), file=file)
            elif "message" not in answer:
                print(rows.one_line(answer), file=file)
                for rule in answer.get("constraints", ()) if constraints else ():
                    print(f"  {rule}", file=file)
                if answer.get("exact") is False:
                    common.say(f"row {answer['row']}: the best found; at least {answer['at_least']} are needed")
            advance(1)
    raise typer.Exit(common.worst(codes))


Row = tuple[int, Record | BadRow]


def _blocks(rows: Iterable[Row], *, alone: bool) -> Iterator[list[tuple[bool, Row]]]:
    """The rows in blocks of up to BLOCK that one solver serves, or one by one (*alone*); with whether a block begins.

    A puzzle with constraints has a solver of its own, and is a block.
    """
    block: list[tuple[bool, Row]] = []
    count = 0
    for index, record in rows:
        by_itself = isinstance(record, Record) and not record.puzzle.houses_only
        begins = by_itself or count % BLOCK == 0
        count = 0 if by_itself else count + 1
        if block and (begins or alone):
            yield block
            block = []
        block.append((begins, (index, record)))
        if alone or by_itself:
            yield block
            block = []
    if block:
        yield block


def _answers(block: list[tuple[bool, Row]], **options: Any) -> list[dict[str, Any]]:
    """The JSON records of a block's rows."""
    answers = []
    for begins, row in block:
        if begins:
            oracle_of.forget()
        answers.append(_answer(row, **options))
    return answers


def _answer(item: Row, *, keep: str | None, **options: Any) -> dict[str, Any]:
    """One row's JSON record."""
    index, record = item
    if isinstance(record, BadRow):
        return rows.invalid(record) | {"code": common.FINDING}
    kept = () if keep is None else mask(keep, record.puzzle.geometry)
    try:
        reduced = reduce(record.puzzle, index=index, keep=kept, **options)
    except (CannotReduce, NotASolution) as error:
        code = common.UNKNOWN if isinstance(error, Undecided) else common.FINDING
        verdict = "unknown" if code == common.UNKNOWN else "refused"
        return rows.head(record) | {"verdict": verdict, "message": str(error), "code": code}
    fields = rows.head(record) | reduced.to_dict()
    fields["counts"] = (
        f"{reduced.clues} clues stay; {reduced.sat_questions} questions answered by SAT, "
        f"{reduced.by_witnesses} by kernels, {reduced.calls - reduced.sat_questions} by others; "
        f"{reduced.by_cores} dropped by cores, {reduced.by_sets} kept by unavoidable sets"
    )
    fields["puzzle"] = reduced.puzzle.line(record.alphabet)
    fields["solution"] = reduced.solution.line(record.alphabet)
    if record.puzzle.constraints:
        fields["constraints"] = [rule.text for rule in reduced.puzzle.constraints]
    if reduced.exact is False:
        fields["code"] = common.UNKNOWN
    if options["limits"] and not (reduced.orbit_minimal or kept or options["clues"]):
        fields["code"] = common.UNKNOWN
    return fields
