"""The options of `generate`, `generate_many` and `recipe`, and the recipe that they describe."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterable
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack

from cpsudoku.board.coerce import mask, span_of
from cpsudoku.board.geometry import CLASSIC, Cell, Geometry
from cpsudoku.board.puzzle import PuzzleLike, Solution
from cpsudoku.budget import Limits
from cpsudoku.errors import UnknownName, UnknownOption, UsageError, nearest, unknown
from cpsudoku.generation.aiming.targets import METHODS as AIMING
from cpsudoku.generation.aiming.targets import Aim, Band, level_band
from cpsudoku.generation.filling import NAMED
from cpsudoku.generation.recipe import METHODS, Recipe

if TYPE_CHECKING:
    from cpsudoku.formula.definition import Encoding
    from cpsudoku.generation.making.wanted import Wanted

Function = TypeVar("Function", bound=Callable[..., Any])
ATTEMPTS, AIMED_ATTEMPTS = 1000, 500_000
"""Attempts for one puzzle by default: grids dug; puzzles rated where something is aimed at."""
SPANS = ("sizes", "number", "constraints", "largest", "total")
RENAMED = {"layouts": "makers", "layout_symmetry": "maker_symmetry"}
"""Old names of options, accepted with a warning."""


class Options(TypedDict, total=False):
    """What to generate: see `recipe`."""

    geometry: Geometry
    clues: int | tuple[int, int] | None
    symmetry: str | None
    pattern: str | Iterable[Cell] | None
    minimal: bool | None
    start_grid: PuzzleLike | None
    rating: float | Band | None
    pearl: float | Band | None
    diamond: float | Band | None
    level: str
    difficulty: str | float | tuple[str | float, str | float] | None
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
    makers: str | Iterable[str]
    sizes: int | tuple[int, int] | None
    number: int | tuple[int, int] | None
    maker_symmetry: str | None
    constraints: int | tuple[int, int] | None
    head_start: float | None
    largest: int | tuple[int, int] | None
    total: int | tuple[int, int] | None
    steps: str | Iterable[str]
    not_in: str | Path | Iterable[PuzzleLike]
    rated: bool
    attempts: int | None
    limits: Limits


DEFAULTS = {field.name: field.default for field in fields(Recipe) if field.name in Options.__annotations__}
"""Options that are passed to `Recipe` under the same name, with its defaults; the others are None by default."""


def shows_options(function: Function) -> Function:
    """Let `help` show the keywords of `Options` where a function takes `**options`."""
    signature = inspect.signature(function)
    own = [p for p in signature.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
    options = [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=DEFAULTS.get(name), annotation=hint.__forward_arg__
        )
        for name, hint in Options.__annotations__.items()
    ]
    function.__signature__ = signature.replace(parameters=[*own, *options])  # type: ignore[attr-defined]
    return function


def method_words() -> list[str]:
    """Every method, those that aim at a rating last."""
    return [*METHODS, *AIMING]


@shows_options
def recipe(**options: Unpack[Options]) -> Recipe:
    """A Recipe from what people write: a number of clues, a mask, a grid as text.

    *difficulty* is a level such as "hard", an ER, or two of either, both included: ("easy", "hard"), (7.0, 7.4).
    *rating*, *pearl*, *diamond* are bands of ER, EP and ED, ends included, (7.0, 7.4), or one number; *level* to
    *only* as in `Aim`. *method*: how a puzzle is made ("top-down", ...) or, with something to aim at, how it is
    searched ("auto", "sampling", "steering", "vicinity"). *attempts*: ATTEMPTS by default, AIMED_ATTEMPTS when aiming.
    *makers*: sorts of constraints ("killer,anti-knight") that are drawn on the grid and taken away with the givens;
    *sizes* (cells of a cage or line), *number* (how many are drawn, of each sort), *maker_symmetry* say what they
    look like, *constraints* how many may be left, *head_start* (0 to 1) how far givens go before constraints;
    *largest*, *total*, *steps* aim at what `explain` says.
    *not_in*: a file of old puzzles, or the puzzles, none of which comes again in another guise (see `novelty`).
    *start_grid*: a grid to dig, or where fill `swap` starts, or the name of one: "vb6" is that of the VB6 article.
    Raises UsageError, UnknownName, NotationError.
    """
    given = _renamed(dict(options))
    geometry, method = given.get("geometry", CLASSIC), given.get("method", "")
    if method and method not in METHODS and method not in AIMING:
        raise UnknownName(
            f"{unknown('method', method, METHODS, AIMING)}; with a rating, level or technique to aim at: "
            + ", ".join(AIMING)
        )
    aim = _aim(given, method)
    clues, pattern, attempts = (given.get(name) for name in ("clues", "pattern", "attempts"))
    if isinstance(pattern, str):
        pattern = mask(pattern, geometry)
    if attempts is None:
        attempts = ATTEMPTS if aim is None else AIMED_ATTEMPTS
    checked = {
        "clues": None if clues is None else span_of(clues),
        "symmetry": given.get("symmetry") or "none",
        "pattern": None if pattern is None else frozenset(pattern),
        "start": _start(given.get("start_grid"), geometry),
        "aim": aim,
        "making": _wanted(given),
        "old": _old(given.get("not_in", ())),
        "method": method if method and method not in AIMING else "top-down",
        "attempts": attempts,
    }
    return Recipe(**{name: value for name, value in given.items() if name in DEFAULTS} | checked)


def _renamed(options: dict[str, Any]) -> dict[str, Any]:
    """The options under their current names. Raises UnknownOption for one that does not exist."""
    for old, new in RENAMED.items():
        if old in options:
            warnings.warn(f"option {old} is now {new}", DeprecationWarning, stacklevel=4)
            options[new] = options.pop(old)
    known = ["seed", "index", "start", "jobs", "dask", *Options.__annotations__]
    for given in options.keys() - Options.__annotations__.keys():
        near = nearest(given, known)
        raise UnknownOption(f"there is no option {given!r} of generate{near}; known: {', '.join(known)}")
    return options


def _aim(given: dict[str, Any], method: str) -> Aim | None:
    """What to aim at; None where nothing is. Raises UsageError, UnknownName."""
    wishes: dict[str, Any] = {}
    difficulty = given.get("difficulty")
    if difficulty is not None:
        if given.get("rating") is not None or given.get("level"):
            raise UsageError("difficulty says what rating and level say; give one of the three")
        ends = difficulty if isinstance(difficulty, tuple | list) else (difficulty, difficulty)
        bands = [tuple(part / 10 for part in level_band(end)) if isinstance(end, str) else (end, end) for end in ends]
        wishes["rating"] = (bands[0][0], bands[-1][1]) if len(bands) == 2 else difficulty
    for name in ("rating", "pearl", "diamond"):
        band = given.get(name)
        if band is not None:
            wishes[name] = (band, band) if isinstance(band, int | float) else band
    wishes |= {name: given[name] for name in ("level", "hardest") if given.get(name)}
    for name in ("requires", "only"):
        techniques = given.get(name, ())
        techniques = tuple(filter(None, (techniques,) if isinstance(techniques, str) else techniques))
        wishes |= {name: techniques} if techniques else {}
    if wishes:
        return Aim(**wishes, method=method if method in AIMING else "sampling" if method else "auto")
    if method in AIMING:
        raise UsageError(f"method {method} aims at something: give a rating, a level or a technique")
    return None


def _wanted(given: dict[str, Any]) -> Wanted | None:
    """What a variant puzzle must be; None for a puzzle without further rules. Raises UsageError, UnknownName."""
    kinds, steps = _names(given.get("makers", ())), _names(given.get("steps", ()))
    wishes = {name: given[name] for name in (*SPANS, "maker_symmetry", "head_start") if given.get(name) is not None}
    if not kinds:
        if wishes or steps:
            raise UsageError(f"{', '.join([*wishes, *['steps'] * bool(steps)])}: for makers; name some, such as killer")
        return None
    from cpsudoku.generation.making.wanted import Wanted

    symmetry = wishes.pop("maker_symmetry", None) or ("none" if given.get("minimal") else None)
    wishes |= {name: span_of(wishes[name]) for name in SPANS if name in wishes}
    return Wanted(kinds=kinds, steps=steps, symmetry=symmetry, **wishes)


def _old(not_in: str | Path | Iterable[PuzzleLike]) -> frozenset[bytes]:
    """The keys of old puzzles. Raises UsageError."""
    if not isinstance(not_in, str | Path) and not not_in:
        return frozenset()
    from cpsudoku.generation.novelty import keys_of

    return keys_of(not_in)


def _names(text: str | Iterable[str]) -> tuple[str, ...]:
    """`killer,anti-knight` or a list of names; underscores for hyphens, too."""
    words = text.split(",") if isinstance(text, str) else text
    return tuple(word.strip().lower().replace("_", "-") for word in words if word.strip())


def _start(grid: PuzzleLike | None, geometry: Geometry) -> bytes | None:
    """The cells of a grid, or of one of `swap.NAMED`. Raises UsageError, NotationError."""
    if grid is None or not isinstance(grid, str) or grid not in NAMED:
        return None if grid is None else Solution.of(grid, geometry).cells
    if not geometry.is_classic:
        raise UsageError(f"the start grid {grid} is a 9x9 grid; the board is {geometry}")
    return NAMED[grid]
