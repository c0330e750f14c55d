"""`cpsudoku verify`: does each puzzle have exactly one solution?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from itertools import repeat
from pathlib import Path
from typing import Any

from cpsudoku.batch.verdicts import Answered, Row, verify_stream
from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.board.puzzle import COMPLETE, GUESSED, MISSING
from cpsudoku.budget import Limits
from cpsudoku.cli import codes, output, rows
from cpsudoku.cli.options import FormulaOptions, JobOptions, LimitOptions, TableOptions, bundled, engine, option
from cpsudoku.cli.rows import RowOptions, row_run
from cpsudoku.cli.terminal import say
from cpsudoku.engines.block import DecidedBy
from cpsudoku.questions.verdict import Impossible, Invalid, Multiple, Question, Unique, Unknown, remark
from cpsudoku.records import tag

EXAMPLES = [
    "cpsudoku verify --sample 17-clue",
    "cpsudoku verify puzzles.txt",
    "cpsudoku verify 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "cpsudoku verify big.csv.gz --jobs 2 --jsonl -o verdicts.jsonl",
    "cpsudoku verify puzzles.txt --proof proofs",
    "cpsudoku verify puzzles.txt --engine sat:glucose4 --encoding triad --cross-check bitmask",
]
WORDS = ("unique", "multiple", "impossible", "unknown", "invalid")
EVIDENCE = ("components", "conflict", "conflict_rules")
"""Keys of a verdict that JSON has and CSV has not: its message says them in words."""
COLUMNS = ("row", "puzzle", "verdict", "solution", "second", *rows.REMARKS, "constraints", "rules")
READ_SO = {GUESSED: "rules guessed", MISSING: "rules may be missing"}
"""Words beside a verdict for people."""
SHOWN = 20
"""Findings a person is shown; --jsonl and --csv give them all."""


class Options(RowOptions, TableOptions, FormulaOptions, LimitOptions, JobOptions):
    """The options of the command."""

    engine: str = engine("sat")
    cross_check: str | None = option(
        "--cross-check", "A second engine that must agree, or the run fails.", words="engines"
    )
    proof: Path | None = option(
        "--proof", "Write a certificate of each verdict here: a folder, or a .jsonl. See certify."
    )

    @property
    def question(self) -> Question:
        """How each puzzle is verified."""
        return Question(self.engine, self.encoding, self.simplify, self.limits, self.cross_check)


@bundled
def command(options: Options) -> int:
    """Decide for each puzzle: unique, multiple, impossible, or unknown (a limit was reached), with evidence.

    Singles come first, then candidates that must be equal or opposite are merged; SAT with the blocking clause decides
    what is open after both. The summary counts the three, --jsonl says which as "by". --simplify none has SAT decide
    everything. Under rules it is propagation, search, or SAT, which takes turns with the search.
    A solution column of the input is checked, not trusted.
    """
    question = options.question
    tally: Counter[str] = Counter()
    assumed: set[str] = set()
    with (
        row_run(options, "verify", "verifying", columns=COLUMNS) as run,
        nullcontext() if options.proof is None else _prover(options.proof, question.limits) as prove,
    ):
        write = run.write
        for answered in verify_stream(run.chunks, question, jobs=options.jobs, dask=options.dask):
            number = len(answered.found.statuses)
            run.advance(number)
            for by in DecidedBy:
                tally[by.name] += answered.found.by.count(by)
            if prove is not None:
                for row in answered.checked_rows():
                    prove(row)
            if answered.is_plainly_unique and (not write.is_text or write.count + number > 1):
                tally["unique"] += number
                write.skip(number) if write.is_text else write.text(_many_unique(answered, write.form))
                continue
            for row in answered.checked_rows():
                _count(row, tally)
                if row.record is not None and row.record.assumed and row.record.assumed not in assumed:
                    assumed.add(row.record.assumed)
                    say(f"note: {row.record.assumed}", options.quiet)
                with rows.evidence_limit(options.timeout):
                    if write.is_text:
                        write.lines(_lines(row, tally), _in_full(row))
                    else:
                        write.record(record_of(row) if write.form == output.CSV else _json_record(row))
        with rows.evidence_limit(options.timeout):
            alone = write.close()
        if write.is_text and not alone:
            write.lines(_ending(tally))
    if not write.is_text or options.out is not None:
        say(_summary(tally), options.quiet)
    return _exit_code(tally)


def _count(row: Row, tally: Counter[str]) -> None:
    tally[row.verdict.word if not isinstance(row.verdict, Unknown) else "unknown"] += 1
    tally["solution wrong"] += bool(row.solution_wrong)
    tally["not judged"] += not row.judged
    tally[row.verdict.rules] += 1


@contextmanager
def _prover(out: Path, limits: Limits) -> Iterator[Callable[[Row], None]]:
    """Writes the certificate of a row that has a verdict."""
    from cpsudoku.cli.certify import Writer, certificate_of

    with Writer(out) as write:

        def prove(row: Row) -> None:
            if row.record is not None and isinstance(row.verdict, Unique | Multiple | Impossible):
                certificate = certificate_of(row.record, limits=limits)
                if "why" in certificate:
                    say(f"row {row.row}: no certificate: {certificate['why']}")
                else:
                    write(row.row, certificate)

        yield prove


def _exit_code(tally: Counter[str]) -> int:
    if tally["multiple"] or tally["impossible"] or tally["invalid"] or tally["solution wrong"]:
        return codes.FINDING
    return codes.UNKNOWN if tally["unknown"] else codes.OK


def _summary(tally: Counter[str]) -> str:
    total = sum(tally[word] for word in WORDS)
    parts = [f"{tally[word]:,} {word}" for word in WORDS if tally[word]]
    if tally["solution wrong"]:
        parts.append(f"{tally['solution wrong']:,} with a wrong solution column")
    if tally["not judged"]:
        parts.append(f"{tally['not judged']:,} with a solution column that was not judged")
    parts += [f"{tally[how]:,} ({words})" for how, words in READ_SO.items() if tally[how]]
    return f"{total:,} puzzle{'s' * (total != 1)}: {', '.join(parts) or 'none'}{_decided(tally)}"


def _decided(tally: Counter[str]) -> str:
    """How many puzzles each part of the way decided; empty where the engine does not say."""
    ruled = bool(tally["PROPAGATION"] or tally["SEARCH"])
    names = ["SINGLES", "MERGING"] if tally["SINGLES"] or tally["MERGING"] or not ruled else []
    names += ["PROPAGATION", "SEARCH"] if ruled else []
    if not any(tally[by.name] for by in DecidedBy):
        return ""
    first, *others = [(name.lower(), tally[name]) for name in names]
    last = f"SAT {tally['SAT']:,}" if ruled else f"{tally['SAT']:,} reached SAT"
    return "; " + ", ".join([f"{first[0]} decided {first[1]:,}", *(f"{name} {n:,}" for name, n in others), last])


def message_of(row: Row) -> str:
    """The evidence of a row in words; empty for a plain unique one."""
    parts = []
    match row.verdict:
        case Invalid(error):
            return str(error)
        case Multiple() as v:
            groups = v.components
            parts.append(f"{sum(map(len, groups))} cells differ: " + "; ".join(_cells(v.geometry, g) for g in groups))
        case Impossible() as v:
            core = v.core
            shift = v.puzzle.geometry.lo - 1
            clues = " ".join(f"{v.puzzle.geometry.name_of(cell)}={v.puzzle.cells[cell] + shift}" for cell in core)
            parts.append(f"these {len(core)} clues conflict: {clues}" if core else "no clue is needed for it")
            if v.conflict_rules:
                parts.append("by " + ", ".join(rule.describe() for rule in v.conflict_rules))
        case Unknown(why):
            parts.append(why)
    if row.record is not None:
        known = remark(row.record.puzzle)
        if known and not isinstance(row.verdict, Unique):
            parts.append(known)
        if row.solution_wrong:
            parts.append(f"solution column: {row.solution_wrong}")
        if not row.judged:
            parts.append("solution column: not judged")
    return "; ".join(parts)


def _cells(geometry: Geometry, cells: tuple[Cell, ...]) -> str:
    return " ".join(map(geometry.name_of, cells))


def record_of(row: Row) -> dict[str, Any]:
    """A row as the JSON keys of the command; None where a key does not apply."""
    fields: dict[str, Any] = dict.fromkeys(COLUMNS)
    if row.bad is not None:
        return fields | rows.invalid(row.bad)
    fields |= {"row": row.row, **rows.warned(row.record)}
    fields["verdict"] = "unknown" if isinstance(row.verdict, Unknown) else row.verdict.word
    if row.record is not None:
        alphabet = row.record.alphabet
        fields["puzzle"] = row.record.puzzle.line(alphabet)
        fields |= rows.constraints(row.record)
        if isinstance(row.verdict, Unique):
            fields["solution"] = row.verdict.solution.line(alphabet)
        if isinstance(row.verdict, Multiple):
            fields["solution"] = row.verdict.first.line(alphabet)
            fields["second"] = row.verdict.second.line(alphabet)
    if not isinstance(row.verdict, Unique) or row.solution_wrong or not row.judged:
        fields["message"] = message_of(row)
    return fields


def _evidence(row: Row) -> dict[str, Any]:
    """What a message says in words, as cells and digits; and the board, where it does not follow from its side."""
    fields: dict[str, Any] = {} if row.record is None else rows.board(row.record.puzzle.geometry)
    if isinstance(row.verdict, Multiple | Impossible):
        fields |= {key: value for key, value in row.verdict.to_dict().items() if key in EVIDENCE}
    return fields


def _by_keys(answered: Answered) -> Iterable[str]:
    """For each puzzle of a block what follows its JSON record's other keys."""
    if not answered.found.by:
        return repeat("")
    return map([f', "by": "{by.name.lower()}"' for by in DecidedBy].__getitem__, answered.found.by)


def _json_record(row: Row) -> dict[str, Any]:
    return {**record_of(row), **_evidence(row), "by": row.by or None}


def _many_unique(answered: Answered, form: str) -> str:
    """The rows of a plainly unique block as CSV or JSON lines, a dozen times faster than one by one."""
    if form == output.CSV:
        rest = "," * (len(COLUMNS) - 4) + "\n"
        return "".join([f"{row},{puzzle},unique,{grid}{rest}" for row, puzzle, grid in answered.lines()])
    head = f'{{"schema": "{tag("verify")}", '
    return "".join(
        [
            f'{head}"row": {row}, "puzzle": "{puzzle}", "verdict": "unique", "solution": "{grid}"{by}}}\n'
            for (row, puzzle, grid), by in zip(answered.lines(), _by_keys(answered))
        ]
    )


def _lines(row: Row, tally: Counter[str]) -> Iterator[str]:
    """A row among others, for people: nothing of a unique one, and of the findings the first ones."""
    if isinstance(row.verdict, Unique) and not row.solution_wrong and row.verdict.rules == COMPLETE:
        return
    tally["findings"] += 1
    if tally["findings"] > SHOWN:
        return
    record = record_of(row)
    if row.bad is not None:
        yield rows.unreadable(record)
        return
    message = f": {record['message']}" if record["message"] else ""
    yield f"row {row.row}: {record['verdict']}{_read(row)}{message}"
    if record["puzzle"]:
        yield f"  {rows.one_line(record)}"


def _ending(tally: Counter[str]) -> Iterator[str]:
    if tally["findings"] > SHOWN:
        yield f"... and {tally['findings'] - SHOWN:,} more; --jsonl or --csv lists them all"
    yield _summary(tally)


def _read(row: Row) -> str:
    """The words about rules beside a verdict."""
    return f" ({READ_SO[row.verdict.rules]})" if row.verdict.rules in READ_SO else ""


def _in_full(row: Row) -> Iterator[str]:
    match row.verdict:
        case Unique(solution):
            yield f"unique{_read(row)}: exactly one solution"
            yield str(solution)
        case Multiple(first, second):
            yield f"multiple{_read(row)}: more than one solution; two of them:"
            yield str(first)
            yield ""
            yield str(second)
            yield message_of(row)
            return
        case Impossible():
            yield f"impossible{_read(row)}: no solution"
        case Unknown():
            yield f"unknown{_read(row)}: a limit was reached"
        case Invalid():
            yield "invalid: not a puzzle"
    message = message_of(row)
    if message:
        yield message
