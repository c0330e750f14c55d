"""`cpsudoku solve`: the solutions themselves, or how many."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import typer

from cpsudoku.batch.parallel import in_order
from cpsudoku.batch.solutions import Answered, find_stream
from cpsudoku.cli import common, logic, rows
from cpsudoku.cli.bundles import PuzzleInput, bundled
from cpsudoku.cli.numbers import number
from cpsudoku.cli.output import RowWriter
from cpsudoku.engines.registry import ENGINES
from cpsudoku.formats import BadRow, Record
from cpsudoku.questions.enumeration import Count, Search, Solved, word_of
from cpsudoku.records import tag

EXAMPLES = [
    "cpsudoku solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "cpsudoku solve puzzles.txt --jsonl -o solved.jsonl",
    "cpsudoku solve puzzles.csv --limit 0 --count",
    "cpsudoku solve puzzles.txt --engine logic --thresholds 82 --no-guess --jsonl",
]


@bundled
def command(
    *,
    limit: Annotated[int, number("--limit", help="Solutions a puzzle at most; 0 for all.")] = 1,
    counting: Annotated[bool, typer.Option("--count", help="Print only how many there are (up to --limit).")] = False,
    engine: Annotated[
        str | None,
        typer.Option("--engine", help=f"{', '.join(ENGINES)}, sat:NAME; sat by default, bitmask for --count."),
    ] = None,
    encoding: common.EncodingName = None,
    simplify: common.Simplify = None,
    timeout: common.Timeout = None,
    conflicts: common.Conflicts = None,
    source: PuzzleInput,
    jobs: common.Jobs = 1,
    dask: common.Dask = None,
    jsonl: common.JsonLines = False,
    out: common.Output = None,
    quiet: common.Quiet = False,
    thresholds: logic.Thresholds = None,
    no_guess: logic.NoGuess = False,
    seed: logic.Seed = None,
    verbose: logic.Verbose = False,
) -> None:
    """Solve puzzles, or count their solutions.

    Exit code 1 where some puzzle has no solution or cannot be read, 3 where a limit left it open.
    """
    form = common.form_of(out, common.form_chosen(jsonl=jsonl), text=(".sdm",))
    limits = common.limits_of(timeout, conflicts)
    items = source.chunks(timeout)
    chosen = logic.options_of(engine, thresholds, no_guess, seed, verbose, jobs)
    codes = set()
    with (
        common.row_writer(out, source.operands, form, "solve") as write,
        common.progress("solving", source.rows_expected, quiet) as advance,
    ):
        if chosen is not None:
            options: dict[str, Any] = {"encoding": encoding, "simplify": simplify, "limits": limits}
            work = partial(_by_logic, chosen=chosen, limit=limit, counting=counting, options=options)
            for record, answer in in_order(work, common.singly(items), jobs, dask):
                codes.add(_code(answer))
                _write(write, record, answer, counting)
                advance(1)
        else:
            search = Search(limit, engine, encoding, simplify, limits, counting)
            for part in find_stream(items, search, jobs=jobs, dask=dask):
                if part.is_plain:
                    write.text(_plain(part, write.is_text, counting))
                    codes.add(common.FINDING if 0 in part.found.numbers else common.OK)
                else:
                    for record, found in part.rows():
                        answer = _record(record, found)
                        codes.add(_code(answer))
                        _write(write, record, answer, counting)
                advance(len(part.found.numbers))
    raise typer.Exit(common.worst(codes))


def _code(answer: dict[str, Any]) -> int:
    if answer["verdict"] in ("invalid", "impossible"):
        return common.FINDING
    return common.UNKNOWN if "message" in answer else common.OK


def _by_logic(
    record: Record | BadRow, *, chosen: logic.LogicOptions, limit: int, counting: bool, options: dict[str, Any]
) -> dict[str, Any]:
    """A row's JSON record by engine `logic`, whose counters stand in it, and its grid where it gave up."""
    if isinstance(record, BadRow):
        return rows.invalid(record)
    found = logic.answer(record, chosen, limit, **options)
    fields = _record(record, found)
    if "unfinished" in fields and found.unfinished is not None:
        fields["unfinished"] = found.unfinished.line(record.alphabet)
    return {key: value for key, value in fields.items() if not counting or key not in ("solution", "solutions")}


def _record(record: Record | BadRow, found: Solved | Count | None) -> dict[str, Any]:
    """A row's JSON record; it has a message where the row is unreadable or a limit was reached."""
    if isinstance(record, BadRow) or found is None:
        assert isinstance(record, BadRow)
        return rows.invalid(record)
    fields = rows.head(record) | found.to_dict()
    if isinstance(found, Count):
        return fields
    lines = [solution.line(record.alphabet) for solution in found.solutions]
    return fields | {"solution": lines[0] if lines else None, "solutions": lines}


def _plain(part: Answered, is_text: bool, counting: bool) -> str:
    """Many rows at once: grids alone or numbers for people, else JSON lines."""
    if not is_text:
        return "".join([_json_line(*line) for line in part.lines()])
    if counting:
        return "".join([_counted(puzzle, complete, number) + "\n" for _, puzzle, number, complete, _ in part.lines()])
    return "".join([grid + "\n" for grid in part.grids()])


_HEAD = f'{{"schema": "{tag("solve")}", '


def _json_line(row: int, puzzle: str, number: int, complete: bool, grid: str) -> str:
    grids = f', "solution": "{grid}", "solutions": ["{grid}"]' if grid else ""
    return (
        f'{_HEAD}"row": {row}, "puzzle": "{puzzle}", "verdict": "{word_of(number, complete)}", '
        f'"count": {number}, "complete": {"true" if complete else "false"}{grids}}}\n'
    )


def _write(write: RowWriter, record: Record | BadRow, answer: dict[str, Any], counting: bool) -> None:
    """One row; for people those without a grid or number go to standard error."""
    if not write.is_text:
        write.record(answer)
    elif isinstance(record, BadRow) or not (counting or answer["count"] or "unfinished" in answer):
        common.say(_told(record, answer, counting))
    else:
        write.lines([_told(record, answer, counting)])


def _counted(puzzle: str, complete: bool, number: int) -> str:
    return f"{puzzle} {'' if complete else '>='}{number}"


def _told(record: Record | BadRow, answer: dict[str, Any], counting: bool) -> str:
    if isinstance(record, BadRow):
        return rows.unreadable(answer)
    if counting:
        return _counted(answer["puzzle"], answer["complete"], answer["count"])
    if not answer["count"]:
        return f"row {answer['row']}: " + ("no solution" if answer["complete"] else _open(answer))
    return "\n".join(answer["solutions"])


def _open(answer: dict[str, Any]) -> str:
    found = f"unknown: {answer['message']}"
    return f"{found}: {answer['unfinished']}" if "unfinished" in answer else found
