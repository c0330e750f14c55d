"""`cpsudoku rate`: how hard is each puzzle for people?"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Any

import typer

from cpsudoku.batch.blocks import PlainSlice, named
from cpsudoku.batch.pace import Pace, paced
from cpsudoku.batch.parallel import described, singly
from cpsudoku.batch.ratings import VERDICTS
from cpsudoku.board.geometry import CLASSIC
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.cli import common, rows
from cpsudoku.cli.bundles import PuzzleInput, bundled
from cpsudoku.cli.numbers import number
from cpsudoku.errors import UsageError
from cpsudoku.formats import BadRow, PlainRows, Record
from cpsudoku.rating.answers import Rating, Unrated
from cpsudoku.rating.isomorphs import MOST, told
from cpsudoku.rating.scale import Numbers, Scale, allowed, has_rating, off_scale, threads_of
from cpsudoku.rating.units import tenths_of
from cpsudoku.records import tag

EXAMPLES = [
    "cpsudoku rate --sample 17-clue",
    "cpsudoku rate --steps 8..6....29.........71...8..765......2....5.7.....6..9..13.4.........64.7....8....",
    'cpsudoku rate puzzles.txt --template "%g %r/%p/%d"',
    "cpsudoku rate puzzles.txt --jobs 2 --jsonl -o ratings.jsonl",
    "cpsudoku rate puzzles.txt --without uniqueness --max-er 7.5",
    "cpsudoku rate --isomorphs 20 98.7..6..5...9..4...3.....97...6...4.3.5...6......257.1...5.4...6.2..........8.1.",
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
SPREAD = ("er_least", "er_greatest")
"""Columns that --isomorphs adds."""
TEMPLATE = {"g": "puzzle", "r": "er", "p": "ep", "d": "ed", "n": "row", "h": "hardest", "l": "level"}
NUMBERS = ("rated", "stuck", "stopped")
"""Verdicts with numbers."""
ENDS = {
    "rated": "",
    "stuck": "; stuck: no allowed technique goes on",
    "stopped": "; stopped early: the numbers are lower bounds",
}
RUN = 256
"""Puzzles handed to a process at a time at most."""


@bundled
def command(
    *,
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
    isomorphs: Annotated[
        int,
        number("--isomorphs", help="Rate so many random isomorphs as well: least, greatest, how often.", most=MOST),
    ] = 0,
    seed: common.Seed = 0,
    source: PuzzleInput,
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
    if max_er is not None:
        tenths_of(max_er, "--max-er")
    line = _template(template) if template is not None else None
    if isomorphs and (max_er is not None or pearl or diamond):
        raise UsageError(
            "--isomorphs goes without --max-er, --pearl and --diamond, which stop before there is a rating"
        )
    only = "pearl" if pearl else "diamond" if diamond else ""
    scale = Scale(allowed(without or ()), max_er, only, isomorphs, seed)
    form = common.form_of(out, common.TEXT if template is not None else common.form_chosen(jsonl=jsonl, as_csv=as_csv))
    jsonl, as_csv = form in (common.JSONL, common.PARQUET), form == common.CSV
    items = source.chunks()
    codes: set[int] = set()
    with (
        common.row_writer(out, source.operands, form, "rate", COLUMNS + (SPREAD if isomorphs else ())) as write,
        common.progress("rating", source.rows_expected, quiet) as advance,
    ):
        for part, found in _answered(items, scale, steps, jobs, dask):
            codes.update(_code(verdict) for verdict in part.verdicts(found))
            if jsonl and isinstance(part, _Plain):
                write.text("".join(part.json_lines(found)))
            else:
                for row in part.records(found):
                    if line is not None:
                        write.lines(_filled(line, row))
                    else:
                        write(_csv(row) if as_csv else row, _line(row), _alone(row))
            advance(len(found))
        write.close()
    raise typer.Exit(common.worst(codes))


def _code(verdict: str) -> int:
    if verdict not in NUMBERS:
        return common.FINDING
    return common.UNKNOWN if verdict == "stuck" else common.OK


@dataclass(frozen=True, slots=True)
class _Plain:
    """Plain rows of the classic board: workers get their cells and give numbers, which are put into words here."""

    rows: PlainSlice
    scale: Scale

    @property
    def sent(self) -> bytes:
        return self.rows.cells

    def verdicts(self, found: list[Numbers]) -> set[str]:
        return {VERDICTS[end] for *_, end, _ in found}

    def records(self, found: list[Numbers]) -> Iterator[dict[str, Any]]:
        for k, ((row, puzzle), numbers) in enumerate(zip(self.rows.lines(), found, strict=True)):
            yield {"row": row, "puzzle": puzzle, **self._words(numbers, k)}

    def json_lines(self, found: list[Numbers]) -> Iterator[str]:
        head = f'{{"schema": "{tag("rate")}", '
        for k, ((row, puzzle), numbers) in enumerate(zip(self.rows.lines(), found, strict=True)):
            yield f'{head}"row": {row}, "puzzle": "{puzzle}", {json.dumps(self._words(numbers, k))[1:]}\n'

    def _words(self, numbers: Numbers, index: int) -> dict[str, Any]:
        if has_rating(numbers):
            return _rated(self.scale, numbers)
        cells = self.sent[81 * index : 81 * index + 81]
        return _answer(self.scale.answer(Puzzle.trusted(cells, CLASSIC), numbers), False)


@lru_cache(maxsize=4096)
def _rated(scale: Scale, numbers: Numbers) -> dict[str, Any]:
    """The words of a rating, whatever its puzzle."""
    return _answer(scale.answer(Puzzle.trusted(bytes(81), CLASSIC), numbers), False)


@dataclass(frozen=True, slots=True)
class _Others:
    """Any rows: workers get them and give their records."""

    sent: list[Record | BadRow]

    def verdicts(self, found: list[dict[str, Any]]) -> set[str]:
        return {fields["verdict"] for fields in found}

    def records(self, found: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return found


def _answered(
    items: Iterable[PlainRows | Record | BadRow], scale: Scale, steps: bool, jobs: int, dask: str | None
) -> Iterator[tuple[Any, list[Any]]]:
    """Rows and what was found of them, in order."""
    pace = Pace(RUN)
    waiting: deque[_Plain | _Others] = deque()

    def sendable() -> Iterator[bytes | list[Record | BadRow]]:
        for part in _parts(items, scale, steps, pace):
            waiting.append(part)
            yield part.sent

    work = _Work(scale, steps)
    for _, found in paced(
        work, sendable(), pace, _count, jobs, dask, parts=_singly, name=_named, light=work.is_light,
        alone=replace(work, jobs=threads_of(jobs)),
    ):  # fmt: skip
        yield waiting.popleft(), found


def _parts(
    items: Iterable[PlainRows | Record | BadRow], scale: Scale, steps: bool, pace: Pace
) -> Iterator[_Plain | _Others]:
    rest: list[Record | BadRow] = []
    for item in items:
        if isinstance(item, PlainRows) and item.geometry.is_classic and not steps and not scale.isomorphs:
            if rest:
                yield _Others(rest)
                rest = []
            first = 0
            while first < item.count:
                last = min(item.count, first + pace.size)
                yield _Plain(PlainSlice(item, first, last), scale)
                first = last
            continue
        for record in item if isinstance(item, PlainRows) else (item,):
            rest.append(record)
            if len(rest) >= pace.size:
                yield _Others(rest)
                rest = []
    if rest:
        yield _Others(rest)


@dataclass(frozen=True, slots=True)
class _Work:
    """What a worker does to some rows."""

    scale: Scale
    steps: bool
    jobs: int = 1

    def is_light(self, sent: bytes | list[Record | BadRow]) -> bool:
        """Whether kernels do most of it: ratings of the classic board."""
        return isinstance(sent, bytes) or not (
            self.steps or any(isinstance(one, Record) and not one.puzzle.geometry.is_classic for one in sent)
        )

    def __call__(self, sent: bytes | list[Record | BadRow]) -> list[Any]:
        if isinstance(sent, bytes):
            return self.scale.numbers(sent, self.jobs)
        return [self._record(record) for record in sent]

    def _record(self, record: Record | BadRow) -> dict[str, Any]:
        """A row's JSON record; "steps" are Step objects' plain data."""
        if isinstance(record, BadRow):
            return rows.invalid(record)
        fields = rows.head(record)
        why = off_scale(record.puzzle)
        if why:
            return fields | {"verdict": "refused", "message": why}
        return fields | _answer(self.scale.rated(record.puzzle, record.start, jobs=self.jobs), self.steps)


def _answer(answer: Rating | Unrated, steps: bool) -> dict[str, Any]:
    """What is said of a puzzle, without the puzzle."""
    if isinstance(answer, Unrated):
        return {"verdict": answer.verdict, "message": answer.message}
    fields = answer.to_dict(steps=steps)
    return {"verdict": fields["verdict"]} | {key: value for key, value in fields.items() if key != "puzzle"}


def _count(sent: bytes | list[Record | BadRow]) -> int:
    return len(sent) // 81 if isinstance(sent, bytes) else len(sent)


def _singly(sent: bytes | list[Record | BadRow]) -> Sequence[Any]:
    return singly(sent) if isinstance(sent, list) else [sent[at : at + 81] for at in range(0, len(sent), 81)]


def _named(sent: bytes | list[Record | BadRow]) -> str:
    return described(sent) if isinstance(sent, list) else named((CLASSIC, sent, ()))


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


def _spread_of(fields: dict[str, Any], before: str = "") -> str:
    """What is said of the ratings of isomorphs, where they were asked for."""
    return before + told(fields["spread"]) if "spread" in fields else ""


def _lines(fields: dict[str, Any]) -> dict[str, str]:
    return {"puzzle": rows.one_line(fields)} if fields.get("constraints") else {}


def _csv(row: dict[str, Any]) -> dict[str, Any]:
    """The record with the columns of a CSV file."""
    spread = {f"er_{end}": row["spread"]["er"][end] for end in ("least", "greatest")} if "spread" in row else {}
    return row | spread | _lines(row)


def _filled(parts: list[str], row: dict[str, Any]) -> Iterator[str]:
    """The row's line by a template; a puzzle without a rating is also reported on standard error."""
    if row["verdict"] not in NUMBERS:
        common.say(_unrated(row))
        row = {"puzzle": "", "row": 0, "hardest": "", "level": row["verdict"]} | row
    row = row | _lines(row)
    yield "".join(str(row.get(part, "-")) if odd % 2 else part for odd, part in enumerate(parts))


def _unrated(row: dict[str, Any]) -> str:
    invalid = row["verdict"] == "invalid"
    return rows.unreadable(row) if invalid else f"row {row['row']}: {row['verdict']}: {row['message']}"


def _line(row: dict[str, Any]) -> Iterator[str]:
    """A row among others, for people."""
    if row["verdict"] not in NUMBERS:
        yield _unrated(row)
        return
    numbers = f"{row['er']:.1f}/{row['ep']:.1f}/{row['ed']:.1f}"
    end = "" if row["verdict"] == "rated" else f" ({row['verdict']})"
    words = f"{row['level']}, {row['hardest'] or 'no step'}{end}{_spread_of(row, '; ')}"
    yield f"{rows.one_line(row)}  {numbers}  {words}"
    yield from _steps(row)


def _steps(row: dict[str, Any]) -> Iterator[str]:
    for place, step in enumerate(row.get("steps", ()), 1):
        yield f"{place:4}.  {step['rating']:.1f}  {step['text']}"


def _alone(row: dict[str, Any]) -> Iterator[str]:
    """The only row, in words."""
    if row["verdict"] not in NUMBERS:
        yield f"no rating: {row['verdict']}: {row['message']}"
        return
    scale = f" ({row['scale']})" if "scale" in row else ""
    yield f"ER {row['er']:.1f}  EP {row['ep']:.1f}  ED {row['ed']:.1f}{scale}"
    yield f"{row['level']}; hardest step: {row['hardest'] or 'none'}{ENDS[row['verdict']]}"
    if "spread" in row:
        yield _spread_of(row)
    yield from _steps(row)
