"""`cpsudoku compare`: engines and encodings on the same puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from cpsudoku.cli import codes, rows
from cpsudoku.cli.options import LONGEST, JsonOptions, PuzzleInput, SeedOption, bundled, flag, number, option
from cpsudoku.cli.output import row_writer
from cpsudoku.cli.reading import looks_like_file
from cpsudoku.cli.terminal import progress, say
from cpsudoku.cli.terminal import table as text_table
from cpsudoku.engines.registry import ENGINES
from cpsudoku.errors import UsageError
from cpsudoku.formats import BadRow

if TYPE_CHECKING:
    from cpsudoku.board.puzzle import Puzzle
    from cpsudoku.comparison.table import Table

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


class Options(PuzzleInput, JsonOptions, SeedOption):
    """The options of the command."""

    engines: str = option(
        "--engines",
        "Comma-separated, with sat:NAME as for --engine: {engines}.",
        ",".join(ENGINES),
        words="engines",
    )
    encodings: str | None = option(
        "--encodings", "Comma-separated names or paths; each goes to the engines it suits.", words="encodings"
    )
    simplify: str | None = option(
        "--simplify", "singles, none, or both with a comma, for engines with that choice.", words="simplify"
    )
    task: str | None = option("--task", "unique (default), solve (default with --large), or count.", words="tasks")
    timeout: float = number("--timeout", "Seconds a puzzle and engine.", 10.0, above=0, most=LONGEST)
    repeat: int = number("--repeat", "Runs of each; the median counts.", 1, least=1, most=10_000)
    take: int | None = number("--take", "That many puzzles of each file, drawn by --seed.", least=1)
    shuffle: bool = flag("--shuffle", "Puzzles and engines in an order drawn by --seed.")
    pin: int | None = number("--pin", "The processor to run on, a number from 0.", least=0)
    memory: bool = flag("--memory", "Search once more, each engine in a process of its own, and measure its memory.")
    against: Path | None = option(
        "--against", "The results.json of an earlier run: what became slower (exit code 1) or faster."
    )
    large: bool = flag("--large", "Random boards of growing size instead of puzzles.")
    sides: str | None = option("--sides", "With --large: sides, comma-separated, up to 225.")
    fills: str | None = option("--fills", "With --large: shares of cells that are clues, comma-separated.")
    boards: int = number("--boards", "With --large: boards of each size and fill.", 3, least=1)
    export: Path | None = option("--export", "With --large: write the boards for other solvers instead.")
    jsonl: bool = flag("--jsonl --json", "One JSON object a line: the comparison, its runs, its results.")
    folder: Path | None = option("-o --output", "A folder for tables, plots (extra [plot]) and report.html.")

    @property
    def contestants(self) -> dict[str, Any]:
        """Engines, encodings and simplifications as `compare` takes them."""
        names = {"engines": self.engines, "encodings": self.encodings, "simplify": self.simplify}
        return {name: words(text) for name, text in names.items()}

    def grid(self) -> dict[str, Any]:
        """The sizes and fill ratios of random boards. Raises UsageError."""
        from cpsudoku.comparison.large import FILLS, SIDES

        return {
            "sides": numbers(self.sides, int, "--sides") if self.sides else list(SIDES),
            "geometry": self.geometry,
            "fills": numbers(self.fills, float, "--fills") if self.fills else list(FILLS),
            "boards": self.boards,
            "seed": self.seed,
        }


@bundled
def command(options: Options) -> None:
    """Run engines and encodings on the same puzzles, in turn, and tabulate their CPU times.

    Engines are those of --engine, clingo, z3, exact and pumpkin (extra [lab]), and outside:FILE, any program that a
    TOML file describes. If two engines of cpsudoku contradict each other, the run ends with an error that names the
    puzzle, and exit code 1. A wrong answer of an external program and a row that cannot be read are reported and
    counted, also with exit code 1; exit code 3 where some engine did not answer in time. Puzzles may have rules beyond
    houses: building the model then counts, and an engine that does not support a rule is recorded as having refused the
    puzzle.
    """
    from cpsudoku.comparison import regressions
    from cpsudoku.comparison.contestant import UNKNOWN, WRONG, line_up

    contestants = len(line_up(**options.contestants))
    unreadable: list[int] = []
    if options.sample is not None and options.sample.isdecimal():
        raise UsageError(
            f"--sample takes the name of a sample file; how many puzzles of each file: --take {options.sample}"
        )
    before = None if options.against is None else regressions.earlier(options.against)
    if options.large:
        if options.puzzles or options.sample:
            raise UsageError("--large makes its own boards: leave the puzzles out")
        if options.geometry is not None and (options.sides or options.geometry.layout is not None):
            raise UsageError("--large makes boards of --sides, or the one of --size, --regions and --extra")
        if options.export is not None:
            _export(options, options.export)
            return
        table = _large(options, contestants)
    else:
        table = _of_files(options, contestants, unreadable)
    changed = [] if before is None else regressions.changes(before, table.runs)
    with row_writer(None, (), options.form(), "comparison") as write:
        if write.is_text:
            write.lines(phases(table) if options.large else side_by_side(table))
        else:
            for kind, record in table.records():
                write.record(record, kind)
        for change in changed:
            write(asdict(change), [regressions.sentence(change)], kind="change")
    if options.folder is not None:
        from cpsudoku.comparison.report import write as write_report

        paths = write_report(table, options.folder, large=options.large)
        say(f"wrote {', '.join(path.name for path in paths)} in {options.folder}", options.quiet)
        if not any(path.suffix == ".svg" for path in paths):
            say("no plots: pip install 'cpsudoku[plot]' adds them", options.quiet)
    if unreadable or any(run.answer == WRONG for run in table.runs) or any(change.worse for change in changed):
        raise typer.Exit(codes.FINDING)
    raise typer.Exit(codes.UNKNOWN if any(run.answer == UNKNOWN for run in table.runs) else codes.OK)


def _of_files(options: Options, contestants: int, unreadable: list[int]) -> Table:
    """The comparison on the puzzles of the operands."""
    from cpsudoku.comparison.side_by_side import compare

    if options.sides or options.fills or options.export:
        raise UsageError("--sides, --fills and --export go with --large")
    sets = read_sets(options, unreadable)
    if unreadable and not any(sets.values()):
        raise typer.Exit(codes.FINDING)
    count = sum(min(len(members), options.take or len(members)) for members in sets.values())
    with progress("comparing", count * contestants * (1 + options.memory), options.quiet) as advance:
        return compare(
            sets,
            **options.contestants,
            task=options.task or "unique",
            advance=advance,
            **options.chosen("timeout", "repeat", "take", "seed", "shuffle", "pin", "memory"),
        )


def _large(options: Options, contestants: int) -> Table:
    """The comparison on random boards."""
    from cpsudoku.comparison.large import compare_large

    grid = options.grid()
    total = _boards(grid) * contestants * (1 + options.memory)
    with progress("comparing", total, options.quiet) as advance:
        return compare_large(
            **grid,
            **options.contestants,
            task=options.task or "solve",
            advance=advance,
            **options.chosen("timeout", "memory"),
        )


def _export(options: Options, folder: Path) -> None:
    """Write the random boards for other solvers."""
    from cpsudoku.comparison.large import ENCODING, write_family

    encodings = options.contestants["encodings"]
    if len(encodings) > 1:
        raise UsageError("--export writes one encoding: name one in --encodings")
    grid = options.grid()
    with progress("writing", _boards(grid), options.quiet) as advance:
        found = write_family(
            folder, **grid, encoding=encodings[0] if encodings else ENCODING, seconds=options.timeout, advance=advance
        )
    unique = sum(one.get("unique") is True for one in found)
    left = sum("left_out" in one for one in found)
    message = f"wrote {len(found) - left} boards in {folder}: {unique} unique, with proofs; {left} left out"
    say(message, options.quiet)


def _boards(grid: dict[str, Any]) -> int:
    """How many random boards there are."""
    sizes = 1 if grid["geometry"] else len(grid["sides"])
    count: int = sizes * len(grid["fills"]) * grid["boards"]
    return count


def side_by_side(table: Table) -> Iterator[str]:
    """The table, and below it what the statistics say."""
    from cpsudoku.comparison.analysis import sentences

    yield "\n".join([str(table), "", *sentences(table.analysis)]).rstrip()


def phases(table: Table) -> Iterator[str]:
    """Boards against engines, the hardest fill ratios, memory and growth; tables without rows are left out."""
    from cpsudoku.comparison import analysis
    from cpsudoku.comparison.summary import duration

    slowest = [
        [label, f"{side}x{side}", f"{fill:.2f}", duration(worst)]
        for label, side, fill, worst in analysis.hardest_solved(table.runs)
    ]
    parts: list[tuple[str, list[str], Sequence[Sequence[str]]]] = [
        ("median CPU time a board:", *analysis.phase_rows(table.runs)),
        ("the slowest fill ratio at which every board was solved:", ["engine", "board", "fill", "worst time"], slowest),
        (
            "the fill ratio with the greatest mean, and in how many resamples it has it:",
            *analysis.hardest_rows(table.runs, table.about.get("timeout")),
        ),
        ("most megabytes:", *analysis.memory_rows(table.memories)),
        ("time grows as the side to this power, at each fill ratio:", *analysis.growth_rows(table.runs)),
    ]
    for title, heads, body in parts:
        if body:
            yield f"{title}\n{text_table(heads, body, right=range(1, len(heads)))}\n"
    yield from analysis.growth_sentences(analysis.growths(table.runs))
    yield from table.footnotes()


def words(text: str | None) -> list[str]:
    """A comma-separated option; doubles are dropped."""
    return list(dict.fromkeys(word.strip() for word in (text or "").split(",") if word.strip()))


def numbers(text: str, kind: Callable[[str], N], option: str) -> list[N]:
    """A comma-separated option of numbers. Raises UsageError."""
    try:
        return [kind(word) for word in words(text)]
    except ValueError:
        raise UsageError(f"{option} {text!r}: numbers separated by commas") from None


def read_sets(options: Options, unreadable: list[int]) -> dict[str, list[Puzzle]]:
    """The puzzles of each operand, by its name; a row that cannot be read is reported, noted and left out."""
    found: dict[str, list[Puzzle]] = {}
    for operand in options.operands:
        is_file = operand != "-" and looks_like_file(operand)
        name = operand if operand == "-" else Path(operand).name.partition(".")[0] if is_file else "given"
        if name in found:
            name = operand if operand not in found else f"{operand} again"
        members = found.setdefault(name, [])
        for record in options.records([operand]):
            if isinstance(record, BadRow):
                message = rows.unreadable(rows.invalid(record)).replace(": invalid", ": left out", 1)
                say(f"{operand}, {message}", options.quiet)
                unreadable.append(record.row)
            else:
                members.append(record.puzzle)
    return found
