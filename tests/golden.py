"""Golden results: what public functions and commands answer to fixed inputs, recorded in tests/puzzles/golden.json.

    python -m tests.golden compare     prints what is different; exit code 1 where anything is
    python -m tests.golden record      writes the file anew, for a change of results that CHANGELOG.md names

A refactoring leaves every line as it is. Recorded is what is promised to stay: verdicts, unique solutions, counts, true
candidates, the puzzle that a seed makes, ratings with every step, reasons, counters of engine logic, canonical forms,
texts of every format, output and exit code of commands. Not recorded: times, and which two solutions show that there
are several.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import cpsudoku as cp
from cpsudoku.engines.registry import ENGINES
from cpsudoku.formats import FORMATS, Record, open_records, write_records
from cpsudoku.formula import catalog

PUZZLES = Path(__file__).parent / "puzzles"
STORED = PUZZLES / "golden.json"
FILES = ("17_clue", "kaggle", "magictour_top1465", "hardest_1106", "random_minimal", "invalid_no_solution")
EACH = 8
"""Puzzles of each file."""
OPTIONAL = ("outside", "clingo", "z3", "exact", "pumpkin")
"""Engines that need libraries or programs of their own."""

Results = Iterator[tuple[str, Any]]


def lines(name: str, count: int = EACH) -> list[str]:
    """The first puzzles of a file, 81 characters each."""
    rows = (PUZZLES / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [row[:81] for row in rows if row[:1] not in ("", "#")][:count]


@lru_cache(maxsize=1)
def classic() -> tuple[str, ...]:
    """Puzzles of the classic board: easy, hard, minimal, broken."""
    return tuple(line for name in FILES for line in lines(name))


@lru_cache(maxsize=1)
def unique() -> tuple[str, ...]:
    """Those with one solution."""
    return tuple(line for line in classic() if cp.verify(line).word == "unique")


@lru_cache(maxsize=1)
def variants() -> tuple[tuple[str, cp.Puzzle], ...]:
    """(name, puzzle) under rules, and on other boards."""
    found = []
    for name in ("variants.jsonl", "boards.jsonl"):
        records = [record for record in open_records(str(PUZZLES / name)) if isinstance(record, Record)]
        found += [(f"{name}:{record.line}", record.puzzle) for record in records[:: max(1, len(records) // 24)]]
    return tuple(found)


def short(text: str) -> str:
    """A digest of a long text, with its length."""
    return f"{len(text)} characters, sha256 {hashlib.sha256(text.encode()).hexdigest()[:16]}"


def shown(verdict: cp.results.Verdict) -> list[str]:
    """The verdict, with the solution where there is one alone."""
    return [verdict.word, *([verdict.solution.line()] if isinstance(verdict, cp.Unique) else [])]


def verdicts() -> Results:
    for name in ENGINES:
        for line in classic()[:: 1 if name in ("sat", "bitmask") else 6] if name not in OPTIONAL else ():
            verdict = cp.verify(line, engine=name, limits=cp.Limits(seconds=20))
            yield f"{name} {line}", shown(verdict)
    for name in catalog.names("cnf"):
        for line in classic()[::12]:
            yield f"{name} {line}", cp.verify(line, encoding=name).word
    for name, puzzle in variants():
        verdict = cp.verify(puzzle, limits=cp.Limits(seconds=20))
        yield name, shown(verdict)


def counts() -> Results:
    for line in [*classic()[::6], *("." * 40 + line[40:] for line in unique()[:4])]:
        yield line, cp.count(line, limit=500).to_dict()


def true_candidates() -> Results:
    for line in classic()[::4]:
        yield line, [list(digits) for digits in cp.candidates(line).digits]
    for name, puzzle in variants()[::4]:
        yield name, [list(digits) for digits in cp.candidates(puzzle, limits=cp.Limits(conflicts=20_000)).digits]


def reductions() -> Results:
    for line in unique()[::6]:
        solution = cp.solve(line).solutions[0]
        for options in ({}, {"symmetry": "rot180"}, {"keep": (0, 40)}):
            found = cp.reduce(solution, seed=3, **options)  # type: ignore[arg-type]
            yield f"{line} {options}", [found.puzzle.line(), found.minimal]


def generated() -> Results:
    recipes: list[dict[str, Any]] = [
        {},
        {"symmetry": "rot180"},
        {"clues": (24, 26)},
        {"method": "bottom-up"},
        {"fill": "recursive", "dig": "until-ambiguous"},
        {"rating": (2.0, 4.5)},
        {"level": "hard"},
        {"geometry": cp.Geometry(2, 3)},
        {"makers": "killer", "geometry": cp.Geometry(2, 3)},
        {"makers": "thermo", "geometry": cp.Geometry(2, 3)},
    ]
    for options in recipes:
        for seed in range(4):
            record = cp.generate(seed=seed, **options)
            rules = [rule.text for rule in record.puzzle.constraints] if record.puzzle else []
            yield f"{options} {seed}", [record.puzzle.line() if record.puzzle else None, *rules]


def ratings() -> Results:
    for line in classic()[::3]:
        yield line, cp.rate(line).to_dict()
    for line in unique()[::6]:
        yield f"steps {line}", short("\n".join(str(step) for step in cp.rate(line).steps))
        yield f"hint {line}", str(cp.hint(line))
        every = cp.all_steps(line)
        yield f"all steps {line}", short("\n".join(map(str, every)) if isinstance(every, tuple) else str(every))
    for name, puzzle in variants():
        if puzzle.houses_only:
            yield name, cp.rate(puzzle).to_dict()


def logic() -> Results:
    for line in classic()[::3]:
        found = cp.solve_by_logic(line, limits=cp.Limits(conflicts=2_000)).to_dict()
        yield line, {key: value for key, value in found.items() if key != "seconds"}


def diagnoses() -> Results:
    for line in [*lines("invalid_no_solution", 6), *unique()[:6], *("." * 5 + line[5:] for line in unique()[:6])]:
        found = cp.diagnose(line, limits=cp.Limits(conflicts=50_000)).to_dict()
        yield line, {key: value for key, value in found.items() if key not in ("second",)}


def explanations() -> Results:
    for line in unique()[::8]:
        yield line, short(_said(cp.explain(line)))
    for name, puzzle in variants()[::3]:
        yield name, short(_said(cp.explain(puzzle, limits=cp.Limits(conflicts=20_000))))


def _said(found: Any) -> str:
    return "\n".join(map(str, found.steps)) if isinstance(found, cp.results.Explanation) else str(found.word)


def canonical_forms() -> Results:
    for line in unique():
        form = cp.canonical_form(line)
        yield line, [form.puzzle.line(), form.automorphisms]


def certificates() -> Results:
    for line in classic()[::6]:
        certificate = cp.certify(line)
        yield line, certificate.claim if isinstance(certificate, cp.results.Certificate) else str(certificate)


def texts() -> Results:
    for name in FORMATS:
        for key, puzzle in [("classic", cp.Puzzle.parse(unique()[0])), *variants()[::5]]:
            try:
                lines = write_records([Record(puzzle)], name)
                text = "".join(line if line.endswith("\n") else f"{line}\n" for line in lines).strip()
            except cp.CpSudokuError as refused:
                text = f"{type(refused).__name__}: {refused}"
            yield f"{name} {key}", short(text)


COMMANDS: tuple[str, ...] = (
    "verify --sample 17-clue --quiet",
    "verify --sample broken --jsonl",
    "solve PUZZLE",
    "solve --jsonl PUZZLE",
    "rate PUZZLE",
    "rate --steps PUZZLE",
    "rate --jsonl PUZZLE",
    "hint PUZZLE",
    "explain PUZZLE",
    "candidates PUZZLE",
    "canonical PUZZLE",
    "diagnose BROKEN",
    "convert --to sdk PUZZLE",
    "convert --to json PUZZLE",
    "generate --seed 5 --count 3",
    "generate --seed 5 --symmetry rot180 --jsonl",
    "reduce --seed 2 SOLUTION",
    "encodings list",
    "verify 12",
    "rate --no-such-option",
)
"""Arguments of the command; PUZZLE, BROKEN and SOLUTION are filled in."""


def commands() -> Results:
    from click.testing import CliRunner
    from typer.main import get_command

    from cpsudoku.cli.main import build

    words = {"PUZZLE": lines("random_minimal", 1)[0], "BROKEN": lines("invalid_no_solution", 1)[0]}
    words["SOLUTION"] = cp.solve(words["PUZZLE"]).solutions[0].line()
    for command in COMMANDS:
        arguments = [words.get(word, word) for word in command.split()]
        app = build()
        result = CliRunner(env={"COLUMNS": "120", "TERM": "dumb", "NO_COLOR": "1"}).invoke(
            app if not hasattr(app, "registered_commands") else get_command(app), arguments
        )
        text = re.sub(r"\d+(\.\d+)? ?(ms|us|s)\b|[\d,]+ a second|\"seconds\": [^,}]*", "TIME", result.output)
        yield command, [result.exit_code, short(text)]


FAMILIES: dict[str, Callable[[], Results]] = {
    made.__name__: made
    for made in (
        verdicts,
        counts,
        true_candidates,
        reductions,
        generated,
        ratings,
        logic,
        diagnoses,
        explanations,
        canonical_forms,
        certificates,
        texts,
        commands,
    )
}


def results(family: str) -> dict[str, Any]:
    """What a family of inputs gives, as JSON has it."""
    record: dict[str, Any] = json.loads(json.dumps(dict(FAMILIES[family]())))
    return record


def stored() -> dict[str, dict[str, Any]]:
    """What was recorded."""
    read: dict[str, dict[str, Any]] = json.loads(STORED.read_text(encoding="utf-8"))
    return read


def differences(family: str) -> list[str]:
    """A line for each input that is answered otherwise than recorded, missing or new."""
    then, now = stored()[family], results(family)
    return [
        f"{family}: {key}: {then.get(key, 'nothing')} -> {now.get(key, 'nothing')}"
        for key in {**then, **now}
        if then.get(key) != now.get(key)
    ]


def main() -> int:
    """The exit code."""
    if sys.argv[1:] == ["record"]:
        recorded = {name: results(name) for name in FAMILIES}
        STORED.write_text(json.dumps(recorded, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"{sum(map(len, recorded.values()))} results")
        return 0
    if sys.argv[1:] == ["compare"]:
        found = [line for name in FAMILIES for line in differences(name)]
        print("\n".join([*found, f"{len(found)} different"]))
        return 1 if found else 0
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main())
