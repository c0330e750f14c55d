"""What `solve --engine logic` has beyond other engines: thresholds, guessing off, a seed, counters, the matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cpsudoku.budget import Limits
from cpsudoku.cli import common
from cpsudoku.cli.numbers import number
from cpsudoku.errors import UsageError
from cpsudoku.formats import Record

if TYPE_CHECKING:
    from cpsudoku.questions.by_logic import SolvedByLogic

PANEL = "Engine logic"

Thresholds = Annotated[
    str | None,
    typer.Option(
        "--thresholds",
        help="A technique is used below so many unknowns (0: never): one number (64), or twelve with commas.",
        metavar="N[,N...]",
        rich_help_panel=PANEL,
    ),
]
NoGuess = Annotated[bool, typer.Option("--no-guess", help="Stop where the techniques do.", rich_help_panel=PANEL)]
Seed = Annotated[
    int | None,
    number("--seed", help="The order of guesses (0).", least=common.SEEDS[0], most=common.SEEDS[1], panel=PANEL),
]
Verbose = Annotated[
    bool,
    typer.Option("--verbose", help="Every step and the candidate matrix, on standard error.", rich_help_panel=PANEL),
]


@dataclass(frozen=True, slots=True)
class LogicOptions:
    """The options, read. Picklable."""

    engine: str
    thresholds: tuple[int, ...] | None
    guess: bool
    seed: int
    verbose: bool


def options_of(
    engine: str | None, thresholds: str | None, no_guess: bool, seed: int | None, verbose: bool, jobs: int
) -> LogicOptions | None:
    """The options where the engine is `logic`, else None. Raises UsageError."""
    if engine is None or engine.partition(":")[0] != "logic":
        given = {"--thresholds": thresholds is not None, "--no-guess": no_guess, "--seed": seed is not None}
        for option, there in (given | {"--verbose": verbose}).items():
            if there:
                raise UsageError(f"{option} is for --engine logic")
        return None
    if verbose and jobs != 1:
        raise UsageError("--verbose is for one process: leave --jobs out")
    return LogicOptions(engine, _numbers(thresholds), not no_guess, seed or 0, verbose)


def _numbers(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    words = [word.strip() for word in text.split(",")]
    if len(words) not in (1, 12) or not all(word.isascii() and word.isdigit() for word in words):
        raise UsageError(f"--thresholds {text!r}: one whole number, or twelve with commas between them")
    return tuple(map(int, words)) * (12 // len(words))


def answer(record: Record, chosen: LogicOptions, limit: int, limits: Limits, **others: Any) -> SolvedByLogic:
    """The answer about one puzzle. Raises UsageError."""
    from cpsudoku.engines.registry import class_of
    from cpsudoku.questions.by_logic import answered

    class_of(chosen.engine)  # raises UnknownName
    return answered(
        record.puzzle,
        limit,
        limits,
        argument=chosen.engine.partition(":")[2] or None,
        thresholds=chosen.thresholds,
        guess=chosen.guess,
        seed=chosen.seed,
        verbose=chosen.verbose,
        **others,
    )
