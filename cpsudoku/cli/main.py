"""The front of the command: its subcommands, and how errors become exit codes."""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from cpsudoku.budget import BudgetSpent
from cpsudoku.cli import codes
from cpsudoku.cli.terminal import fall_back
from cpsudoku.errors import CpSudokuError, CpSudokuWarning, EnginesDisagree

NAMES = (
    "solve verify candidates compare reduce generate rate hint explain diagnose fewest certify check encodings convert "
    "draw canonical audit serve doctor"
)
COMMANDS = {name: f"cpsudoku.cli.{name}" for name in NAMES.split()}
"""Name -> module, in the order of --help. A module has `command` (a function) or `app` (a typer.Typer) and EXAMPLES."""


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


class _Group(TyperGroup):
    """The root command; exceptions of its subcommands are translated before typer handles them."""

    def make_context(self, *args: Any, **keywords: Any) -> Any:
        """As typer does it."""
        with leaving():
            return super().make_context(*args, **keywords)

    def invoke(self, *args: Any, **keywords: Any) -> Any:
        """As typer does it."""
        with leaving():
            return super().invoke(*args, **keywords)


class _WithExamples:
    """A command whose help ends with its examples, one on each line; only the terminal wraps them."""

    examples: Sequence[str] = ()

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """As typer does it, then the examples."""
        super().format_help(ctx, formatter)  # type: ignore[misc]
        formatter.write("Examples:\n\n" + "".join(f"  {line}\n" for line in self.examples))


def _telling(kind: type[TyperCommand] | type[TyperGroup], examples: Sequence[str]) -> Any:
    return type(kind.__name__, (_WithExamples, kind), {"examples": examples})


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


def build(only: str | None = None) -> typer.Typer:
    """The command line; with *only*, just that subcommand is imported."""
    app = typer.Typer(
        name="cpsudoku",
        cls=_Group,
        no_args_is_help=True,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog="Each command has examples: cpsudoku verify --help. Exit codes: 0 all well; 1 a finding about a puzzle; "
        "2 wrong usage, or a file that cannot be read or written; 3 a limit was reached; 130 interrupted; "
        "143 terminated.",
    )
    app.callback()(_front)
    for name, module in COMMANDS.items():
        if only is None or name == only:
            loaded: Any = import_module(module)
            if hasattr(loaded, "app"):
                for inner in loaded.app.registered_commands:
                    words = f"cpsudoku {name} {inner.name or inner.callback.__name__}"
                    inner.cls = _telling(TyperCommand, [line for line in loaded.EXAMPLES if line.startswith(words)])
                app.add_typer(loaded.app, name=name, cls=_telling(TyperGroup, loaded.EXAMPLES))
            else:
                register = app.command(
                    name, cls=_telling(TyperCommand, loaded.EXAMPLES), help=_flowing(loaded.command.__doc__)
                )
                register(loaded.command)
    return app


def main() -> None:
    """The installed command."""
    raise SystemExit(run())


def run(words: Sequence[str] | None = None) -> int:
    """The exit code of the command with these words (those of the process by default).

    Every expected error becomes one line on standard error; what was written before it is kept.
    """
    given = sys.argv[1:] if words is None else list(words)
    first = next((word for word in given if not word.startswith("-")), None)
    completing = any(key.endswith("_COMPLETE") for key in os.environ)
    only = first if first in COMMANDS and not completing else None
    if first is None and "--version" in given:
        only = ""
    if sys.stdout is None:  # closed by the caller: nobody reads it
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    fall_back(sys.stdout, sys.stderr)
    message = ""
    with warnings.catch_warnings():
        warnings.showwarning = _warned
        try:
            with leaving(), ending_workers():
                build(only)(given, prog_name="cpsudoku")
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
