"""The options that several commands have, each with its group in `--help`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from cpsudoku.cli.numbers import number
from cpsudoku.cli.panels import BOARD, ENGINE, OUTPUT, READING
from cpsudoku.engines.registry import ENGINES

SEEDS = -(1 << 63), (1 << 63) - 1
LONGEST = 1e9
"""Seconds (some 30 years) that a limit may last."""


def option(*flags: str, help: str, panel: str | None = None, metavar: str | None = None, **others: Any) -> Any:
    """An option in a group of the help."""
    return typer.Option(*flags, help=help, metavar=metavar, rich_help_panel=panel, **others)


_OPERANDS = typer.Argument(
    help="Files (text, CSV, JSONL, Parquet; .gz, .zst), - for standard input, or a puzzle.",
    metavar="PUZZLES...",
    show_default=False,
)
Operands = Annotated[list[str], _OPERANDS]
OptionalOperands = Annotated[list[str] | None, _OPERANDS]
Size = Annotated[
    str | None, option("--size", help="Rows x columns of a box; else from the input.", panel=BOARD, metavar="RxC")
]
Regions = Annotated[
    Path | None,
    option("--regions", help="A jigsaw's region map: n*n symbols, or n lines of n.", panel=BOARD, metavar="FILE"),
]
Extra = Annotated[
    str | None,
    option(
        "--extra",
        help="Extra houses, comma-separated: diagonals, windoku, disjoint, asterisk, centre-dot.",
        panel=BOARD,
        metavar="NAMES",
    ),
]
Format = Annotated[
    str | None,
    option("--format", help="The input's format; detected if left out.", panel=READING, metavar="NAME"),
]
AlphabetName = Annotated[
    str | None,
    option(
        "--alphabet",
        help="Symbols for large boards: 1-9A-G, 0-9A-F, A-P, integers.",
        panel=READING,
        metavar="NAME",
    ),
]
Column = Annotated[
    str | None, option("--column", help="The CSV column that holds the puzzle.", panel=READING, metavar="NAME")
]
Engine = Annotated[
    str,
    option(
        "--engine",
        help=f"{', '.join(ENGINES)}; sat:NAME is any solver PySAT ships.",
        panel=ENGINE,
        metavar="NAME",
    ),
]
EncodingName = Annotated[
    str | None,
    option(
        "--encoding",
        help="One of `cpsudoku encodings`, or the path of a definition.",
        panel=ENGINE,
        metavar="NAME",
    ),
]
Simplify = Annotated[
    str | None,
    option(
        "--simplify",
        help="singles (default without --encoding) or none: the full formula.",
        panel=ENGINE,
        metavar="HOW",
    ),
]
Jobs = Annotated[
    int,
    number(
        "--jobs",
        "-j",
        help="Processes, or threads where kernels do the work; -1: every core. Results do not depend on it.",
        least=-1,
        most=10_000,
        metavar="N",
        panel=ENGINE,
    ),
]
Dask = Annotated[
    str | None,
    option("--dask", help="A Dask cluster: tcp://HOST:8786 (extra \\[dask]).", panel=ENGINE, metavar="ADDRESS"),
]
Seed = Annotated[
    int,
    number(
        "--seed", help="Same seed and version, same result.", least=SEEDS[0], most=SEEDS[1], metavar="N", panel=ENGINE
    ),
]
Timeout = Annotated[
    float | None,
    number(
        "--timeout",
        help="Seconds a puzzle, then unknown (depends on the machine).",
        above=0,
        most=LONGEST,
        metavar="SECONDS",
        panel=ENGINE,
    ),
]
Conflicts = Annotated[
    int | None,
    number(
        "--conflicts",
        help="Conflicts a puzzle, then unknown (the same on every machine).",
        least=1,
        metavar="N",
        panel=ENGINE,
    ),
]
Output = Annotated[
    Path | None,
    option(
        "-o",
        "--output",
        help="Write here; the ending decides: .txt .jsonl .csv .parquet.",
        panel=OUTPUT,
        metavar="FILE",
    ),
]
JsonLines = Annotated[bool, option("--jsonl", "--json", help="One JSON object a line, in input order.", panel=OUTPUT)]
Csv = Annotated[bool, option("--csv", help="One CSV row a puzzle, in input order.", panel=OUTPUT)]
Quiet = Annotated[bool, option("--quiet", "-q", help="No progress and no remarks on standard error.", panel=OUTPUT)]
