"""`cpsudoku encodings`: the shelf of encodings, one definition, or an encoded puzzle for another solver."""

from __future__ import annotations

from itertools import chain
from typing import Annotated

import typer

from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.cli import common
from cpsudoku.errors import UsageError
from cpsudoku.formats import Record
from cpsudoku.formula import shelf
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.exporters import EXPORTERS, export

EXAMPLES = [
    "cpsudoku encodings",
    "cpsudoku encodings show triad",
    "cpsudoku encodings export extended puzzle.txt --to dimacs -o puzzle.cnf",
    "cpsudoku encodings export cp-alldifferent --size 2x3 --to minizinc",
]
COLUMNS = ("name", "target", "variables", "clauses", "summary", "source")

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
    found = [(encoding, sizes(encoding, geometry)) for encoding in map(shelf.load, shelf.names())]
    if jsonl:
        for encoding, (variables, clauses) in found:
            row = (encoding.name, encoding.target, variables, clauses, encoding.summary, encoding.source)
            typer.echo(common.json_line("encoding", dict(zip(COLUMNS, row))))
        return
    rows = [(e.name, e.source, f"{variables:,}", _words(e, clauses)) for e, (variables, clauses) in found]
    heads = ["name", "source", "variables", "clauses"]
    typer.echo(common.table(heads, rows, title=f"Encodings; sizes on the empty {geometry} board", right=(2, 3)))


@app.command()
def show(name: Annotated[str, typer.Argument(help="A name on the shelf, or the path of a definition.")]) -> None:
    """Print a definition as it is written."""
    typer.echo(shelf.text_of(name), nl=False)


@app.command("export")
def export_command(
    name: Annotated[str, typer.Argument(help="A name on the shelf, or the path of a definition.")],
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
    encoding = shelf.load(name)
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


def sizes(encoding: Encoding, geometry: Geometry) -> tuple[int, int]:
    """Variables, and clauses with native at-most constraints (target cp: constraints)."""
    from cpsudoku.formula.clauses import formula
    from cpsudoku.formula.rules import rules

    if encoding.target == "cp":
        per_cell = 1 if encoding.variables == "integer" else geometry.side
        return geometry.size * per_cell, len(rules(encoding, geometry).groups)
    made = formula(encoding, geometry)
    return made.variables, len(made.clauses) + len(made.atmosts)


def _words(encoding: Encoding, clauses: int) -> str:
    constraints = encoding.target == "cp" or encoding.at_most_one == "native"
    return f"{clauses:,} constraints" if constraints else f"{clauses:,}"
