"""The command's front: which subcommands there are, and what happens to errors."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Annotated, Any

import typer

from cpsudoku.errors import CpSudokuError

COMMANDS = {
    "solve": "cpsudoku.cli.solve",
    "verify": "cpsudoku.cli.verify",
    "compare": "cpsudoku.cli.compare",
    "reduce": "cpsudoku.cli.reduce",
    "generate": "cpsudoku.cli.generate",
    "rate": "cpsudoku.cli.rate",
    "hint": "cpsudoku.cli.hint",
    "diagnose": "cpsudoku.cli.diagnose",
    "fewest": "cpsudoku.cli.fewest",
    "certify": "cpsudoku.cli.certify",
    "check": "cpsudoku.cli.check",
    "encodings": "cpsudoku.cli.encodings",
    "convert": "cpsudoku.cli.convert",
    "draw": "cpsudoku.cli.draw",
    "canonical": "cpsudoku.cli.canonical",
    "serve": "cpsudoku.cli.serve",
}
"""Name -> module, in the order of --help. A module has `command` (a function) or `app` (a typer.Typer) and EXAMPLES."""

EXIT_USAGE = 2


def _version(wanted: bool) -> None:
    if wanted:
        from cpsudoku.cli.versions import report

        typer.echo(report())
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
        no_args_is_help=True,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog="Each command has examples: cpsudoku verify --help. Exit codes: 0 all well; 1 a finding about a puzzle; "
        "2 wrong usage or unreadable file; 3 a limit was reached.",
    )
    app.callback()(_front)
    for name, module in COMMANDS.items():
        if only is None or name == only:
            loaded: Any = import_module(module)
            epilog = "Examples:\n\n" + "\n\n".join(f"  {line}" for line in loaded.EXAMPLES)
            if hasattr(loaded, "app"):
                app.add_typer(loaded.app, name=name, epilog=epilog)
            else:
                app.command(name, epilog=epilog)(loaded.command)
    return app


def main() -> None:
    """Run the command; every expected error becomes one line on stderr and an exit code."""
    first = next((word for word in sys.argv[1:] if not word.startswith("-")), None)
    completing = any(key.endswith("_COMPLETE") for key in os.environ)
    only = first if first in COMMANDS and not completing else None
    if first is None and "--version" in sys.argv:
        only = ""
    try:
        build(only)()
    except CpSudokuError as error:
        _leave(f"error: {error}", EXIT_USAGE)
    except BrokenPipeError:
        # a reader such as `head` has enough: no word about it, and none from the interpreter's own flush
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None
    except KeyboardInterrupt:
        _leave("interrupted; what was written so far is complete", 130)
    except RecursionError:
        _leave("error: the input is nested too deeply", EXIT_USAGE)


def _leave(message: str, code: int) -> None:
    sys.stdout.flush()
    print(message, file=sys.stderr)
    raise SystemExit(code)
