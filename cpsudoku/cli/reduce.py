"""`cpsudoku reduce`: minimal puzzles from grids and from puzzles with clues to spare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from cpsudoku.board.coerce import mask
from cpsudoku.cli import codes, rows
from cpsudoku.cli.options import (
    EncodingOptions,
    JobOptions,
    LimitOptions,
    SeedOption,
    bundled,
    flag,
    number,
    option,
    span,
)
from cpsudoku.cli.reading import text_of
from cpsudoku.cli.rows import RowOptions, row_run
from cpsudoku.cli.terminal import say
from cpsudoku.errors import CannotReduce, NotASolution, Undecided
from cpsudoku.formats import BadRow, Record

EXAMPLES = [
    "cpsudoku reduce grids.txt",
    "cpsudoku reduce grids.txt --symmetry rot180 --seed 7 --jsonl",
    "cpsudoku reduce puzzle.sdk --clues 26..28",
    "cpsudoku reduce killer.json --constraints --smallest --timeout 10",
    "cpsudoku generate --no-minimal --count 3 | cpsudoku reduce -",
]
CODES = {"reduced": codes.OK, "unknown": codes.UNKNOWN}


class Options(RowOptions, EncodingOptions, LimitOptions, JobOptions, SeedOption):
    """The options of the command."""

    symmetry: str | None = option("--symmetry", "{symmetries}.", words="symmetries")
    clues: str | None = option("--clues", "Number of clues: 24, or a range.", metavar="A..B")
    keep: str | None = option("--keep", "Clues that stay: a mask, one character a cell, . for free to go; or its file.")
    constraints: bool = flag("--constraints", "Also remove rules beyond houses, like clues.")
    smallest: bool = flag(
        "--smallest", "Keep as few as possible, proven; within --timeout, or 60 s, else a bound is stated."
    )
    engine: str = option(
        "--engine",
        "sat, sat:NAME: SAT alone. hybrid: kernels first, SAT for the rest; faster. bitmask (9x9), or any "
        "other. Results do not depend on it (with --smallest, their size does not).",
        "sat",
        words="engines",
    )
    attempts: int = number("--attempts", "Maximum number of orders tried to reach --clues.", 100, least=1)
    verbose: bool = flag("--verbose", "Print the number of questions and what answered them on standard error.")


@bundled
def command(options: Options) -> int:
    """Remove clues in random order while the puzzle stays unique, until none can be removed.

    By default SAT decides every removal: one incremental solver has the clues as assumptions; clues outside an
    unsatisfiable core are removed at once, and a model shows that a clue is needed.

    Exit code 1 where some puzzle cannot be read or reduced (not unique, not symmetric, no result in range), 3 where a
    limit left a puzzle undecided or not minimal.
    """
    from cpsudoku.batch.parallel import Hints, in_order

    work = partial(
        _answers,
        keep=None if options.keep is None else text_of("--keep", options.keep),
        clues=span("--clues", options.clues, most=None),
        **options.chosen("seed", "symmetry", "engine", "encoding", "attempts", "constraints", "smallest", "limits"),
    )
    with row_run(options, "reduce", "reducing", CODES, text=(".sdm",), aside=True) as run:
        blocks = _blocks(enumerate(run.records), alone=options.jobs == 1 and options.dask is None)
        answers = in_order(work, blocks, options.jobs, options.dask, Hints(name=_named))
        for block, found in answers:
            for (_, (_, record)), answer in zip(block, found, strict=True):
                if isinstance(record, BadRow):
                    run.unreadable(record)
                elif "message" in answer and run.write.is_text:
                    say(f"row {record.row}: {answer['message']}")
                    run.found.add(CODES.get(answer["verdict"], codes.FINDING))
                else:
                    counts, code = answer.pop("counts", ""), answer.pop("code", None)
                    if options.verbose and counts:
                        say(f"row {record.row}: {counts}")
                    run.row(answer, _lines(answer, options.constraints), code)
                run.advance(1)
    return run.code


def _lines(row: dict[str, Any], constraints: bool) -> Iterator[str]:
    """A reduced puzzle for people; what is not proven goes to standard error."""
    yield rows.one_line(row)
    yield from (f"  {rule}" for rule in row.get("constraints", ()) if constraints)
    if row.get("exact") is False:
        say(f"row {row['row']}: the best found; at least {row['at_least']} are needed")


Row = tuple[int, Record | BadRow]


def _blocks(rows: Iterable[Row], *, alone: bool) -> Iterator[list[tuple[bool, Row]]]:
    """The rows in blocks of up to BLOCK that one solver serves, or one by one (*alone*); with whether a block begins.

    A puzzle with constraints has a solver of its own, and is a block.
    """
    from cpsudoku.questions.reduction import BLOCK

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


def _named(block: list[tuple[bool, Row]]) -> str:
    from cpsudoku.batch.parallel import described

    return described([row for _, row in block])


def _answers(block: list[tuple[bool, Row]], **options: Any) -> list[dict[str, Any]]:
    """The JSON records of a block's rows; an empty one for a row that could not be read."""
    from cpsudoku.questions.reduction import oracle_of

    answers = []
    for begins, (index, record) in block:
        if begins:
            oracle_of.forget()
        answers.append({} if isinstance(record, BadRow) else _answer(index, record, **options))
    return answers


def _answer(index: int, record: Record, *, keep: str | None, **options: Any) -> dict[str, Any]:
    """One row's JSON record; `code`: its exit code where its verdict does not say."""
    from cpsudoku.questions.reduction import reduce

    kept = () if keep is None else mask(keep, record.puzzle.geometry)
    try:
        reduced = reduce(record.puzzle, index=index, keep=kept, **options)
    except (CannotReduce, NotASolution) as error:
        verdict = "unknown" if isinstance(error, Undecided) else "refused"
        return rows.head(record) | {"verdict": verdict, "message": str(error)}
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
    may_reduce = options["limits"] and not (reduced.orbit_minimal or kept or options["clues"])
    if reduced.exact is False or may_reduce:
        fields["code"] = codes.UNKNOWN
    return fields
