"""`cpsudoku encodings`: the catalog of encodings, one definition, or an encoded puzzle for another solver."""

from __future__ import annotations

from dataclasses import asdict
from functools import cached_property
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import typer

from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.cli import codes
from cpsudoku.cli.options import (
    LONGEST,
    Bundle,
    FormatOptions,
    JsonOptions,
    SeedOption,
    SquareOptions,
    argument,
    bundled,
    number,
    option,
)
from cpsudoku.cli.output import output, row_writer
from cpsudoku.cli.reading import chunks_of
from cpsudoku.cli.terminal import progress, say, table
from cpsudoku.errors import UsageError, file_errors
from cpsudoku.formats import Record
from cpsudoku.formats.front import singly
from cpsudoku.formula import catalog
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.exporters import export

if TYPE_CHECKING:
    from cpsudoku.comparison.combining import Candidate
    from cpsudoku.techniques.step import Step

EXAMPLES = [
    "cpsudoku encodings",
    "cpsudoku encodings show triad",
    "cpsudoku encodings export extended puzzle.txt --to dimacs -o puzzle.cnf",
    "cpsudoku encodings export cp-alldifferent --size 2x3 --to minizinc",
    "cpsudoku encodings strength extended triad mine.toml",
    "cpsudoku encodings search -o front",
]
NAME = "A name in the catalog, or the path of a definition."

app = typer.Typer(help="List the encodings, show a definition, export an encoded puzzle.")


class ListOptions(SquareOptions, JsonOptions):
    """The options of the list."""


@app.callback(invoke_without_command=True)
@bundled
def listing(context: typer.Context, options: ListOptions) -> None:
    """List the encodings with their sizes on an empty board (9x9, or the one the options name)."""
    if context.invoked_subcommand is not None:
        return
    geometry = options.geometry or CLASSIC
    found = [(encoding, *sizes(encoding, geometry)) for encoding in map(catalog.load, catalog.names())]
    with row_writer(None, (), options.form(), "encoding") as write:
        if write.is_text:
            lines = [(e.name, e.source, f"{variables:,}", _words(e, clauses)) for e, variables, clauses in found]
            title = f"Encodings; sizes on the empty {geometry} board"
            write.lines([table(["name", "source", "variables", "clauses"], lines, title, right=(2, 3))])
            return
        for e, variables, clauses in found:
            size = {"variables": variables, "clauses": clauses}
            write.record({"name": e.name, "target": e.target, **size, "summary": e.summary, "source": e.source})


class ShowOptions(Bundle):
    """The options of `show`."""

    name: str = argument("NAME", NAME)


@app.command()
@bundled
def show(options: ShowOptions) -> None:
    """Print a definition as it is written."""
    typer.echo(catalog.text_of(options.name), nl=False)


class ExportOptions(SquareOptions, FormatOptions):
    """The options of `export`."""

    name: str = argument("NAME", NAME)
    puzzle: str | None = argument(
        "[PUZZLE]", "A file with one puzzle, - for standard input, or a puzzle itself; none: empty.", None
    )
    to: str = option("--to", "The language: {languages}.", "dimacs", words="languages")
    out: Path | None = option("-o --output", "Write here.", metavar="FILE")


@app.command("export")
@bundled
def export_command(options: ExportOptions) -> None:
    """Write an encoded puzzle for another solver; comments say what each variable means."""
    lines = export(catalog.load(options.name), _puzzle(options), options.to)
    first = next(lines)  # what cannot be expressed is reported before the output file is touched
    with output(options.out) as file:
        for line in chain([first], lines):
            file.write(line + "\n")


def _puzzle(options: ExportOptions) -> Puzzle:
    """The puzzle to export. Raises UsageError; ends the command where it cannot be read."""
    if options.puzzle is None:
        board = options.geometry or CLASSIC
        return Puzzle(bytes(board.size), board)
    read = list(singly(chunks_of([options.puzzle], geometry=options.geometry, **options.how_to_read)))
    if len(read) != 1:
        raise UsageError(f"{options.puzzle}: {len(read)} puzzles; export takes one")
    if not isinstance(read[0], Record):
        say(f"row {read[0].row}: {read[0].error}")
        raise typer.Exit(codes.FINDING)
    return read[0].puzzle


class StateOptions(JsonOptions, SeedOption):
    """The options of commands that try encodings on states of puzzles."""

    each: int = number("--each", "States of each technique.", 30, least=1, most=10_000)
    timeout: float | None = number(
        "--timeout", "Seconds in all; what was not reached is left out.", above=0, most=LONGEST
    )

    @cached_property
    def until(self) -> float | None:
        """The moment at which the time is up, which begins at the first question."""
        return None if self.timeout is None else perf_counter() + self.timeout

    def states(self) -> dict[str, list[Step]]:
        """The states; half of the time may go into finding them."""
        from cpsudoku.comparison.strength import states

        until = None if self.until is None or self.timeout is None else self.until - self.timeout / 2
        return states(each=self.each, seed=self.seed, until=until)

    def end(self) -> None:
        """Ends the command with the exit code of a limit where the time is up."""
        if self.until is not None and perf_counter() >= self.until:
            raise typer.Exit(codes.UNKNOWN)


class StrengthOptions(StateOptions):
    """The options of `strength`."""

    names: list[str] | None = argument(
        "[NAMES]...", "Names in the catalog, or paths; none: all encodings for SAT.", None
    )


@app.command("strength")
@bundled
def strength_command(options: StrengthOptions) -> None:
    """Which human techniques an encoding's propagation reproduces: percent by unit propagation / by failed literals.

    States are points of solution paths of the sample puzzles, an equal number of each technique; propagation must find
    everything that Sudoku Explainer concludes there. --seed draws them. The figures do not depend on the machine.
    """
    from cpsudoku.comparison.strength import strengths
    from cpsudoku.comparison.strength import table as strength_table

    encodings = [catalog.load(name) for name in options.names or catalog.names("cnf")]
    with progress("finding states", None, options.quiet):
        states = options.states()
    with progress("measuring encodings", len(encodings), options.quiet) as advance:
        found = strengths(encodings, states, until=options.until, advance=advance)
    with row_writer(None, (), options.form(), "strength") as write:
        if not write.is_text:
            for one in found:
                write.record(asdict(one))
        elif not found:
            say("the time was up before an encoding was measured", options.quiet)
        else:
            heads, body = strength_table(found)
            write.lines([table(heads, body, right=range(1, len(heads)))])
            write.lines(["percent of the states by unit propagation / by failed literals"])
    options.end()


class SearchOptions(StateOptions):
    """The options of `search`."""

    each: int = number("--each", "States of each technique.", 10, least=1, most=10_000)
    folder: Path | None = option("-o --output", "A folder for the encodings found, a TOML file each.")


@app.command("search")
@bundled
def search_command(options: SearchOptions) -> None:
    """Combine the words of the vocabulary, and keep the encodings that are Pareto-optimal in size, strength and time.

    Every correct combination (288 solutions on the empty 4x4 board) is measured: clauses at 9x9, the share of states
    whose step unit propagation reproduces, and the median CPU time of uniqueness on the full formula by CaDiCaL over 12
    hard puzzles ("> 500 ms": half of them took longer). Times within 15 % count as equal. Takes some minutes; times
    depend on the machine.
    """
    from cpsudoku.comparison.combining import combinations, search

    with progress("combining", sum(1 for _ in combinations()), options.quiet) as advance:
        front, right, every = search(found=options.states(), until=options.until, advance=advance)
    with row_writer(None, (), options.form(), "combination") as write:
        if write.is_text:
            heads = ["cell, house, structure, at-most-one", "variables", "clauses", "strength", "time"]
            write.lines([table(heads, map(_figures, front), right=range(1, 5))])
            write.lines([f"{len(front)} of {right} right combinations are outdone by none; {every} were tried"])
        else:
            for one in front:
                write.record(one.to_dict())
    if options.folder is not None:
        with file_errors(options.folder):
            options.folder.mkdir(parents=True, exist_ok=True)
            for one in front:
                (options.folder / (one.name.replace(" ", "-") + ".toml")).write_text(one.toml(), encoding="utf-8")
        say(f"wrote {len(front)} files in {options.folder}", options.quiet)
    options.end()


def _figures(one: Candidate) -> tuple[str, ...]:
    """A combination's row of the table."""
    time = f"{'> ' * one.stopped}{1000 * one.seconds:.2f} ms"
    return one.name, f"{one.variables:,}", f"{one.clauses:,}", f"{one.strength:.1%}", time


def sizes(encoding: Encoding, geometry: Geometry) -> tuple[int, int]:
    """Variables, and clauses with native at-most constraints (target cp: constraints)."""
    from cpsudoku.formula.clauses import formula
    from cpsudoku.formula.rules import rules

    if encoding.target == "cp":
        stated = rules(encoding, geometry)
        return stated.variables, len(stated.groups)
    clauses = formula(encoding, geometry)
    return clauses.variables, len(clauses.clauses) + len(clauses.atmosts)


def _words(encoding: Encoding, clauses: int) -> str:
    constraints = encoding.target == "cp" or encoding.at_most_one == "native"
    return f"{clauses:,} constraints" if constraints else f"{clauses:,}"
