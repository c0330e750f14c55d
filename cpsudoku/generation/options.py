"""The keywords of `generate`, `generate_many` and `recipe`, named once for type checkers and for `help`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.board.puzzle import Given
from cpsudoku.budget import Limits
from cpsudoku.generation.aiming.targets import Band

if TYPE_CHECKING:
    from cpsudoku.formula.definition import Encoding

Function = TypeVar("Function", bound=Callable[..., Any])


class Options(TypedDict, total=False):
    """What to generate; each keyword's meaning and default are those of `recipe`."""

    geometry: Geometry
    clues: int | tuple[int, int] | None
    symmetry: str | None
    pattern: str | Iterable[Cell] | None
    minimal: bool | None
    start_grid: Given | None
    rating: float | Band | None
    pearl: float | Band | None
    diamond: float | Band | None
    level: str
    requires: str | Iterable[str]
    hardest: str
    only: str | Iterable[str]
    method: str
    fill: str
    dig: str
    loops: int | None
    nr: float
    vari: float
    raw: bool
    effort: int | None
    within: float | None
    engine: str
    encoding: str | Path | Encoding | None
    confirm: str
    layouts: str | Iterable[str]
    sizes: int | tuple[int, int] | None
    number: int | tuple[int, int] | None
    layout_symmetry: str | None
    constraints: int | tuple[int, int] | None
    head_start: float | None
    largest: int | tuple[int, int] | None
    total: int | tuple[int, int] | None
    steps: str | Iterable[str]
    not_in: str | Path | Iterable[Given]
    rated: bool
    attempts: int | None
    limits: Limits


def spelled_by(full: Callable[..., object]) -> Callable[[Function], Function]:
    """Let `help` show the keywords of *full* where a function passes on `**options`."""

    def spell(function: Function) -> Function:
        signature = inspect.signature(function)
        own = [p for p in signature.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
        passed = inspect.signature(full).parameters.values()
        shown = signature.replace(parameters=[*own, *passed])
        function.__signature__ = shown  # type: ignore[attr-defined]
        return function

    return spell
