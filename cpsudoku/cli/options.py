"""Options as attributes of classes: how they are declared, which ones commands share, and how typer gets them.

A command takes one `Bundle`. Its own options are the attributes that the class declares; its bases bring shared ones.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, wraps
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_type_hints

import typer

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import Limits
from cpsudoku.cli import output, reading
from cpsudoku.cli.rules import Stated, geometry_of, rules_of, under
from cpsudoku.cli.words import completions
from cpsudoku.errors import UsageError
from cpsudoku.formats import BadRow, PlainRows, Record
from cpsudoku.formats.front import singly
from cpsudoku.numerals import number_of

ENGINE, BOARD, READING, OUTPUT = "Engine and limits", "Board and rules", "Reading", "Output"
"""The groups of shared options in every `--help`, in this order, below the groups of a command's own."""
PANELS = (ENGINE, BOARD, READING, OUTPUT)
MOST = 1_000_000_000
"""The largest whole number an option takes unless it says otherwise: what kernels hold in 32 bits."""
LEAST_SEED, MOST_SEED = -(1 << 63), (1 << 63) - 1
LONGEST = 1e9
"""Seconds (some 30 years) that a limit may last."""
_SPAN = re.compile(r"(\d*)(\.\.)?(\d*)")


class Option(NamedTuple):
    """One option or argument: typer's settings, the default, and the name in messages."""

    settings: Any
    default: Any
    name: str = ""


class Bundle:
    """Options together: the attributes of the class that `option` and its like declare."""

    panel: str | None = None
    """The group of the help for the options that the class declares."""
    panels: tuple[str, ...] = PANELS
    """The groups of the help in their order; those that are not in it come first."""

    def __init_subclass__(cls) -> None:
        for one in vars(cls).values():
            if isinstance(one, Option) and one.settings.rich_help_panel is None:
                one.settings.rich_help_panel = vars(cls).get("panel")

    def __init__(self, **values: Any):
        for name, one in options_of(type(self)).items():
            setattr(self, name, values.pop(name, one.default))
        if values:
            raise TypeError(f"unexpected options {', '.join(values)}")

    def chosen(self, *names: str) -> dict[str, Any]:
        """The values of these attributes, as keyword arguments."""
        return {name: getattr(self, name) for name in names}


def options_of(bundle: type[Bundle]) -> dict[str, Option]:
    """The options of a class by attribute, its own before those of its bases, by groups of the help."""
    found: dict[str, Option] = {}
    for base in bundle.__mro__:
        found |= {name: one for name, one in vars(base).items() if isinstance(one, Option) and name not in found}
    order = {panel: place for place, panel in enumerate(bundle.panels, start=1)}
    return dict(sorted(found.items(), key=lambda item: order.get(item[1].settings.rich_help_panel, 0)))


def option(flags: str, help: str, default: Any = None, *, words: str = "", **others: Any) -> Any:
    """An attribute that is an option: *flags* with blanks between, its help and its default.

    *words*: the list of `cli.words` that completes its value; `{name}` in the help stands for the words of a list.
    """
    names = flags.split()

    def complete(incomplete: str) -> list[str]:
        return completions(words, incomplete)

    settings = typer.Option(*names, help=help, autocompletion=complete if words else None, **others)
    return Option(settings, default, next(name for name in names if name.startswith("--")))


def flag(flags: str, help: str, default: bool | None = False) -> Any:
    """An option that is given or not."""
    return option(flags, help, default)


def number(
    flags: str,
    help: str,
    default: float | None = None,
    *,
    least: float = 0,
    above: float | None = None,
    most: float = MOST,
    **others: Any,
) -> Any:
    """An option whose value is finite, at least *least* (or more than *above*) and at most *most*."""
    floor = f"more than {above:g}" if above is not None else f"at least {least:g}"

    def checked(value: float | None) -> float | None:
        if value is None:
            return None
        if not (isfinite(value) and (value > above if above is not None else value >= least) and value <= most):
            raise typer.BadParameter(f"{value} is out of range: {floor} and at most {most:,.20g}")
        return value

    checked.in_range = True  # type: ignore[attr-defined]  # a test requires it of every numeric option
    return option(flags, help, default, callback=checked, **others)


def argument(metavar: str, help: str, default: Any = inspect.Parameter.empty) -> Any:
    """An attribute that is an argument, required unless it has a default."""
    return Option(typer.Argument(help=help, metavar=metavar, show_default=False), default)


def seed(help: str = "Same seed and version, same result.", default: int | None = 0, **others: Any) -> Any:
    """The option `--seed`."""
    return number("--seed", help, default, least=LEAST_SEED, most=MOST_SEED, metavar="N", **others)


PUZZLES = "Files (text, CSV, JSONL, Parquet; .gz, .zst), - for standard input, or a puzzle."


class SquareOptions(Bundle):
    """The board, with boxes or a region map."""

    panel = BOARD

    size: str | None = option("--size", "Rows x columns of a box; else from the input.", metavar="RxC")
    regions: Path | None = option("--regions", "A jigsaw's region map: n*n symbols, or n lines of n.", metavar="FILE")
    extra: str | None = option("--extra", "Extra houses, comma-separated: {extras}.", metavar="NAMES", words="extras")
    board: str | None = None
    digits: str | None = None

    @cached_property
    def geometry(self) -> Geometry | None:
        """The board; None where it follows from the input. Raises GeometryError, UsageError."""
        return geometry_of(self.size, self.regions, self.extra, self.board, self.digits)


class BoardOptions(SquareOptions):
    """The board, of any shape, and rules beyond houses."""

    panel = BOARD

    board: str | None = option(
        "--board",
        "Rows x columns of a board without boxes, or with those of --regions (. for cells in none).",
        metavar="RxC",
    )
    digits: str | None = option("--digits", "The digits of --board: 0..8; from 1 if left out.", metavar="A..B")
    rule: list[str] | None = option(
        "--rule",
        "A rule beyond houses, such as 'cage 9 r1c1 r1c2' or 'thermo r1c1-r1c5'; may be repeated.",
        metavar="TEXT",
        words="kinds",
    )
    rules: Path | None = option(
        "--rules", "A file of rules: one a line (# begins a comment), or a JSON list of records.", metavar="FILE"
    )

    @cached_property
    def stated_rules(self) -> tuple[Stated, ...]:
        """The rules. Raises UsageError, naming the option or the line."""
        return rules_of(self.rule, self.rules)

    @property
    def is_stated(self) -> bool:
        """True where any of these options is given."""
        return any(getattr(self, name) for name in options_of(BoardOptions))


class FormatOptions(Bundle):
    """How to read a file."""

    panel = READING

    format: str | None = option(
        "--format", "The input's format; detected if left out.", metavar="NAME", words="formats"
    )
    alphabet: str | None = option(
        "--alphabet", "Symbols for large boards: 1-9A-G, 0-9A-F, A-P, integers.", metavar="NAME", words="alphabets"
    )
    column: str | None = option("--column", "The CSV column that holds the puzzle.", metavar="NAME")

    @property
    def how_to_read(self) -> dict[str, Any]:
        """The options as `reading.chunks_of` takes them."""
        return {"format": self.format, "alphabet": self.alphabet, "column": self.column}


class TimeOptions(Bundle):
    """The limit of time for a puzzle."""

    panel = ENGINE

    timeout: float | None = number(
        "--timeout",
        "Seconds a puzzle, then unknown (depends on the machine).",
        above=0,
        most=LONGEST,
        metavar="SECONDS",
    )

    @property
    def limits(self) -> Limits:
        """The limits of a search."""
        return Limits(self.timeout)


class PuzzleInput(FormatOptions, BoardOptions):
    """The puzzles that a command reads: files and texts, and how to read them."""

    puzzles: list[str] | None = argument("PUZZLES...", PUZZLES, None)
    sample: str | None = option("--sample", "A sample file of the package; a wrong name lists them.", words="samples")

    @cached_property
    def operands(self) -> list[str]:
        """The files and texts. Raises UsageError where there is nothing to read."""
        return reading.operands_of(self.puzzles, self.sample)

    @property
    def rows_expected(self) -> int | None:
        """The number of rows, where it is known without reading them."""
        return reading.rows_expected(self.operands)

    def chunks(self, operands: list[str] | None = None) -> Iterator[PlainRows | Record | BadRow]:
        """The rows, as `reading.chunks_of` reads them; each within the limit of time, if there is one."""
        rows = reading.chunks_of(
            self.operands if operands is None else operands,
            geometry=self.geometry,
            seconds=self.timeout if isinstance(self, TimeOptions) else None,
            **self.how_to_read,
        )
        return under(rows, self.stated_rules)

    def records(self, operands: list[str] | None = None) -> Iterator[Record | BadRow]:
        """As `chunks`, row by row."""
        return singly(self.chunks(operands))


class LimitOptions(TimeOptions):
    """The limits for a puzzle, of time and of work."""

    panel = ENGINE

    conflicts: int | None = number(
        "--conflicts", "Conflicts a puzzle, then unknown (the same on every machine).", least=1, metavar="N"
    )

    @property
    def limits(self) -> Limits:
        """The limits of a search."""
        return Limits(self.timeout, self.conflicts)


class EncodingOptions(Bundle):
    """The formula that a SAT solver gets."""

    panel = ENGINE

    encoding: str | None = option(
        "--encoding", "{encodings}, or the path of a definition.", metavar="NAME", words="encodings"
    )


class FormulaOptions(EncodingOptions):
    """The formula, and the simplification before it."""

    panel = ENGINE

    simplify: str | None = option(
        "--simplify", "singles (default without --encoding) or none: the full formula.", metavar="HOW", words="simplify"
    )


def engine(default: str) -> Any:
    """The option `--engine` with any engine for its value."""
    help = "{engines}; sat:NAME is any solver PySAT ships."
    return option("--engine", help, default, metavar="NAME", rich_help_panel=ENGINE, words="engines")


class SeedOption(Bundle):
    """The seed of random choices."""

    panel = ENGINE

    seed: int = seed()


class JobOptions(Bundle):
    """The processes and clusters that do the work."""

    panel = ENGINE

    jobs: int = number(
        "--jobs -j",
        "Processes, or threads where kernels do the work; -1: every core. Results do not depend on it.",
        1,
        least=-1,
        most=10_000,
        metavar="N",
    )
    dask: str | None = option("--dask", "A Dask cluster: tcp://HOST:8786 (extra [dask]).", metavar="ADDRESS")


class QuietOption(Bundle):
    """Whether remarks are printed beside the data."""

    panel = OUTPUT

    quiet: bool = flag("--quiet -q", "No progress and no remarks on standard error.")


class JsonOptions(QuietOption):
    """The data on standard output, as text or JSON lines."""

    panel = OUTPUT

    jsonl: bool = flag("--jsonl --json", "One JSON object a line, in input order.")

    out: Path | None = None
    """The file that the data goes to; None: standard output."""

    @property
    def form_stated(self) -> str | None:
        """The form that an option states. Raises UsageError where two do."""
        return output.JSONL if self.jsonl else None

    def form(self, text: Sequence[str] = ()) -> str:
        """The form of the data; *text*: endings of text files besides `.txt`. Raises UsageError."""
        return output.form_of(self.out, self.form_stated, text)


class OutputOptions(JsonOptions):
    """Where the data goes, and in which form."""

    panel = OUTPUT

    out: Path | None = option(
        "-o --output", "Write here; the ending decides: .txt .jsonl .csv .parquet.", metavar="FILE"
    )


class TableOptions(OutputOptions):
    """Where the data goes, and in which form; CSV is one of its own."""

    panel = OUTPUT

    as_csv: bool = flag("--csv", "One CSV row a puzzle, in input order.")

    @property
    def form_stated(self) -> str | None:
        """The form that an option states. Raises UsageError where two do."""
        if self.jsonl and self.as_csv:
            raise UsageError("--jsonl and --csv exclude each other")
        return output.CSV if self.as_csv else super().form_stated


def span(name: str, text: str | None, least: int = 0, most: int | None = 10_000) -> tuple[int, int] | None:
    """`12`, `8..12`, `..12` (from *least*) or `8..` (up to *most*, where there is one). Raises UsageError."""
    if text is None:
        return None
    found = _SPAN.fullmatch(text.strip())
    if found is None or not (found[1] or found[3]) or (found[2] and not found[3] and most is None):
        open_ends = "" if most is None else ", ..12, 8.."
        raise UsageError(f"{name} {text!r}: a number such as 12, or a range such as 8..12{open_ends}")
    low = number_of(found[1]) if found[1] else least
    if not found[2]:
        return low, low
    return low, number_of(found[3]) if found[3] or most is None else most


def stated(options: Bundle, names: Iterable[str]) -> list[str]:
    """Those of these attributes whose options differ from their default, as written on the command line."""
    known = options_of(type(options))
    return [known[name].name for name in names if getattr(options, name) != known[name].default]


def bundled(command: Callable[..., int | None]) -> Callable[..., None]:
    """The command as typer needs it: each parameter that is a Bundle is replaced by its options.

    The return value of the command is its exit code.
    """
    bundles: dict[str, type[Bundle]] = {}
    parameters: list[inspect.Parameter] = []
    hints = get_type_hints(command)
    for parameter in inspect.signature(command).parameters.values():
        kind = hints[parameter.name]
        if issubclass(kind, Bundle):
            bundles[parameter.name] = kind
            parameters += _parameters(kind)
        else:
            parameters.append(parameter.replace(annotation=kind, kind=inspect.Parameter.KEYWORD_ONLY))

    @wraps(command)
    def expanded(**values: Any) -> None:
        for name, kind in bundles.items():
            values[name] = kind(**{option: values.pop(option) for option in options_of(kind)})
        code = command(**values)
        if code:
            raise typer.Exit(code)

    expanded.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    expanded.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return expanded


def _parameters(bundle: type[Bundle]) -> Iterator[inspect.Parameter]:
    """The parameters that a Bundle stands for."""
    hints = get_type_hints(bundle)
    for name, (settings, default, _) in options_of(bundle).items():
        kind: Any = hints[name]
        annotation = Annotated[kind, settings]
        yield inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
