"""Options that commands share as a group: a dataclass whose fields are the options, and a command's parameter of it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cached_property, wraps
from typing import Annotated, Any, get_type_hints

import typer

from cpsudoku.board.geometry import Geometry
from cpsudoku.cli import common
from cpsudoku.formats import BadRow, PlainRows, Record


@dataclass
class BoardOptions:
    """The board and the rules that the command line states."""

    size: common.Size = None
    regions: common.Regions = None
    extra: common.Extra = None
    board: common.Board = None
    digits: common.Digits = None
    rule: common.Rule = None
    rules: common.RulesFile = None

    @cached_property
    def geometry(self) -> Geometry | None:
        """The board; None where it follows from the input. Raises GeometryError, UsageError."""
        return common.geometry_of(self.size, self.regions, self.extra, self.board, self.digits)

    @cached_property
    def stated_rules(self) -> tuple[common.Stated, ...]:
        """The rules. Raises UsageError, naming the option or the line."""
        return common.rules_of(self.rule, self.rules)

    @property
    def is_stated(self) -> bool:
        """True where any of these options is given."""
        return any(getattr(self, field.name) for field in fields(BoardOptions))


@dataclass
class PuzzleInput(BoardOptions):
    """The puzzles that a command reads: files and texts, and how to read them."""

    format: common.Format = None
    alphabet: common.AlphabetName = None
    column: common.Column = None
    puzzles: common.OptionalOperands = None
    sample: Annotated[
        str | None, typer.Option("--sample", help="A sample file of the package; a wrong name lists them.")
    ] = None

    @cached_property
    def operands(self) -> list[str]:
        """The files and texts. Raises UsageError where there is nothing to read."""
        return common.operands_of(self.puzzles, self.sample)

    @property
    def rows_expected(self) -> int | None:
        """How many rows there are, as far as that is known without reading them."""
        return common.rows_expected(self.operands)

    def chunks(self, seconds: float | None = None) -> Iterator[PlainRows | Record | BadRow]:
        """The rows, as `common.chunks_of` reads them; each within *seconds*."""
        return common.chunks_of(
            self.operands,
            geometry=self.geometry,
            format=self.format,
            alphabet=self.alphabet,
            column=self.column,
            rules=self.stated_rules,
            seconds=seconds,
        )

    def records(self, seconds: float | None = None) -> Iterator[Record | BadRow]:
        """As `chunks`, row by row."""
        return common.singly(self.chunks(seconds))


def bundled(command: Callable[..., None]) -> Callable[..., None]:
    """The command as typer takes it: each parameter that is a dataclass of options stands for its options."""
    hints = get_type_hints(command, include_extras=True)
    bundles: dict[str, tuple[Any, list[str]]] = {}
    parameters: list[inspect.Parameter] = []
    for parameter in inspect.signature(command).parameters.values():
        kind = hints[parameter.name]
        if not is_dataclass(kind):
            parameters.append(parameter.replace(annotation=kind))
            continue
        options = get_type_hints(kind, include_extras=True)
        names = [field.name for field in fields(kind)]
        bundles[parameter.name] = kind, names
        for field in fields(kind):
            default = inspect.Parameter.empty if field.default is MISSING else field.default
            parameters.append(parameter.replace(name=field.name, annotation=options[field.name], default=default))

    @wraps(command)
    def expanded(**values: Any) -> None:
        for name, (kind, names) in bundles.items():
            values[name] = kind(**{option: values.pop(option) for option in names})
        command(**values)

    expanded.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    expanded.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return expanded
