"""`cpsudoku diagnose`: why a puzzle is not what it should be, and what would mend it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cpsudoku.cli import common, rows
from cpsudoku.cli.bundles import PuzzleInput, bundled
from cpsudoku.cli.numbers import number
from cpsudoku.constraints.registry import kinds_of
from cpsudoku.formats import BadRow, Record
from cpsudoku.questions.diagnosis import CAP, Ambiguous, Broken, Diagnosis, Drop, OfKind, Sound, diagnose

if TYPE_CHECKING:
    pass

EXAMPLES = [
    "cpsudoku diagnose .1....7.6...5....2.5..3.1......4..34.2..........3.4....34...8.7.2..5......1..69..",
    "cpsudoku diagnose puzzles.txt --jsonl -o diagnoses.jsonl",
    "cpsudoku diagnose kropki.json --class kropki",
    "cpsudoku diagnose puzzles.txt --cap 1000 --timeout 5",
]
SHOWN = 6
"""Alternatives a person is shown; --jsonl gives them all."""


@bundled
def command(
    *,
    cap: Annotated[int, number("--cap", help="Solutions counted at most.", least=2)] = CAP,
    of: Annotated[
        str | None,
        typer.Option(
            "--class", help="Are all rules of a kind needed, and which: difference, killer ...", metavar="KIND"
        ),
    ] = None,
    timeout: common.Timeout = None,
    conflicts: common.Conflicts = None,
    source: PuzzleInput,
    jobs: common.Jobs = 1,
    dask: common.Dask = None,
    jsonl: common.JsonLines = False,
    out: common.Output = None,
    quiet: common.Quiet = False,
) -> None:
    """Say what ails puzzles: clues and rules that conflict, and what looks mistyped; or what to add; or what could go.

    Sets called smallest or fewest are proven so unless a limit is named. Exit code 1 where some puzzle is not unique
    or cannot be read, 3 where a limit left it open.
    """
    from functools import partial

    from cpsudoku.batch.parallel import in_order

    form = common.form_of(out, common.form_chosen(jsonl=jsonl))
    records = source.records(timeout)
    if of is not None:
        kinds_of(of)
    work = partial(_diagnosed, cap=cap, of=of, limits=common.limits_of(timeout, conflicts))
    verdicts = set()
    with (
        common.row_writer(out, source.operands, form, "diagnose") as write,
        common.progress("diagnosing", source.rows_expected, quiet) as advance,
    ):
        for record, found in in_order(work, records, jobs, dask):
            row = record_of(record, found)
            verdicts.add(row["verdict"])
            write(row, lines_of(record, found, row))
            advance(1)
    if verdicts - {"unique", "unknown"}:
        raise typer.Exit(common.FINDING)
    raise typer.Exit(common.UNKNOWN if "unknown" in verdicts else common.OK)


def _diagnosed(record: Record | BadRow, **options: Any) -> Diagnosis | str:
    """The diagnosis of a row, or the message where there is none."""
    if isinstance(record, BadRow):
        return str(record.error)
    found = diagnose(record.puzzle, **options)
    return found if isinstance(found, Diagnosis) else found.why


def record_of(record: Record | BadRow, found: Diagnosis | str) -> dict[str, Any]:
    """A row as the JSON keys of the command."""
    if isinstance(record, BadRow):
        return rows.invalid(record)
    fields = rows.head(record)
    if isinstance(found, str):
        return fields | {"verdict": "unknown", "message": found}
    fields = found.to_dict() | fields
    for key, solution in found.solutions.items():
        fields[key] = solution.line(record.alphabet)
    return fields


def lines_of(record: Record | BadRow, found: Diagnosis | str, fields: dict[str, Any]) -> Iterator[str]:
    """The diagnosis for people."""
    head = f"row {fields['row']}: {fields['verdict']}"
    if isinstance(record, BadRow):
        yield rows.unreadable(fields)
        return
    if isinstance(found, str):
        yield f"{head}: {fields['message']}"
        return
    yield f"{head}: {rows.one_line(fields)}"
    geometry = record.puzzle.geometry
    if not record.puzzle.houses_only:
        yield from _with_constraints(found, fields)
        return

    def shown(clues: Iterable[tuple[int, int]]) -> str:
        return " ".join(f"{geometry.name_of(c)}={record.alphabet.symbol(d, geometry.side)}" for c, d in clues)

    match found:
        case Broken():
            together = shown((cell, record.puzzle.cells[cell]) for cell in found.conflict.cells)
            fewest = "no fewer do" if found.conflict.proven else "perhaps fewer do"
            yield f"  {len(found.conflict.cells)} clues conflict ({fewest}): {together}"
            yield f"  by the rules of {', '.join(found.conflict.houses) or 'one digit a cell'}"
            for repair in found.repairs[:SHOWN]:
                old, new = (
                    record.alphabet.symbol(d, geometry.side) for d in (record.puzzle.cells[repair.cell], repair.digit)
                )
                yield f"  {geometry.name_of(repair.cell)} looks mistyped: with {new} instead of {old} it is unique"
            for drop in found.drops[:SHOWN]:
                yield f"  without {' '.join(map(geometry.name_of, drop.cells))} it has {_solutions(drop)}"
            yield from _more(len(found.drops))
        case Ambiguous():
            yield f"  {found.count:,}{'' if found.exact else ' or more'} solutions; {len(found.differ)} cells differ"
            for pattern in found.deadly[:3]:
                yield f"  deadly pattern of {len(pattern)} cells: {' '.join(map(geometry.name_of, pattern))}"
            if found.addition is not None:
                fewest = "no fewer clues leave" if found.addition.proven else "perhaps fewer clues leave"
                yield f"  unique with {shown(found.addition.clues)} ({fewest} the solution {fields['solution']})"
            if found.addition_over_all:
                yield f"  over all solutions the fewest clues to add: {shown(found.addition_over_all.clues)}"
            if found.singles:
                yield f"  single clues that will do: {shown(found.singles[: 4 * SHOWN])}"
                yield from _more(len(found.singles), 4 * SHOWN)
        case Sound():
            yield f"  solution {fields['solution']}"
            yield "  minimal: no clue can go" if found.minimal else f"  could go alone: {' '.join(fields['redundant'])}"
    if found.partial:
        yield f"  {found.cut_short}"


def _with_constraints(found: Diagnosis, fields: dict[str, Any]) -> Iterator[str]:
    """What is said of a puzzle with constraints."""
    puzzle = found.puzzle
    geometry = puzzle.geometry
    match found:
        case Broken():
            conflict = found.conflict
            clues = [f"{geometry.name_of(c)}={puzzle.cells[c] + geometry.lo - 1}" for c in conflict.cells]
            rules = [rule.describe() for rule in conflict.constraints]
            counts = [
                f"{len(part)} {word}{'s' * (len(part) != 1)}"
                for part, word in ((clues, "clue"), (rules, "rule"))
                if part
            ]
            sure = "no fewer do" if conflict.proven else "perhaps fewer do"
            if len(clues) + len(rules) == 1:
                yield f"  {counts[0]} cannot be kept, whatever the others are: {(clues + rules)[0]}"
            elif counts:
                yield f"  {' and '.join(counts)} conflict ({sure}): {', '.join([*clues, *rules])}"
            else:
                yield "  the houses alone cannot be filled"
            yield from _mended(found)
        case Ambiguous(second=second):
            many, differ = f"{found.count:,}{'' if found.exact else ' or more'} solutions", " ".join(fields["differ"])
            yield f"  {many}; these two differ in {len(found.differ)} cells: {differ}"
            yield f"  {fields['solution']}"
            yield f"  {second.line() if second is not None else ''}"
            if found.addition is not None:
                added = " ".join(f"{geometry.name_of(c)}={d + geometry.lo - 1}" for c, d in found.addition.clues)
                fewest = "no fewer clues leave" if found.addition.proven else "perhaps fewer clues leave"
                yield f"  unique with {added} ({fewest} the first)"
            if found.added_rules is not None:
                marks = ", ".join(rule.describe() for rule in found.added_rules.constraints)
                fewest = "no fewer of these kinds leave" if found.added_rules.proven else "perhaps fewer leave"
                yield f"  unique with {marks} ({fewest} the first)"
        case Sound():
            yield f"  solution {fields['solution']}"
            could = [*fields["redundant"], *(rule.describe() for rule in found.spare)]
            if could:
                yield f"  could go alone: {', '.join(could)}"
            elif found.minimal:
                yield "  minimal: no clue and no rule can go"
            if found.of is not None:
                yield from _of_kind(found.of)
    if found.partial:
        yield f"  {found.cut_short}"


def _mended(found: Broken) -> Iterator[str]:
    """What is mistyped, perhaps, and what to drop, of a puzzle with constraints."""
    geometry = found.puzzle.geometry
    lo = geometry.lo - 1
    for repair in found.repairs[:SHOWN]:
        name, old = geometry.name_of(repair.cell), found.puzzle.cells[repair.cell] + lo
        yield f"  {name} looks mistyped: with {repair.digit + lo} instead of {old} it is unique"
    for change in found.rule_repairs[:SHOWN]:
        turned = change.instead == change.rule.turned()
        seen, then = ("the wrong way round", "turned") if turned else ("mistyped", f"with {change.instead.describe()}")
        yield f"  {change.rule.describe()} looks {seen}: it is unique {then}"
    for drop in found.drops[:SHOWN]:
        gone = [*map(geometry.name_of, drop.cells), *(rule.describe() for rule in drop.constraints)]
        yield f"  without {', '.join(gone)} it has {_solutions(drop)}"
    yield from _more(len(found.drops))


def _of_kind(of: OfKind) -> Iterator[str]:
    """Whether the rules of a kind are needed."""
    number, kept = len(of.members), len(of.kept)
    if not number:
        yield f"  {of.kind}: the puzzle has no such rule"
        return
    if of.needless:
        yield f"  {of.kind}: none of its {number} rules is needed"
        return
    if kept == number and of.proven:
        yield f"  {of.kind}: all {number} rules are needed"
        return
    fewest = "no fewer will do" if of.proven else f"at least {of.at_least} are needed"
    yield f"  {of.kind}: {kept} of its {number} rules are enough ({fewest}): {', '.join(r.describe() for r in of.kept)}"


def _solutions(drop: Drop) -> str:
    return "one solution" if drop.becomes == "unique" else f"{drop.count:,}{'' if drop.exact else ' or more'} solutions"


def _more(number: int, shown: int = SHOWN) -> Iterator[str]:
    if number > shown:
        yield f"  ... and {number - shown} more; --jsonl lists them all"
