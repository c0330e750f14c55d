"""`cpsudoku rate`: the difficulty of each puzzle for people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any

from cpsudoku.batch.blocks import PlainSlice
from cpsudoku.batch.ratings import VERDICTS, Rated, RatingWork, rate_stream
from cpsudoku.board.geometry import CLASSIC
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.cli import codes, output, rows
from cpsudoku.cli.options import JobOptions, SeedOption, TableOptions, bundled, flag, number, option, stated
from cpsudoku.cli.rows import RowOptions, row_run
from cpsudoku.cli.terminal import say
from cpsudoku.errors import UsageError
from cpsudoku.formats import BadRow, Record
from cpsudoku.rating import added
from cpsudoku.rating.answers import Rating, Unrated
from cpsudoku.rating.isomorphs import MOST, spread_in_words
from cpsudoku.rating.numbers import tenths_of
from cpsudoku.rating.scale import Numbers, Scale, allowed, has_rating
from cpsudoku.records import tag

EXAMPLES = [
    "cpsudoku rate --sample 17-clue",
    "cpsudoku rate --steps 8..6....29.........71...8..765......2....5.7.....6..9..13.4.........64.7....8....",
    'cpsudoku rate puzzles.txt --template "%g %r/%p/%d"',
    "cpsudoku rate puzzles.txt --jobs 2 --jsonl -o ratings.jsonl",
    "cpsudoku rate puzzles.txt --without uniqueness --max-er 7.5",
    "cpsudoku rate --isomorphs 20 98.7..6..5...9..4...3.....97...6...4.3.5...6......257.1...5.4...6.2..........8.1.",
]
COLUMNS = ("row", "puzzle", "er", "ep", "ed", "hardest", "technique", "level", "scale", "verdict", *rows.REMARKS)
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
CODES = {"rated": codes.OK, "stopped": codes.OK, "stuck": codes.UNKNOWN}


class Options(RowOptions, TableOptions, JobOptions, SeedOption):
    """The options of the command."""

    steps: bool = flag("--steps", "Every step, with its argument.")
    template: str | None = option(
        "--template",
        "A line a puzzle: %g puzzle, %r ER, %p EP, %d ED, %n row, %h hardest technique, %l level, %% percent.",
    )
    without: list[str] | None = option(
        "--without", "A family or technique that may not be used, such as uniqueness. Repeatable.", words="techniques"
    )
    max_er: float | None = number("--max-er", "Stop a puzzle as soon as its ER is above this.", most=100)
    pearl: bool = flag("--pearl", "Stop as soon as a puzzle is no pearl (ER above EP).")
    diamond: bool = flag("--diamond", "Stop as soon as a puzzle is no diamond (ER above ED).")
    isomorphs: int = number(
        "--isomorphs", "Rate so many random isomorphs as well: least, greatest, how often.", 0, most=MOST
    )

    scale: str | None = option(
        "--scale",
        "Another scale than Sudoku Explainer's: {scales}. --steps names its techniques.",
        metavar="NAME",
        words="scales",
    )

    @property
    def form_stated(self) -> str | None:
        """The form that an option states. Raises UsageError where two do."""
        if self.template is not None and (self.jsonl or self.as_csv):
            raise UsageError("--jsonl, --csv and --template exclude each other")
        return super().form_stated if self.template is None else output.TEXT

    @property
    def rating_scale(self) -> Scale:
        """The scale that the options state. Raises UsageError."""
        if self.pearl and self.diamond:
            raise UsageError("--pearl and --diamond exclude each other: every diamond is a pearl")
        if self.max_er is not None:
            tenths_of(self.max_er, "--max-er")
        if self.isomorphs and (self.max_er is not None or self.pearl or self.diamond):
            raise UsageError(
                "--isomorphs goes without --max-er, --pearl and --diamond, which stop before there is a rating"
            )
        only = "pearl" if self.pearl else "diamond" if self.diamond else ""
        return Scale(allowed(self.without or ()), self.max_er, only, self.isomorphs, self.seed)


@bundled
def command(options: Options) -> int:
    """Rate puzzles on the Sudoku Explainer scale: ER hardest step, EP up to the first placed digit, ED first step.

    Levels by ER: easy to 1.5, moderate to 2.5, hard to 4.0, very hard to 6.2, expert to 7.4, extreme to 8.4,
    diabolical. A solved, impossible or ambiguous puzzle and one with rules beyond houses have a verdict instead of a
    rating (exit code 1); a puzzle beyond the allowed techniques is "stuck" (exit code 3).
    """
    if options.scale not in (None, added.OURS):
        return _on_other_scale(options, options.scale)
    scale = options.rating_scale
    template = None if options.template is None else _template(options.template)
    work = RatingWork(scale, partial(_answer, options.steps), options.steps)
    columns = COLUMNS + (SPREAD if options.isomorphs else ())
    with row_run(options, "rate", "rating", CODES, columns=columns) as run:
        write = run.write
        for part in rate_stream(run.chunks, work, jobs=options.jobs, dask=options.dask):
            if part.is_plain and write.form in (output.JSONL, output.PARQUET):
                run.found |= {CODES.get(verdict, codes.FINDING) for verdict in _verdicts(part)}
                write.text("".join(_json_lines(part)))
            else:
                for row in _rows(part):
                    run.found.add(CODES.get(row["verdict"], codes.FINDING))
                    if template is not None:
                        write.lines(_filled(template, row))
                    else:
                        write(_csv(row) if write.form == output.CSV else row, _line(row), _alone(row))
            run.advance(len(part.found))
        write.close()
    return run.code


def _on_other_scale(options: Options, name: str) -> int:
    """The scores on a scale that a plug-in adds. The exit code."""
    own = ("template", "without", "max_er", "pearl", "diamond", "isomorphs", "seed")
    if wrong := stated(options, own):
        raise UsageError(f"{', '.join(wrong)}: for the Sudoku Explainer scale, not for --scale {name}")
    added.scale_named(name)
    work = partial(_scored, name, options.steps)
    columns = ("row", "puzzle", "verdict", "scale", "level", "score", "path", *rows.REMARKS)
    with row_run(options, "score", "rating", CODES, columns=columns) as run:
        for record, answer in run.answers(work, options.jobs, options.dask):
            row = rows.head(record) | answer
            run.row(row, _score_lines(row))
    return run.code


def _scored(scale: str, steps: bool, record: Record) -> dict[str, Any]:
    """The score of a row's puzzle as keys of its record."""
    answer = added.score(record.puzzle, scale)
    if isinstance(answer, Unrated):
        return {"verdict": answer.verdict, "message": answer.message, "scale": scale}
    return answer.to_dict(steps=steps) | {"scale": scale}


def _score_lines(row: dict[str, Any]) -> Iterator[str]:
    """A row's lines for people."""
    if row["verdict"] not in NUMBERS:
        yield _unrated(row)
        return
    yield f"{rows.one_line(row)}  {row['score']:g}  {row['level']}{ENDS[row['verdict']]}"
    for place, step in enumerate(row.get("path", ()), 1):
        yield f"{place:4}.  {step}"


def _answer(steps: bool, answer: Rating | Unrated) -> dict[str, Any]:
    """The answer about a puzzle as keys of its record, without the puzzle."""
    if isinstance(answer, Unrated):
        return {"verdict": answer.verdict, "message": answer.message}
    fields = answer.to_dict(steps=steps)
    return {"verdict": fields["verdict"]} | {key: value for key, value in fields.items() if key != "puzzle"}


def _rows(part: Rated) -> Iterator[dict[str, Any]]:
    """The records of a block."""
    if part.is_plain:
        for k, (number, puzzle) in enumerate(_plain(part)):
            yield {"row": number, "puzzle": puzzle, **_words(part, k)}
        return
    for row, found in zip(part.block.rows, part.found, strict=True):
        yield rows.invalid(row) if isinstance(row, BadRow) else rows.head(row) | found


def _plain(part: Rated) -> Iterator[tuple[int, str]]:
    assert isinstance(part.block.rows, PlainSlice)
    return part.block.rows.lines()


def _verdicts(part: Rated) -> set[str]:
    return {VERDICTS[end] for *_, end, _ in part.found}


def _json_lines(part: Rated) -> Iterator[str]:
    """The records of a plain block as JSON lines."""
    head = f'{{"schema": "{tag("rate")}", '
    for k, (row, puzzle) in enumerate(_plain(part)):
        yield f'{head}"row": {row}, "puzzle": "{puzzle}", {json.dumps(_words(part, k))[1:]}\n'


def _words(part: Rated, index: int) -> dict[str, Any]:
    """What the numbers of a puzzle of a plain block say."""
    numbers = part.found[index]
    if has_rating(numbers):
        return _rated(part.scale, numbers)
    cells = part.block.cells[81 * index : 81 * index + 81]
    return _answer(False, part.scale.answer(Puzzle.trusted(cells, CLASSIC), numbers))


@lru_cache(maxsize=4096)
def _rated(scale: Scale, numbers: Numbers) -> dict[str, Any]:
    """The words of a rating, which do not depend on its puzzle."""
    return _answer(False, scale.answer(Puzzle.trusted(bytes(81), CLASSIC), numbers))


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
    """The ratings of isomorphs in words, with --isomorphs."""
    return before + spread_in_words(fields["spread"]) if "spread" in fields else ""


def _lines(fields: dict[str, Any]) -> dict[str, str]:
    return {"puzzle": rows.one_line(fields)} if fields.get("constraints") else {}


def _csv(row: dict[str, Any]) -> dict[str, Any]:
    """The record with the columns of a CSV file."""
    spread = {f"er_{end}": row["spread"]["er"][end] for end in ("least", "greatest")} if "spread" in row else {}
    return row | spread | _lines(row)


def _filled(parts: list[str], row: dict[str, Any]) -> Iterator[str]:
    """The row's line by a template; a puzzle without a rating is also reported on standard error."""
    if row["verdict"] not in NUMBERS:
        say(_unrated(row))
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
