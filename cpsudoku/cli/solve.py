"""`cpsudoku solve`: the solutions themselves, or how many."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from cpsudoku.cli import codes, rows
from cpsudoku.cli.options import (
    Bundle,
    FormulaOptions,
    JobOptions,
    LimitOptions,
    bundled,
    flag,
    number,
    option,
    seed,
    stated,
)
from cpsudoku.cli.rows import RowOptions, Run, row_run
from cpsudoku.cli.terminal import say
from cpsudoku.errors import UsageError
from cpsudoku.formats import BadRow, Record
from cpsudoku.records import tag

if TYPE_CHECKING:
    from cpsudoku.batch.solutions import Answered
    from cpsudoku.questions.by_logic import SolvedByLogic
    from cpsudoku.questions.enumeration import Count, Solved

EXAMPLES = [
    "cpsudoku solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "cpsudoku solve puzzles.txt --jsonl -o solved.jsonl",
    "cpsudoku solve puzzles.csv --limit 0 --count",
    "cpsudoku solve puzzles.txt --engine logic --thresholds 82 --no-guess --jsonl",
]


class LogicOptions(Bundle):
    """The options that engine `logic` alone has."""

    panel = "Engine logic"

    thresholds: str | None = option(
        "--thresholds",
        "A technique is used below so many unknowns (0: never): one number (64), or twelve with commas.",
        metavar="N[,N...]",
    )
    no_guess: bool = flag("--no-guess", "Stop where the techniques do.")
    seed: int | None = seed("The order of guesses (0).", None)
    verbose: bool = flag("--verbose", "Every step and the candidate matrix, on standard error.")


class Options(LogicOptions, RowOptions, FormulaOptions, LimitOptions, JobOptions):
    """The options of the command."""

    limit: int = number("--limit", "Solutions a puzzle at most; 0 for all.", 1)
    counting: bool = flag("--count", "Print only how many there are (up to --limit).")
    engine: str | None = option(
        "--engine", "{engines}, sat:NAME; sat by default, bitmask for --count.", words="engines"
    )

    @property
    def by_logic(self) -> Callable[[Record], SolvedByLogic] | None:
        """How engine `logic` solves a row; None for another engine. Raises UsageError, UnknownName."""
        kind, _, argument = (self.engine or "").partition(":")
        if kind != "logic":
            for name in stated(self, ("thresholds", "no_guess", "seed", "verbose")):
                raise UsageError(f"{name} is for --engine logic")
            return None
        if self.verbose and self.jobs != 1:
            raise UsageError("--verbose is for one process: leave --jobs out")
        return partial(
            _by_logic,
            engine=kind,
            argument=argument or None,
            thresholds=_numbers(self.thresholds),
            guess=not self.no_guess,
            seed=self.seed or 0,
            **self.chosen("verbose", "limit", "limits", "encoding", "simplify"),
        )


@bundled
def command(options: Options) -> int:
    """Solve puzzles, or count their solutions.

    Exit code 1 where some puzzle has no solution or cannot be read, 3 where a limit left it open.
    """
    from cpsudoku.batch.solutions import find_stream
    from cpsudoku.questions.enumeration import Search

    by_logic, counting = options.by_logic, options.counting
    with row_run(options, "solve", "solving", {}, text=(".sdm",), aside=True) as run:
        if by_logic is not None:
            for record, found in run.answers(by_logic, options.jobs, options.dask):
                answer = _record(record, found)
                if "unfinished" in answer and found.unfinished is not None:
                    answer["unfinished"] = found.unfinished.line(record.alphabet)
                hidden = ("solution", "solutions") if counting else ()
                _write(run, {key: value for key, value in answer.items() if key not in hidden}, counting)
        else:
            search = Search(options.limit, options.engine, options.encoding, options.simplify, options.limits, counting)
            for part in find_stream(run.chunks, search, jobs=options.jobs, dask=options.dask):
                if part.is_listed:
                    run.write.text(_plain(part, run.write.is_text, counting))
                    run.found.add(codes.FINDING if 0 in part.found.numbers else codes.OK)
                else:
                    for row, solved in part.rows():
                        if isinstance(row, BadRow) or solved is None:
                            assert isinstance(row, BadRow)
                            run.unreadable(row)
                        else:
                            _write(run, _record(row, solved), counting)
                run.advance(len(part.found.numbers))
    return run.code


def _numbers(text: str | None) -> tuple[int, ...] | None:
    """The twelve thresholds that a text states."""
    if text is None:
        return None
    words = [word.strip() for word in text.split(",")]
    if len(words) not in (1, 12) or not all(word.isascii() and word.isdigit() for word in words):
        raise UsageError(f"--thresholds {text!r}: one whole number, or twelve with commas between them")
    return tuple(map(int, words)) * (12 // len(words))


def _by_logic(record: Record, *, engine: str, limit: int, **options: Any) -> SolvedByLogic:
    """The answer of engine `logic` about one puzzle. Raises UsageError."""
    from cpsudoku.engines.registry import class_of
    from cpsudoku.questions.by_logic import answered

    class_of(engine)  # raises UnknownName
    return answered(record.puzzle, limit, **options)


def _record(record: Record, found: Solved | Count) -> dict[str, Any]:
    """A row's JSON record; it has a message where a limit was reached."""
    fields = rows.head(record) | found.to_dict()
    if not hasattr(found, "solutions"):
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
    from cpsudoku.questions.enumeration import word_of

    grids = f', "solution": "{grid}", "solutions": ["{grid}"]' if grid else ""
    return (
        f'{_HEAD}"row": {row}, "puzzle": "{puzzle}", "verdict": "{word_of(number, complete)}", '
        f'"count": {number}, "complete": {"true" if complete else "false"}{grids}}}\n'
    )


def _write(run: Run, answer: dict[str, Any], counting: bool) -> None:
    """One row; for people those without a grid or number go to standard error."""
    code = codes.FINDING if answer["verdict"] == "impossible" else codes.UNKNOWN if "message" in answer else codes.OK
    if run.write.is_text and not (counting or answer["count"] or "unfinished" in answer):
        run.found.add(code)
        say(_words(answer, counting))
    else:
        run.row(answer, [_words(answer, counting)] if run.write.is_text else (), code)


def _counted(puzzle: str, complete: bool, number: int) -> str:
    return f"{puzzle} {'' if complete else '>='}{number}"


def _words(answer: dict[str, Any], counting: bool) -> str:
    """A row for people."""
    if counting:
        return _counted(answer["puzzle"], answer["complete"], answer["count"])
    if not answer["count"]:
        return f"row {answer['row']}: " + ("no solution" if answer["complete"] else _open(answer))
    return "\n".join(answer["solutions"])


def _open(answer: dict[str, Any]) -> str:
    found = f"unknown: {answer['message']}"
    return f"{found}: {answer['unfinished']}" if "unfinished" in answer else found
