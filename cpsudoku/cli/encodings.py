"""`cpsudoku encodings`: the catalog of encodings, one definition, or an encoded puzzle for another solver."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.cli import common
from cpsudoku.cli.numbers import number
from cpsudoku.errors import UsageError
from cpsudoku.formats import Record
from cpsudoku.formula import catalog
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.exporters import EXPORTERS, export

EXAMPLES = [
    "cpsudoku encodings",
    "cpsudoku encodings show triad",
    "cpsudoku encodings export extended puzzle.txt --to dimacs -o puzzle.cnf",
    "cpsudoku encodings export cp-alldifferent --size 2x3 --to minizinc",
    "cpsudoku encodings strength extended triad mine.toml",
    "cpsudoku encodings search -o front",
]
COLUMNS = ("name", "target", "variables", "clauses", "summary", "source")

Until = Annotated[
    float | None,
    number(
        "--timeout",
        help="Seconds in all; what was not reached is left out.",
        above=0,
        most=common.LONGEST,
    ),
]

app = typer.Typer(help="List the encodings, show a definition, export an encoded puzzle.")


@app.callback(invoke_without_command=True)
def listing(
    context: typer.Context,
    size: common.Size = None,
    regions: common.Regions = None,
    extra: common.Extra = None,
    jsonl: common.JsonLines = False,
) -> None:
    """List the encodings with their sizes on an empty board (9x9, or the one the options name)."""
    if context.invoked_subcommand is not None:
        return
    geometry = common.geometry_of(size, regions, extra) or CLASSIC
    found = [(encoding, sizes(encoding, geometry)) for encoding in map(catalog.load, catalog.names())]
    if jsonl:
        for encoding, (variables, clauses) in found:
            row = (encoding.name, encoding.target, variables, clauses, encoding.summary, encoding.source)
            typer.echo(common.json_line("encoding", dict(zip(COLUMNS, row))))
        return
    rows = [(e.name, e.source, f"{variables:,}", _words(e, clauses)) for e, (variables, clauses) in found]
    heads = ["name", "source", "variables", "clauses"]
    typer.echo(common.table(heads, rows, title=f"Encodings; sizes on the empty {geometry} board", right=(2, 3)))


@app.command()
def show(name: Annotated[str, typer.Argument(help="A name in the catalog, or the path of a definition.")]) -> None:
    """Print a definition as it is written."""
    typer.echo(catalog.text_of(name), nl=False)


@app.command("export")
def export_command(
    name: Annotated[str, typer.Argument(help="A name in the catalog, or the path of a definition.")],
    puzzle: Annotated[
        str | None,
        typer.Argument(help="A file with one puzzle, - for standard input, or a puzzle itself; none: empty."),
    ] = None,
    to: Annotated[str, typer.Option("--to", help=f"The language: {', '.join(EXPORTERS)}.")] = "dimacs",
    size: common.Size = None,
    regions: common.Regions = None,
    extra: common.Extra = None,
    format: common.Format = None,
    alphabet: common.AlphabetName = None,
    out: common.Output = None,
) -> None:
    """Write an encoded puzzle for another solver; comments say what each variable means."""
    encoding = catalog.load(name)
    geometry = common.geometry_of(size, regions, extra)
    if puzzle is None:
        board = geometry or CLASSIC
        wanted = Puzzle(bytes(board.size), board)
    else:
        read = list(common.records_of([puzzle], geometry=geometry, format=format, alphabet=alphabet))
        if len(read) != 1:
            raise UsageError(f"{puzzle}: {len(read)} puzzles; export takes one")
        if not isinstance(read[0], Record):
            common.say(f"row {read[0].row}: {read[0].error}")
            raise typer.Exit(common.FINDING)
        wanted = read[0].puzzle
    lines = export(encoding, wanted, to)
    first = next(lines)  # what cannot be expressed is said before the output file is touched
    with common.output(out) as file:
        for line in chain([first], lines):
            file.write(line + "\n")


@app.command("strength")
def strength_command(
    names: Annotated[
        list[str] | None, typer.Argument(help="Names in the catalog, or paths; none: all encodings for SAT.")
    ] = None,
    each: Annotated[int, number("--each", help="States of each technique.", least=1, most=10_000)] = 30,
    seed: common.Seed = 0,
    timeout: Until = None,
    jsonl: common.JsonLines = False,
    quiet: common.Quiet = False,
) -> None:
    """Which human techniques an encoding's propagation reproduces: percent by unit propagation / by failed literals.

    States are points of solution paths of the sample puzzles, an equal number of each technique; what Sudoku Explainer
    concludes there must be found, all of it. --seed draws them. The figures depend on no machine.
    """
    from cpsudoku.comparison.strength import states, strengths, table

    encodings = [catalog.load(name) for name in names or catalog.names("cnf")]
    started = perf_counter()
    until = None if timeout is None else started + timeout
    with common.progress("finding states", None, quiet):
        found = states(each=each, seed=seed, until=None if timeout is None else started + timeout / 2)
    with common.progress("asking encodings", len(encodings), quiet) as advance:
        found_strengths = strengths(encodings, found, until=until, advance=advance)
    with common.output(None) as file:
        if jsonl:
            for one in found_strengths:
                print(common.json_line("strength", one.to_dict()), file=file)
        elif not found_strengths:
            common.say("the time was up before an encoding was asked", quiet)
        else:
            heads, body = table(found_strengths)
            print(common.table(heads, body, right=range(1, len(heads))), file=file)
            print("percent of the states by unit propagation / by failed literals", file=file)
    if until is not None and perf_counter() >= until:
        raise typer.Exit(common.UNKNOWN)


@app.command("search")
def search_command(
    out: Annotated[
        Path | None, typer.Option("-o", "--output", help="A folder for the encodings found, a TOML file each.")
    ] = None,
    each: Annotated[int, number("--each", help="States of each technique.", least=1, most=10_000)] = 10,
    seed: common.Seed = 0,
    timeout: Until = None,
    jsonl: common.JsonLines = False,
    quiet: common.Quiet = False,
) -> None:
    """Combine the words of the vocabulary, and keep the encodings that none outdoes in size, strength and time at once.

    Every combination whose formula is right (288 solutions on the empty 4x4 board) is measured: clauses at 9x9, the
    share of states whose step unit propagation reproduces, and the median CPU time of uniqueness on the full formula by
    CaDiCaL over 12 hard puzzles ("> 500 ms": half of them took longer). Times within 15 % count as the same. Takes some
    minutes; times depend on the machine.
    """
    from cpsudoku.comparison.combining import combinations, search
    from cpsudoku.comparison.strength import states

    started = perf_counter()
    until = None if timeout is None else started + timeout
    with common.progress("combining", sum(1 for _ in combinations()), quiet) as advance:
        found = states(each=each, seed=seed, until=None if timeout is None else started + timeout / 2)
        front, right, every = search(found=found, until=until, advance=advance)
    with common.output(None) as file:
        for one in front if jsonl else ():
            print(common.json_line("combination", one.to_dict()), file=file)
        if not jsonl:
            rows = [
                (
                    one.name,
                    f"{one.variables:,}",
                    f"{one.clauses:,}",
                    f"{one.strength:.1%}",
                    f"{'> ' * one.stopped}{1000 * one.seconds:.2f} ms",
                )
                for one in front
            ]
            heads = ["cell, house, structure, at-most-one", "variables", "clauses", "strength", "time"]
            print(common.table(heads, rows, right=range(1, 5)), file=file)
            print(f"{len(front)} of {right} right combinations are outdone by none; {every} were tried", file=file)
    if out is not None:
        try:
            out.mkdir(parents=True, exist_ok=True)
            for one in front:
                (out / (one.name.replace(" ", "-") + ".toml")).write_text(one.toml(), encoding="utf-8")
        except OSError as error:
            raise UsageError(f"{out}: {error.strerror or error}") from None
        common.say(f"wrote {len(front)} files in {out}", quiet)
    if until is not None and perf_counter() >= until:
        raise typer.Exit(common.UNKNOWN)


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
