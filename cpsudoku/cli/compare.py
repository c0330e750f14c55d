"""`cpsudoku compare`: engines and encodings on the same puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.cli import common, phases, rows
from cpsudoku.cli.numbers import number
from cpsudoku.comparison import regressions
from cpsudoku.comparison.answers import UNKNOWN, WRONG
from cpsudoku.comparison.contestant import DEFAULT_ENGINES, line_up
from cpsudoku.comparison.table import Table
from cpsudoku.errors import UsageError
from cpsudoku.formats import BadRow

N = TypeVar("N", int, float)

EXAMPLES = [
    "cpsudoku compare puzzles.txt",
    "cpsudoku compare 17_clue.txt hardest.txt --engines sat,sat:glucose4,bitmask --take 100 -o results",
    "cpsudoku compare puzzles.txt --engines sat,cp-sat --encodings extended,triad,cp-alldifferent",
    "cpsudoku compare killers.jsonl --engines sat,cp-sat --encodings mine.toml --jsonl",
    "cpsudoku compare --sample 17-clue --engines sat,clingo,outside:kissat.toml --shuffle --pin 0 -o results",
    "cpsudoku compare --sample hard --engines sat,cp-sat,bitmask --memory",
    "cpsudoku compare --sample 17-clue --against results/results.json",
    "cpsudoku compare --large --sides 9,16,25,36 --timeout 10 -o phases",
    "cpsudoku compare --large --size 3x4 --fills 0.3,0.4 --export family",
]


def command(
    puzzles: common.OptionalOperands = None,
    engines: Annotated[
        str, typer.Option("--engines", help="Comma-separated, as --engine takes them: sat,sat:glucose4,cp-sat,...")
    ] = ",".join(DEFAULT_ENGINES),
    encodings: Annotated[
        str | None,
        typer.Option("--encodings", help="Comma-separated names or paths; each goes to the engines it suits."),
    ] = None,
    simplify: Annotated[
        str | None,
        typer.Option("--simplify", help="singles, none, or both with a comma, for engines with that choice."),
    ] = None,
    task: Annotated[
        str | None, typer.Option("--task", help="unique (default), solve (default with --large), or count.")
    ] = None,
    timeout: Annotated[
        float, number("--timeout", help="Seconds a puzzle and engine.", above=0, most=common.LONGEST)
    ] = 10.0,
    repeat: Annotated[int, number("--repeat", help="Runs of each; the median counts.", least=1, most=10_000)] = 1,
    sample: Annotated[
        str | None, typer.Option("--sample", help="A sample file of the package; a wrong name lists them.")
    ] = None,
    take: Annotated[
        int | None, number("--take", help="That many puzzles of each file, drawn by --seed.", least=1)
    ] = None,
    seed: common.Seed = 0,
    shuffle: Annotated[
        bool, typer.Option("--shuffle", help="Puzzles and engines in an order drawn by --seed.")
    ] = False,
    pin: Annotated[int | None, number("--pin", help="The processor to run on, a number from 0.", least=0)] = None,
    memory: Annotated[
        bool,
        typer.Option("--memory", help="Search once more, each engine in a process of its own, and tell its memory."),
    ] = False,
    against: Annotated[
        Path | None,
        typer.Option(
            "--against", help="The results.json of an earlier run: what became slower (exit code 1) or faster."
        ),
    ] = None,
    large: Annotated[bool, typer.Option("--large", help="Random boards of growing size instead of puzzles.")] = False,
    sides: Annotated[
        str | None, typer.Option("--sides", help="With --large: sides, comma-separated, up to 225.")
    ] = None,
    fills: Annotated[
        str | None, typer.Option("--fills", help="With --large: shares of cells that are clues, comma-separated.")
    ] = None,
    boards: Annotated[int, number("--boards", help="With --large: boards of each size and fill.", least=1)] = 3,
    export: Annotated[
        Path | None,
        typer.Option("--export", help="With --large: write the boards for other solvers instead."),
    ] = None,
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
    out: Annotated[
        Path | None, typer.Option("-o", "--output", help="A folder for tables, plots (extra \\[plot]) and report.html.")
    ] = None,
    jsonl: Annotated[
        bool, typer.Option("--jsonl", "--json", help="One JSON object a line: the comparison, its runs, its results.")
    ] = False,
    quiet: common.Quiet = False,
) -> None:
    """Run engines and encodings over the same puzzles, in turns, and tabulate their CPU times.

    Engines are those of --engine, clingo, z3, exact and pumpkin (extra \\[lab]), and outside:FILE, any program that a
    TOML
    file describes. Any two answers of ours that cannot both be right end the run with an error that names the puzzle,
    and
    exit code 1; a wrong answer of a program is named and counted, exit code 1, too, as is a row that cannot be read;
    exit code 3 where some engine did not answer in time. Puzzles may have rules beyond houses: making the model then
    counts, and an engine that does not serve a rule is said to have refused the puzzle.
    """
    names = words(engines)
    chosen = words(encodings)
    stages = words(simplify)
    contestants = len(line_up(names, chosen, stages))
    unreadable: list[int] = []
    if sample is not None and sample.isdecimal():
        raise UsageError(f"--sample takes the name of a sample file; how many puzzles of each file: --take {sample}")
    before = None if against is None else regressions.earlier(against)
    if large:
        if puzzles or sample:
            raise UsageError("--large makes its own boards: leave the puzzles out")
        own = common.geometry_of(size, regions, extra, board, digits)
        if own is not None and (sides or own.layout is not None):
            raise UsageError("--large makes boards of --sides, or the one of --size, --regions and --extra")
        if export is not None:
            _exported(export, chosen, own, sides, fills, boards, timeout, seed, quiet)
            return
        table = _large(
            names, chosen, stages, task, timeout, seed, own, sides, fills, boards, contestants, memory, quiet
        )
    else:
        if sides or fills or export:
            raise UsageError("--sides, --fills and --export go with --large")
        geometry = common.geometry_of(size, regions, extra, board, digits)
        stated = common.rules_of(rule, rules)
        sets = read_sets(
            common.operands_of(puzzles, sample), geometry, format, alphabet, column, quiet, unreadable, stated
        )
        if unreadable and not any(sets.values()):
            raise typer.Exit(common.FINDING)
        from cpsudoku.comparison.side_by_side import compare

        count = sum(min(len(members), take or len(members)) for members in sets.values())
        with common.progress("comparing", count * contestants * (1 + memory), quiet) as advance:
            table = compare(
                sets,
                engines=names,
                encodings=chosen,
                simplify=stages,
                task=task or "unique",
                timeout=timeout,
                repeat=repeat,
                take=take,
                seed=seed,
                shuffle=shuffle,
                pin=pin,
                memory=memory,
                advance=advance,
            )
    changed = [] if before is None else regressions.changes(before, table.runs)
    with common.output(None) as file:
        if jsonl:
            for kind, made in table.records():
                print(common.json_line(kind, made), file=file)
        else:
            print(phases.told(table) if large else side_by_side(table), file=file)
        for change in changed:
            print(common.json_line("change", change.to_dict()) if jsonl else regressions.said(change), file=file)
    if out is not None:
        from cpsudoku.comparison.report import write

        paths = write(table, out, large=large)
        common.say(f"wrote {', '.join(path.name for path in paths)} in {out}", quiet)
        if not any(path.suffix == ".svg" for path in paths):
            common.say("no plots: pip install 'cpsudoku[plot]' adds them", quiet)
    if unreadable or any(run.answer == WRONG for run in table.runs) or any(change.worse for change in changed):
        raise typer.Exit(common.FINDING)
    raise typer.Exit(common.UNKNOWN if any(run.answer == UNKNOWN for run in table.runs) else common.OK)


def _large(
    names: list[str],
    encodings: list[str],
    simplify: list[str],
    task: str | None,
    timeout: float,
    seed: int,
    own: Geometry | None,
    sides: str | None,
    fills: str | None,
    boards: int,
    contestants: int,
    memory: bool,
    quiet: bool,
) -> Table:
    from cpsudoku.comparison.large import compare_large

    chosen_sides, chosen_fills = _grid(sides, fills)
    total = (1 if own else len(chosen_sides)) * len(chosen_fills) * boards * contestants * (1 + memory)
    with common.progress("comparing", total, quiet) as advance:
        return compare_large(
            sides=chosen_sides,
            geometry=own,
            fills=chosen_fills,
            boards=boards,
            engines=names,
            encodings=encodings,
            simplify=simplify,
            task=task or "solve",
            timeout=timeout,
            seed=seed,
            memory=memory,
            advance=advance,
        )


def _grid(sides: str | None, fills: str | None) -> tuple[list[int], list[float]]:
    """The sizes and fill ratios that --sides and --fills name, else the usual ones. Raises UsageError."""
    from cpsudoku.comparison.large import FILLS, SIDES

    return (
        numbers(sides, int, "--sides") if sides else list(SIDES),
        numbers(fills, float, "--fills") if fills else list(FILLS),
    )


def _exported(
    folder: Path,
    encodings: list[str],
    own: Geometry | None,
    sides: str | None,
    fills: str | None,
    boards: int,
    timeout: float,
    seed: int,
    quiet: bool,
) -> None:
    from cpsudoku.comparison.family import ENCODING, write_family

    if len(encodings) > 1:
        raise UsageError("--export writes one encoding: name one in --encodings")
    chosen_sides, chosen_fills = _grid(sides, fills)
    total = (1 if own else len(chosen_sides)) * len(chosen_fills) * boards
    with common.progress("writing", total, quiet) as advance:
        found = write_family(
            folder,
            sides=chosen_sides,
            geometry=own,
            fills=chosen_fills,
            boards=boards,
            encoding=encodings[0] if encodings else ENCODING,
            seconds=timeout,
            seed=seed,
            advance=advance,
        )
    unique = sum(one.get("unique") is True for one in found)
    left = sum("left_out" in one for one in found)
    common.say(f"wrote {len(found) - left} boards in {folder}: {unique} unique, with proofs; {left} left out", quiet)


def side_by_side(table: Table) -> str:
    """The table, and below it what the statistics say."""
    from cpsudoku.comparison.analysis import said

    return "\n".join([str(table), "", *said(table.analysis)]).rstrip()


def words(text: str | None) -> list[str]:
    """A comma-separated option; doubles are dropped."""
    return list(dict.fromkeys(word.strip() for word in (text or "").split(",") if word.strip()))


def numbers(text: str, kind: Callable[[str], N], option: str) -> list[N]:
    """A comma-separated option of numbers. Raises UsageError."""
    try:
        return [kind(word) for word in words(text)]
    except ValueError:
        raise UsageError(f"{option} {text!r}: numbers separated by commas") from None


def read_sets(
    operands: Iterable[str],
    geometry: Geometry | None,
    format: str | None,
    alphabet: str | None,
    column: str | None,
    quiet: bool,
    unreadable: list[int],
    stated: tuple[common.Stated, ...] = (),
) -> dict[str, list[Puzzle]]:
    """The puzzles of each operand, by its name; a row that cannot be read is told, noted and left out."""
    found: dict[str, list[Puzzle]] = {}
    for operand in operands:
        name = operand if operand == "-" else Path(operand).name.partition(".")[0] if _is_file(operand) else "given"
        if name in found:
            name = operand if operand not in found else f"{operand} again"
        members = found.setdefault(name, [])
        for record in common.records_of(
            [operand], geometry=geometry, format=format, alphabet=alphabet, column=column, rules=stated
        ):
            if isinstance(record, BadRow):
                said = rows.unreadable(rows.invalid(record)).replace(": invalid", ": left out", 1)
                common.say(f"{operand}, {said}", quiet)
                unreadable.append(record.row)
            else:
                members.append(record.puzzle)
    return found


def _is_file(operand: str) -> bool:
    return operand != "-" and common.looks_like_file(operand)
