"""`cpsudoku solve`: the solutions themselves, or how many."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from cpsudoku.cli import common, logic, rows
from cpsudoku.cli.numbers import number
from cpsudoku.engines.registry import ENGINES
from cpsudoku.formats import BadRow, Record
from cpsudoku.questions.enumeration import Count, Solved, count, solve

EXAMPLES = [
    "cpsudoku solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "cpsudoku solve puzzles.txt --jsonl -o solved.jsonl",
    "cpsudoku solve puzzles.csv --limit 0 --count",
    "cpsudoku solve puzzles.txt --engine logic --thresholds 82 --no-guess --jsonl",
]


def command(
    puzzles: common.OptionalOperands = None,
    sample: Annotated[
        str | None, typer.Option("--sample", help="A sample file of the package; a wrong name lists them.")
    ] = None,
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
    thresholds: logic.Thresholds = None,
    no_guess: logic.NoGuess = False,
    seed: logic.Seed = None,
    verbose: logic.Verbose = False,
) -> None:
    """Solve puzzles, or count their solutions.

    Exit code 1 where some puzzle has no solution or cannot be read, 3 where a limit left it open.
    """
    from functools import partial

    from cpsudoku.streams.batch import in_order

    operands = common.operands_of(puzzles, sample)
    geometry = common.geometry_of(size, regions, extra, board, digits)
    limits = common.limits_of(timeout, conflicts)
    records = common.records_of(
        operands, geometry=geometry, format=format, alphabet=alphabet, column=column, rules=common.rules_of(rule, rules)
    )
    chosen = logic.options_of(engine, thresholds, no_guess, seed, verbose, jobs)
    work = partial(
        _answer, limit=limit, counting=counting, engine=engine, encoding=encoding, simplify=simplify, limits=limits,
        chosen=chosen,
    )  # fmt: skip
    worst = common.OK
    with (
        common.output(out, operands) as file,
        common.progress("solving", common.rows_expected(operands), quiet) as advance,
    ):
        for record, answer in in_order(work, records, jobs, dask):
            if answer["verdict"] in ("invalid", "impossible"):
                worst = common.FINDING
            elif "message" in answer and worst == common.OK:
                worst = common.UNKNOWN
            if jsonl:
                print(common.json_line("solve", answer), file=file)
            elif isinstance(record, BadRow) or not (counting or answer["count"] or "unfinished" in answer):
                common.say(_told(record, answer, counting))
            else:
                print(_told(record, answer, counting), file=file)
            advance(1)
    raise typer.Exit(worst)


def _answer(
    record: Record | BadRow,
    *,
    limit: int,
    counting: bool,
    engine: str | None,
    chosen: logic.LogicOptions | None,
    **options: Any,
) -> dict[str, Any]:
    """One puzzle's JSON record; it has a message where the row is unreadable or a limit was reached."""
    if isinstance(record, BadRow):
        return rows.invalid(record)
    limits = options["limits"]
    found: Solved | Count
    unfinished = None
    if chosen is not None:
        found = by_logic = logic.answer(record, chosen, limit, **options)
        unfinished = by_logic.unfinished
    elif counting and options["encoding"] is None and options["simplify"] is None:
        found = count(record.puzzle, limit=limit, engine=engine, limits=limits)
    else:
        found = solve(record.puzzle, limit=limit, engine=engine or "sat", **options)
    made = rows.head(record) | found.to_dict()
    if "unfinished" in made and unfinished is not None:
        made["unfinished"] = unfinished.line(record.alphabet)
    if not isinstance(found, Solved):
        return made
    if counting:
        return {key: value for key, value in made.items() if key not in ("solution", "solutions")}
    lines = [solution.line(record.alphabet) for solution in found.solutions]
    return made | {"solution": lines[0] if lines else None, "solutions": lines}


def _told(record: Record | BadRow, answer: dict[str, Any], counting: bool) -> str:
    if isinstance(record, BadRow):
        return rows.told(answer)
    if counting:
        return f"{answer['puzzle']} {'' if answer['complete'] else '>='}{answer['count']}"
    if not answer["count"]:
        return f"row {answer['row']}: " + ("no solution" if answer["complete"] else _open(answer))
    return "\n".join(answer["solutions"])


def _open(answer: dict[str, Any]) -> str:
    found = f"unknown: {answer['message']}"
    return f"{found}: {answer['unfinished']}" if "unfinished" in answer else found
