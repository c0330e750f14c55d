"""The front of the command: its subcommands, and how errors become exit codes."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from cpsudoku.budget import BudgetSpent
from cpsudoku.cli import codes
from cpsudoku.cli.terminal import fall_back
from cpsudoku.cli.words import filled
from cpsudoku.errors import CpSudokuError, CpSudokuWarning, EnginesDisagree, unknown

COMMANDS = {
    "solve": "Find the solution, or count and list solutions.",
    "verify": "Decide for each puzzle: unique, multiple, impossible, or unknown, with evidence.",
    "candidates": "The digits that a cell has in some solution, and how many solutions each has.",
    "compare": "Compare engines and encodings on files of puzzles.",
    "reduce": "Take away clues that are not needed.",
    "generate": "Make puzzles, unique and minimal.",
    "rate": "Rate puzzles on the Sudoku Explainer scale, or on another.",
    "hint": "The next step of a human solver, with its argument.",
    "explain": "Derive the solution step by step, each step as small as possible.",
    "diagnose": "What is wrong with a puzzle, and what would mend it.",
    "fewest": "The fewest clues that determine a solution.",
    "certify": "Write certificates that anyone can check.",
    "check": "Check certificates, without the engine.",
    "encodings": "List the encodings, show a definition, export an encoded puzzle.",
    "convert": "Convert puzzles from any format to any other.",
    "draw": "Draw puzzles as text, pictures or a book.",
    "canonical": "The canonical form of puzzles and grids: equal for equivalent ones.",
    "audit": "Check a collection of puzzles: errors, duplicates, leaks between splits.",
    "split": "Divide a collection into parts, such as train and test, without leaks.",
    "serve": "Serve the page for the browser.",
    "site": "Write the page for a static host: it runs in the browser, without a server.",
    "doctor": "Check your installation.",
}
"""Name -> what it does, in the order of --help; the module has the name. It has `command` (a function) or `app` (a
typer.Typer), and EXAMPLES."""


class CommandEnded(BaseException):
    """Ends the command with an exit code and a message. (Not an Exception, so that typer does not catch it.)"""

    def __init__(self, code: int, message: str = ""):
        super().__init__(message)
        self.code, self.message = code, message


@contextmanager
def leaving() -> Iterator[None]:
    """Turns a closed pipe, a full disk and Ctrl-C, for which typer has its own exit codes, into `CommandEnded`."""
    try:
        yield
    except BrokenPipeError:
        raise CommandEnded(0) from None  # a reader such as `head` has ended
    except OSError as error:
        if isinstance(error, CpSudokuError):
            raise
        name = error.filename if isinstance(error.filename, str) else "standard output"
        raise CommandEnded(codes.USAGE, f"error: {name}: {error.strerror or error}") from error
    except KeyboardInterrupt as error:
        raise CommandEnded(
            codes.INTERRUPTED, str(error) or "interrupted; what was written so far is complete"
        ) from None


@contextmanager
def ending_workers() -> Iterator[None]:
    """Ends the worker processes when the command ends, also by SIGTERM."""

    def terminated(*_: object) -> None:
        raise CommandEnded(codes.TERMINATED, "terminated; what was written so far is complete")

    main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTERM, terminated) if main else None
    try:
        yield
    finally:
        if "cpsudoku.batch.workers" in sys.modules:
            sys.modules["cpsudoku.batch.workers"].end_workers()
        if main:
            signal.signal(signal.SIGTERM, before)


_METAVARS = re.compile("<(str|int|float|path)>")


def _metavar(found: re.Match[str]) -> str:
    """What stands for the value of an option in its help, where the option has no word of its own."""
    return {"str": "TEXT", "int": "N", "float": "NUMBER", "path": "FILE"}[found[1]]


class _Help:
    """A command whose help is plain text: the options in their groups, then examples, one a line as it is typed."""

    examples: Sequence[str] = ()

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """As click does it, but for the groups and the examples."""
        command: Any = self
        command.format_usage(ctx, formatter)
        command.format_help_text(ctx, formatter)
        groups: dict[str, list[tuple[str, str]]] = {}
        for parameter in command.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                panel = getattr(parameter, "rich_help_panel", None)
                is_option = parameter.param_type_name == "option"
                name = panel or ("Options" if is_option else "Arguments")
                groups.setdefault(name, []).append((styled(_METAVARS.sub(_metavar, record[0])), filled(record[1])))
        for name in sorted(groups, key=lambda name: name != "Arguments"):
            with formatter.section(styled(name, bold=True)):
                formatter.write_dl(groups[name], col_max=24)
        if isinstance(self, TyperGroup):
            with formatter.section(styled("Commands", bold=True)):
                formatter.write_dl([(styled(name), self.summary(ctx, name)) for name in self.list_commands(ctx)])
        command.format_epilog(ctx, formatter)
        if self.examples:
            formatter.write("\nExamples:\n\n" + "".join(f"  {line}\n" for line in self.examples))

    def summary(self, ctx: Any, name: str) -> str:
        """What a subcommand does."""
        command: Any = self
        return str(command.get_command(ctx, name).get_short_help_str(200))


def styled(text: str, bold: bool = False) -> str:
    """A text in colour; the terminal's name and NO_COLOR decide in `run` whether colours are kept."""
    return str(typer.style(text, bold=True)) if bold else str(typer.style(text, fg="cyan"))


class _Group(_Help, TyperGroup):
    """The root command: a subcommand is imported when it is named. Exceptions are translated before typer's turn."""

    def list_commands(self, ctx: Any) -> list[str]:
        """All names."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, name: str) -> Any:
        """The command of this name, None where there is none."""
        return subcommand(name) if name in COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """As click does it; a wrong name is answered with those it resembles."""
        if args and args[0] not in COMMANDS and not ctx.resilient_parsing:
            ctx.fail(unknown("command", args[0], COMMANDS))
        return super().resolve_command(ctx, args)

    def summary(self, ctx: Any, name: str) -> str:
        """What a subcommand does; none is imported."""
        return COMMANDS[name]

    def make_context(self, *args: Any, **keywords: Any) -> Any:
        """As typer does it."""
        with leaving():
            return super().make_context(*args, **keywords)

    def invoke(self, *args: Any, **keywords: Any) -> Any:
        """As typer does it."""
        with leaving():
            return super().invoke(*args, **keywords)


def _telling(kind: type[TyperCommand] | type[TyperGroup], examples: Sequence[str]) -> Any:
    return type(kind.__name__, (_Help, kind), {"examples": examples})


def _flowing(text: str | None) -> str:
    """A docstring's paragraphs, each on one line."""
    return "\n\n".join(" ".join(part.split()) for part in (text or "").split("\n\n"))


def _version(wanted: bool) -> None:
    """Print the versions of cpsudoku and its solvers, and whether the kernels are compiled."""
    if not wanted:
        return
    from importlib.metadata import PackageNotFoundError, version

    from cpsudoku.kernels import mend, uncompiled
    from cpsudoku.version import __version__

    typer.echo(f"cpsudoku {__version__}")
    for package in ("python-sat", "ortools"):
        try:
            typer.echo(f"{package} {version(package)}")
        except PackageNotFoundError:
            typer.echo(f"{package} not installed")
    missing = len(uncompiled())
    slow = f"interpreted: {missing} (some 100 times slower; to compile: {mend()})"
    typer.echo(f"kernels {slow if missing else 'compiled'}")
    raise typer.Exit()


def _front(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Versions of cpsudoku and its engines.")
    ] = False,
) -> None:
    """Sudoku on SAT and CP-SAT: verify uniqueness with evidence, make minimal puzzles, rate them, compare engines."""


def build() -> typer.Typer:
    """The command line; a subcommand is imported when it is named."""
    app = typer.Typer(
        name="cpsudoku",
        cls=_Group,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120, "color": _colour()},
        epilog="Each command has examples: cpsudoku verify --help. Exit codes: 0 all well; 1 a finding about a puzzle; "
        "2 wrong usage, or a file that cannot be read or written; 3 a limit was reached; 130 interrupted; "
        "143 terminated.",
    )
    app.callback()(_front)
    return app


def _colour() -> bool | None:
    """Whether help has colours; None: on a terminal."""
    return False if os.environ.get("NO_COLOR") else True if os.environ.get("FORCE_COLOR") else None


@cache
def subcommand(name: str) -> Any:
    """The click command of one of COMMANDS, imported."""
    loaded: Any = import_module(f"cpsudoku.cli.{name}")
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.callback()(_front)
    if hasattr(loaded, "app"):
        for inner in loaded.app.registered_commands:
            words = f"cpsudoku {name} {inner.name or inner.callback.__name__}"
            inner.cls = _telling(TyperCommand, [line for line in loaded.EXAMPLES if line.startswith(words)])
        app.add_typer(loaded.app, name=name, cls=_telling(TyperGroup, loaded.EXAMPLES))
    else:
        cls = _telling(TyperCommand, loaded.EXAMPLES)
        app.command(name, cls=cls, help=_flowing(loaded.command.__doc__))(loaded.command)
    group: Any = get_command(app)
    return group.commands[name]


def main() -> None:
    """The installed command."""
    raise SystemExit(run())


def run(words: Sequence[str] | None = None) -> int:
    """The exit code of the command with these words (those of the process by default).

    Every expected error becomes one line on standard error; what was written before it is kept.
    """
    given = sys.argv[1:] if words is None else list(words)
    if sys.stdout is None:  # closed by the caller: nobody reads it
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    fall_back(sys.stdout, sys.stderr)
    message = ""
    with warnings.catch_warnings():
        warnings.showwarning = _warned
        try:
            with leaving(), ending_workers():
                build()(given, prog_name="cpsudoku")
            code = 0
        except CommandEnded as left:
            code, message = left.code, left.message
        except EnginesDisagree as error:
            code, message = codes.FINDING, f"error: engines disagree: {error}"
        except CpSudokuError as error:
            code, message = codes.USAGE, f"error: {error}"
        except BudgetSpent as late:
            code, message = codes.UNKNOWN, f"gave up: {late}"
        except RecursionError:
            code, message = codes.USAGE, "error: the input is nested too deeply"
        except MemoryError:
            code, message = codes.USAGE, "error: not enough memory for this input"
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 0
            if isinstance(left.__context__, BrokenPipeError):  # met by Rich, which leaves with 1
                code = 0
    try:
        with leaving():
            sys.stdout.flush()
    except CommandEnded as left:
        # the interpreter flushes again at its end: into the null device, where no error can happen
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if message == "" and code != codes.USAGE:
            code, message = left.code, left.message
    if message:
        with suppress(OSError):
            print(message, file=sys.stderr)
    return code


def _warned(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
    """A warning as one line for people, without the place in the code that raised it."""
    text = f"warning: {message}" if issubclass(category, CpSudokuWarning) else f"{category.__name__}: {message}"
    with suppress(OSError):
        print(text, file=sys.stderr)
