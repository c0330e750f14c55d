"""`cpsudoku diagnose`: why a puzzle does not have exactly one solution, and how to repair it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from cpsudoku.cli import rows
from cpsudoku.cli.options import JobOptions, LimitOptions, bundled, number, option
from cpsudoku.cli.rows import RowOptions, row_run
from cpsudoku.constraints.registry import kinds_of
from cpsudoku.formats import Record
from cpsudoku.questions import diagnosis
from cpsudoku.questions.diagnosis import CAP, Ambiguous, Broken, Diagnosis, Drop, OfKind, Sound

EXAMPLES = [
    "cpsudoku diagnose .1....7.6...5....2.5..3.1......4..34.2..........3.4....34...8.7.2..5......1..69..",
    "cpsudoku diagnose puzzles.txt --jsonl -o diagnoses.jsonl",
    "cpsudoku diagnose kropki.json --class kropki",
    "cpsudoku diagnose puzzles.txt --cap 1000 --timeout 5",
]
SHOWN = 6
"""Alternatives a person is shown; --jsonl gives them all."""


class Options(RowOptions, LimitOptions, JobOptions):
    """The options of the command."""

    cap: int = number("--cap", "Maximum number of solutions to count.", CAP, least=2)
    of: str | None = option(
        "--class",
        "Report whether all rules of this kind are needed, and which: difference, killer ...",
        metavar="KIND",
        words="kinds",
    )


@bundled
def command(options: Options) -> int:
    """Report what is wrong with puzzles: clues and rules that conflict or look mistyped, missing clues, redundant ones.

    Sets called smallest or fewest are proven to be so unless the answer names a limit. Exit code 1 where some puzzle is
    not unique or cannot be read, 3 where a limit left it undecided.
    """
    if options.of is not None:
        kinds_of(options.of)
    work = partial(_diagnosis, **options.chosen("cap", "of", "limits"))
    with row_run(options, "diagnose", "diagnosing") as run:
        for record, found in run.answers(work, options.jobs, options.dask):
            row = record_of(record, found)
            run.row(row, lines_of(record, found, row))
    return run.code


def _diagnosis(record: Record, **options: Any) -> Diagnosis | str:
    """The diagnosis of a row, or why there is none."""
    found = diagnosis.diagnose(record.puzzle, **options)
    return found if isinstance(found, Diagnosis) else found.why


def record_of(record: Record, found: Diagnosis | str) -> dict[str, Any]:
    """A row as the JSON keys of the command."""
    fields = rows.head(record)
    if isinstance(found, str):
        return fields | {"verdict": "unknown", "message": found}
    fields = found.to_dict() | fields
    for key, solution in found.solutions.items():
        fields[key] = solution.line(record.alphabet)
    return fields


def lines_of(record: Record, found: Diagnosis | str, fields: dict[str, Any]) -> Iterator[str]:
    """The diagnosis for people."""
    head = f"row {fields['row']}: {fields['verdict']}"
    if isinstance(found, str):
        yield f"{head}: {fields['message']}"
        return
    yield f"{head}: {rows.one_line(fields)}"
    match found:
        case Broken():
            yield from (f"  {line}" for line in _broken(record, found))
        case Ambiguous():
            yield from (f"  {line}" for line in _ambiguous(record, found, fields))
        case Sound():
            yield from (f"  {line}" for line in _sound(found, fields))
    if found.partial:
        yield f"  {found.cut_short}"


def _broken(record: Record, found: Broken) -> Iterator[str]:
    puzzle, conflict = record.puzzle, found.conflict
    name_of = puzzle.geometry.name_of
    clues = [_clue(record, cell, puzzle.cells[cell]) for cell in conflict.cells]
    rules = [rule.describe() for rule in conflict.constraints]
    sizes = [f"{len(part)} {word}{'s' * (len(part) != 1)}" for part, word in ((clues, "clue"), (rules, "rule")) if part]
    if not sizes:
        yield "the houses alone cannot be filled"
    elif len(clues) + len(rules) == 1:
        yield f"{sizes[0]} cannot be kept, whatever the others are: {(clues + rules)[0]}"
    else:
        fewest = "no fewer do" if conflict.proven else "perhaps fewer do"
        between = " " if puzzle.houses_only else ", "
        yield f"{' and '.join(sizes)} conflict ({fewest}): {between.join(clues + rules)}"
    if puzzle.houses_only:
        yield f"by the rules of {', '.join(conflict.houses) or 'one digit a cell'}"
    for repair in found.repairs[:SHOWN]:
        old, new = (_symbol(record, digit) for digit in (puzzle.cells[repair.cell], repair.digit))
        yield f"{name_of(repair.cell)} looks mistyped: with {new} instead of {old} it is unique"
    for change in found.rule_repairs[:SHOWN]:
        turned = change.instead == change.rule.turned()
        seen, then = ("the wrong way round", "turned") if turned else ("mistyped", f"with {change.instead.describe()}")
        yield f"{change.rule.describe()} looks {seen}: it is unique {then}"
    for drop in found.drops[:SHOWN]:
        gone = [*map(name_of, drop.cells), *(rule.describe() for rule in drop.constraints)]
        yield f"without {(' ' if puzzle.houses_only else ', ').join(gone)} it has {_solutions(drop)}"
    yield from _more(len(found.drops))


def _ambiguous(record: Record, found: Ambiguous, fields: dict[str, Any]) -> Iterator[str]:
    plain = record.puzzle.houses_only
    name_of = record.puzzle.geometry.name_of
    many = f"{found.count:,}{'' if found.exact else ' or more'} solutions"
    which = f"the solution {fields['solution']}" if plain else "the first"
    if plain:
        yield f"{many}; {len(found.differ)} cells differ"
    else:
        yield f"{many}; these two differ in {len(found.differ)} cells: {' '.join(fields['differ'])}"
        yield fields["solution"]
        yield found.second.line() if found.second is not None else ""
    for pattern in found.deadly[:3]:
        yield f"deadly pattern of {len(pattern)} cells: {' '.join(map(name_of, pattern))}"
    if found.addition is not None:
        fewest = "no fewer clues leave" if found.addition.proven else "perhaps fewer clues leave"
        yield f"unique with {_clues(record, found.addition.clues)} ({fewest} {which})"
    if found.added_rules is not None:
        marks = ", ".join(rule.describe() for rule in found.added_rules.constraints)
        fewest = "no fewer of these kinds leave" if found.added_rules.proven else "perhaps fewer leave"
        yield f"unique with {marks} ({fewest} {which})"
    if found.addition_over_all:
        yield f"over all solutions the fewest clues to add: {_clues(record, found.addition_over_all.clues)}"
    if found.singles:
        yield f"single clues that will do: {_clues(record, found.singles[: 4 * SHOWN])}"
        yield from _more(len(found.singles), 4 * SHOWN)


def _sound(found: Sound, fields: dict[str, Any]) -> Iterator[str]:
    plain = found.puzzle.houses_only
    yield f"solution {fields['solution']}"
    redundant = [*fields["redundant"], *(rule.describe() for rule in found.spare)]
    if redundant:
        yield f"could go alone: {(' ' if plain else ', ').join(redundant)}"
    elif found.minimal:
        yield "minimal: no clue can go" if plain else "minimal: no clue and no rule can go"
    if found.of is not None:
        yield _of_kind(found.of)


def _of_kind(of: OfKind) -> str:
    """Whether the rules of a kind are needed."""
    number, kept = len(of.members), len(of.kept)
    if not number:
        return f"{of.kind}: the puzzle has no such rule"
    if of.needless:
        return f"{of.kind}: none of its {number} rules is needed"
    if kept == number and of.proven:
        return f"{of.kind}: all {number} rules are needed"
    fewest = "no fewer will do" if of.proven else f"at least {of.at_least} are needed"
    return f"{of.kind}: {kept} of its {number} rules are enough ({fewest}): {', '.join(r.describe() for r in of.kept)}"


def _symbol(record: Record, digit: int) -> str:
    board = record.puzzle.geometry
    return record.alphabet.symbol(digit, board.side) if board.layout is None else str(digit + board.lo - 1)


def _clue(record: Record, cell: int, digit: int) -> str:
    return f"{record.puzzle.geometry.name_of(cell)}={_symbol(record, digit)}"


def _clues(record: Record, clues: Iterable[tuple[int, int]]) -> str:
    return " ".join(_clue(record, *clue) for clue in clues)


def _solutions(drop: Drop) -> str:
    return "one solution" if drop.becomes == "unique" else f"{drop.count:,}{'' if drop.exact else ' or more'} solutions"


def _more(number: int, shown: int = SHOWN) -> Iterator[str]:
    if number > shown:
        yield f"... and {number - shown} more; --jsonl lists them all"
