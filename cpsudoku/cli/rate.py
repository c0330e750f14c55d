"""`cpsudoku rate`: how hard is each puzzle for people?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import IO, Annotated, Any, NamedTuple

import typer

from cpsudoku.cli import common, rows
from cpsudoku.cli.numbers import number
from cpsudoku.errors import UsageError
from cpsudoku.formats import BadRow, Record
from cpsudoku.formats.guarded_csv import GuardedWriter

EXAMPLES = [
    "cpsudoku rate --sample 17-clue",
    "cpsudoku rate --steps 8..6....29.........71...8..765......2....5.7.....6..9..13.4.........64.7....8....",
    'cpsudoku rate puzzles.txt --template "%g %r/%p/%d"',
    "cpsudoku rate puzzles.txt --jobs 2 --jsonl -o ratings.jsonl",
    "cpsudoku rate puzzles.txt --without uniqueness --max-er 7.5",
]
COLUMNS = (
    "row",
    "puzzle",
    "er",
    "ep",
    "ed",
    "hardest",
    "technique",
    "level",
    "scale",
    "verdict",
    "message",
    "line",
    "text",
    "warnings",
)
TEMPLATE = {"g": "puzzle", "r": "er", "p": "ep", "d": "ed", "n": "row", "h": "hardest", "l": "level"}
NUMBERS = ("rated", "stuck", "stopped")
"""Verdicts with numbers."""
ENDS = {
    "rated": "",
    "stuck": "; stuck: no allowed technique goes on",
    "stopped": "; stopped early: the numbers are lower bounds",
}
RUN = 32
"""Puzzles handed to a process at a time."""


class RateOptions(NamedTuple):
    """How to rate; travels to the processes."""

    without: tuple[str, ...]
    max_er: float | None
    only: str
    steps: bool


def command(
    puzzles: common.OptionalOperands = None,
    sample: Annotated[
        str | None, typer.Option("--sample", help="A sample file of the package; a wrong name lists them.")
    ] = None,
    steps: Annotated[bool, typer.Option("--steps", help="Every step, with its argument.")] = False,
    template: Annotated[
        str | None,
        typer.Option(
            "--template",
            help="A line a puzzle: %g puzzle, %r ER, %p EP, %d ED, %n row, %h hardest technique, %l level, %% percent.",
        ),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option("--without", help="A family or technique that may not be used, such as uniqueness. Repeatable."),
    ] = None,
    max_er: Annotated[
        float | None, number("--max-er", help="Stop a puzzle as soon as its ER is above this.", most=100)
    ] = None,
    pearl: Annotated[bool, typer.Option("--pearl", help="Stop as soon as a puzzle is no pearl (ER above EP).")] = False,
    diamond: Annotated[
        bool, typer.Option("--diamond", help="Stop as soon as a puzzle is no diamond (ER above ED).")
    ] = False,
    size: common.Size = None,
    regions: common.Regions = None,
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
    as_csv: common.Csv = False,
    out: common.Output = None,
    quiet: common.Quiet = False,
) -> None:
    """Rate puzzles on the Sudoku Explainer scale: ER hardest step, EP up to the first placed digit, ED first step.

    Levels by ER: easy to 1.5, moderate to 2.5, hard to 4.0, very hard to 6.2, expert to 7.4, extreme to 8.4,
    diabolical. A solved, impossible or ambiguous puzzle and one with rules beyond houses have a verdict instead of a
    rating (exit code 1); a puzzle beyond the allowed techniques is "stuck" (exit code 3).
    """
    if sum((jsonl, as_csv, template is not None)) > 1:
        raise UsageError("--jsonl, --csv and --template exclude each other")
    if pearl and diamond:
        raise UsageError("--pearl and --diamond exclude each other: every diamond is a pearl")
    from cpsudoku.rating.scale import allowed
    from cpsudoku.rating.units import tenths_of

    allowed(without or ())
    if max_er is not None:
        tenths_of(max_er, "--max-er")
    line = _template(template) if template is not None else None
    options = RateOptions(
        tuple(without or ()),
        max_er,
        "pearl" if pearl else "diamond" if diamond else "",
        steps,
    )
    operands = common.operands_of(puzzles, sample)
    geometry = common.geometry_of(size, regions, None, board, digits)
    records = common.records_of(
        operands, geometry=geometry, format=format, alphabet=alphabet, column=column, rules=common.rules_of(rule, rules)
    )
    worst = common.OK
    with (
        common.output(out, operands) as file,
        common.progress("rating", common.rows_expected(operands), quiet) as advance,
    ):
        write: Any = _LineWriter(file, line) if line is not None else _TextWriter(file)
        if jsonl or as_csv:
            write = _JsonWriter(file) if jsonl else _CsvWriter(file)
        for answers in _answered(records, options, jobs, dask):
            for made in answers:
                if made["verdict"] not in NUMBERS:
                    worst = common.FINDING
                elif made["verdict"] == "stuck" and worst == common.OK:
                    worst = common.UNKNOWN
                write(made)
            advance(len(answers))
        write.close()
    raise typer.Exit(worst)


def _answered(
    records: Iterable[Record | BadRow], options: RateOptions, jobs: int, dask: str | None
) -> Iterator[list[dict[str, Any]]]:
    stream = iter(records)
    runs = iter(lambda: list(islice(stream, 1 if options.steps and jobs == 1 and dask is None else RUN)), [])
    if jobs == 1 and dask is None:
        yield from map(partial(rate_records, options=options), runs)
        return
    from cpsudoku.streams.batch import in_order

    for _, answers in in_order(partial(rate_records, options=options), runs, jobs, dask):
        yield answers


def rate_records(records: list[Record | BadRow], options: RateOptions) -> list[dict[str, Any]]:
    """The JSON record of each row, in order; "steps" are Step objects' plain data."""
    from cpsudoku.rating.scale import off_scale, rate
    from cpsudoku.streams.ratings import rate_many

    refused = [off_scale(record.puzzle) if isinstance(record, Record) else "" for record in records]
    plain = [r.puzzle for r, why in zip(records, refused) if isinstance(r, Record) and r.start is None and not why]
    keywords: dict[str, Any] = {"without": options.without, "max_er": options.max_er, "only": options.only}
    rated = rate_many(plain, **keywords)
    found = []
    for record, why in zip(records, refused):
        if isinstance(record, BadRow):
            found.append(rows.invalid(record))
        elif why:
            found.append(rows.head(record) | {"verdict": "refused", "message": why})
        elif record.start is None:
            found.append(_record(record, next(rated), options))
        else:
            found.append(_record(record, rate(record.puzzle, record.start, **keywords), options))
    return found


def _record(record: Record, answer: Any, options: RateOptions) -> dict[str, Any]:
    from cpsudoku.rating.answers import Unrated

    made = rows.head(record)
    if isinstance(answer, Unrated):
        return made | {"verdict": answer.verdict, "message": answer.message}
    rating: dict[str, Any] = answer.to_dict(steps=options.steps)
    return made | rating | {"puzzle": made["puzzle"]}


def _template(text: str) -> list[str]:
    """The template as literal text and, at odd places, keys of the record. Raises UsageError."""
    parts = [""]
    letters = iter(text.replace("\\t", "\t").replace("\\n", "\n"))
    for letter in letters:
        if letter != "%":
            parts[-1] += letter
            continue
        code = next(letters, "")
        if code == "%":
            parts[-1] += "%"
        elif code in TEMPLATE:
            parts += [TEMPLATE[code], ""]
        else:
            known = ", ".join(f"%{c} {name}" for c, name in TEMPLATE.items())
            raise UsageError(f"--template: %{code} is unknown; known: {known}, %% percent")
    return parts


class _JsonWriter:
    def __init__(self, file: IO[str]):
        self._file = file

    def __call__(self, made: dict[str, Any]) -> None:
        print(common.json_line("rate", made), file=self._file)

    def close(self) -> None:
        pass


class _CsvWriter:
    def __init__(self, file: IO[str]):
        self._rows = GuardedWriter(file, COLUMNS)
        self._rows.header()

    def __call__(self, made: dict[str, Any]) -> None:
        self._rows.record(made | {"warnings": "; ".join(made.get("warnings", ()))})

    def close(self) -> None:
        pass


class _LineWriter:
    def __init__(self, file: IO[str], parts: list[str]):
        self._file, self._parts = file, parts

    def __call__(self, made: dict[str, Any]) -> None:
        if made["verdict"] not in NUMBERS:
            invalid = made["verdict"] == "invalid"
            common.say(rows.told(made) if invalid else f"row {made['row']}: {made['verdict']}: {made['message']}")
            made = {"puzzle": "", "row": 0, "hardest": "", "level": made["verdict"]} | made
        words = [str(made.get(p, "-")) if odd % 2 else p for odd, p in enumerate(self._parts)]
        print("".join(words), file=self._file)

    def close(self) -> None:
        pass


class _TextWriter:
    """For people: one puzzle with words, else a line each."""

    def __init__(self, file: IO[str]):
        self._file = file
        self._first: dict[str, Any] | None = None
        self._lines = False

    def __call__(self, made: dict[str, Any]) -> None:
        if self._first is None and not self._lines:
            self._first = made
            return
        if self._first is not None:
            self._lines = True
            first, self._first = self._first, None
            self._line(first)
        self._line(made)

    def _line(self, made: dict[str, Any]) -> None:
        if made["verdict"] not in NUMBERS:
            invalid = made["verdict"] == "invalid"
            said = rows.told(made) if invalid else f"row {made['row']}: {made['verdict']}: {made['message']}"
            print(said, file=self._file)
            return
        numbers = f"{made['er']:.1f}/{made['ep']:.1f}/{made['ed']:.1f}"
        end = "" if made["verdict"] == "rated" else f" ({made['verdict']})"
        print(f"{made['puzzle']}  {numbers}  {made['level']}, {made['hardest'] or 'no step'}{end}", file=self._file)
        self._steps(made)

    def _steps(self, made: dict[str, Any]) -> None:
        for place, step in enumerate(made.get("steps", ()), 1):
            print(f"{place:4}.  {step['rating']:.1f}  {step['text']}", file=self._file)

    def close(self) -> None:
        if self._first is None:
            return
        made = self._first
        if made["verdict"] not in NUMBERS:
            print(f"no rating: {made['verdict']}: {made['message']}", file=self._file)
            return
        scale = f" ({made['scale']})" if "scale" in made else ""
        print(f"ER {made['er']:.1f}  EP {made['ep']:.1f}  ED {made['ed']:.1f}{scale}", file=self._file)
        print(f"{made['level']}; hardest step: {made['hardest'] or 'none'}{ENDS[made['verdict']]}", file=self._file)
        self._steps(made)
