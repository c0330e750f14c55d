"""`generate` and `generate_many`."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from cpsudoku.batch.parallel import in_order
from cpsudoku.batch.tables import BlockMany, Columns, Many, grids
from cpsudoku.board.geometry import CLASSIC, Cell, Geometry
from cpsudoku.board.given import drawn_by, span_of
from cpsudoku.board.puzzle import Given, Solution
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.errors import UnknownName, UsageError
from cpsudoku.generation.aiming.targets import METHODS as AIMING
from cpsudoku.generation.aiming.targets import Aim, Band
from cpsudoku.generation.candidates import candidates
from cpsudoku.generation.draws import Drawn, drawn, is_native, records
from cpsudoku.generation.filling.swap import NAMED
from cpsudoku.generation.generated import Generated
from cpsudoku.generation.options import Options, spelled_by
from cpsudoku.generation.recipe import METHODS, Recipe

if TYPE_CHECKING:
    from cpsudoku.formula.definition import Encoding
    from cpsudoku.generation.making.wanted import Wanted

ATTEMPTS, AIMED_ATTEMPTS = 1000, 500_000
"""Attempts for one puzzle where none are given: grids dug; puzzles rated."""


def recipe(
    *,
    geometry: Geometry = CLASSIC,
    clues: int | tuple[int, int] | None = None,
    symmetry: str | None = None,
    pattern: str | Iterable[Cell] | None = None,
    minimal: bool | None = None,
    start_grid: Given | None = None,
    rating: float | Band | None = None,
    pearl: float | Band | None = None,
    diamond: float | Band | None = None,
    level: str = "",
    requires: str | Iterable[str] = (),
    hardest: str = "",
    only: str | Iterable[str] = (),
    method: str = "",
    fill: str = "",
    dig: str = "minimal",
    loops: int | None = None,
    nr: float = 5.27,
    vari: float = 0.5,
    raw: bool = False,
    effort: int | None = None,
    within: float | None = None,
    engine: str = "",
    encoding: str | Path | Encoding | None = None,
    confirm: str = "sat",
    layouts: str | Iterable[str] = (),
    sizes: int | tuple[int, int] | None = None,
    number: int | tuple[int, int] | None = None,
    layout_symmetry: str | None = None,
    constraints: int | tuple[int, int] | None = None,
    head_start: float | None = None,
    largest: int | tuple[int, int] | None = None,
    total: int | tuple[int, int] | None = None,
    steps: str | Iterable[str] = (),
    not_in: str | Path | Iterable[Given] = (),
    rated: bool = False,
    attempts: int | None = None,
    limits: Limits = NO_LIMITS,
) -> Recipe:
    """A Recipe from what people write: a number of clues, a mask, a grid as text.

    *rating*, *pearl*, *diamond* are bands of ER, EP and ED, ends included, (7.0, 7.4), or one number; *level* to
    *only* as in `Aim`. *method*: how a puzzle is made ("top-down", ...) or, with something to aim at, how it is
    searched ("auto", "sampling", "steering", "vicinity"). *attempts*: ATTEMPTS by default, AIMED_ATTEMPTS when aiming.
    *layouts*: sorts of constraints ("killer,anti-knight") that are drawn on the grid and taken away with the givens;
    *sizes* (cells of a cage or line), *number* (how many are drawn, of each sort), *layout_symmetry* say what they
    look like, *constraints* how many may be left, *head_start* (0 to 1) how far givens go before constraints;
    *largest*, *total*, *steps* aim at what `explain` says.
    *not_in*: a file of old puzzles, or the puzzles, none of which comes again in another guise (see `novelty`).
    *start_grid*: a grid to dig, or where fill `swap` starts, or the name of one: "vb6" is that of the VB6 article.
    Raises UsageError, UnknownName, NotationError.
    """
    if method and method not in METHODS and method not in AIMING:
        raise UnknownName(
            f"method {method!r} is unknown; known: {', '.join(METHODS)}; with a rating, level or technique to aim at: "
            + ", ".join(AIMING)
        )
    bands = [(band, band) if isinstance(band, int | float) else band for band in (rating, pearl, diamond)]
    needs = (requires,) if isinstance(requires, str) else tuple(requires)
    alone = (only,) if isinstance(only, str) else tuple(only)
    aims = any(band is not None for band in bands) or bool(level or any(needs) or hardest or any(alone))
    aim = None
    if aims:
        search = method if method in AIMING else "sampling" if method else "auto"
        aim = Aim(
            bands[0], bands[1], bands[2], level, tuple(filter(None, needs)), hardest, tuple(filter(None, alone)), search
        )
    elif method in AIMING:
        raise UsageError(f"method {method} aims at something: give a rating, a level or a technique")
    grid = None
    if start_grid is not None:
        grid = _start(start_grid, geometry)
    marked = None
    if pattern is not None:
        marked = frozenset(mask(pattern, geometry) if isinstance(pattern, str) else pattern)
    return Recipe(
        geometry=geometry,
        clues=None if clues is None else span_of(clues),
        symmetry=symmetry or "none",
        pattern=marked,
        minimal=minimal,
        start=grid,
        aim=aim,
        fill=fill,
        dig=dig,
        loops=loops,
        nr=nr,
        vari=vari,
        raw=raw,
        effort=effort,
        within=within,
        engine=engine,
        encoding=encoding,
        confirm=confirm,
        making=_making(layouts, sizes, number, layout_symmetry, constraints, head_start, largest, total, steps),
        old=_old(not_in),
        rated=rated,
        limits=limits,
        method=method if method and method not in AIMING else "top-down",
        attempts=(ATTEMPTS if aim is None else AIMED_ATTEMPTS) if attempts is None else attempts,
    )


def _making(
    layouts: str | Iterable[str],
    sizes: int | tuple[int, int] | None,
    number: int | tuple[int, int] | None,
    layout_symmetry: str | None,
    constraints: int | tuple[int, int] | None,
    head_start: float | None,
    largest: int | tuple[int, int] | None,
    total: int | tuple[int, int] | None,
    steps: str | Iterable[str],
) -> Wanted | None:
    """What is wanted of a variant puzzle; None where no layout is. Raises UsageError, UnknownName."""
    kinds = _names(layouts)
    spans = {"sizes": sizes, "number": number, "constraints": constraints, "largest": largest, "total": total}
    if not kinds:
        given = [name for name, span in spans.items() if span is not None]
        given += [name for name, said in (("layout_symmetry", layout_symmetry), ("steps", steps)) if said]
        given += ["head_start"] if head_start is not None else []
        if given:
            raise UsageError(f"{', '.join(given)}: for layouts; name some, such as killer")
        return None
    from cpsudoku.generation.makers.sketch import Wishes
    from cpsudoku.generation.making.wanted import Wanted

    found = {name: None if span is None else span_of(span) for name, span in spans.items()}
    return Wanted(
        kinds,
        Wishes(found["sizes"], found["number"], layout_symmetry or "none"),
        found["constraints"],
        head_start,
        found["largest"],
        found["total"],
        _names(steps),
    )


def _old(not_in: str | Path | Iterable[Given]) -> frozenset[bytes]:
    """The keys of old puzzles. Raises UsageError."""
    if not isinstance(not_in, str | Path) and not not_in:
        return frozenset()
    from cpsudoku.generation.novelty import keys_of

    return keys_of(not_in)


def _names(text: str | Iterable[str]) -> tuple[str, ...]:
    """`killer,anti-knight` or a list of names; underscores for hyphens, too."""
    words = text.split(",") if isinstance(text, str) else text
    return tuple(word.strip().lower().replace("_", "-") for word in words if word.strip())


def _start(given: Given, geometry: Geometry) -> bytes:
    """The cells of a grid, or of one of `swap.NAMED`. Raises UsageError, NotationError."""
    if not isinstance(given, str) or given not in NAMED:
        return Solution.of(given, geometry).cells
    if not geometry.is_classic:
        raise UsageError(f"the start grid {given} is a 9x9 grid; the board is {geometry}")
    return NAMED[given]


@spelled_by(recipe)
def generate(*, seed: int | None = None, index: int = 0, **options: Unpack[Options]) -> Generated:
    """One puzzle, unique and minimal unless the options say otherwise, drawn by *seed* and *index*.

    Without *seed* one is drawn, and stated in the record. Options are those of `recipe`.
    SAT confirms what was made: unique, and minimal where the record says so; confirm="none" spares that (some 1 ms at
    9x9). EnginesDisagree is raised where SAT finds otherwise.
    `generate(rating=(7.0, 7.4))` aims: ER 7.0 to 7.4. The record has `missed` where nothing fitted within the attempts
    or the time: no puzzle then, or the best one where a rating, technique or effort was aimed at.
    """
    made = recipe(**options)
    seed = new_seed() if seed is None else seed
    drawn_by(seed, index)
    return next(candidates(made, seed, [index]))


@spelled_by(recipe)
def generate_many(
    count: int,
    *,
    seed: int | None = None,
    start: int = 0,
    jobs: int = 1,
    dask: str | None = None,
    **options: Unpack[Options],
) -> Many[Generated]:
    """Puzzles number *start* .. *count* - 1 of a seed, lazily and in order; the same ones for any number of *jobs*."""
    if count < 0 or start < 0:
        raise UsageError(f"count {count}, start {start}: at least 0")
    made = recipe(**options)
    seed = new_seed() if seed is None else seed
    drawn_by(seed, max(start, count - 1))
    work = _Chunk(made, seed)
    parts = in_order(work, _ranges(made, start, count), jobs, dask, parts=_singly, name=_named)
    stream = (part for _, part in parts)
    return BlockMany(stream, work.each, _columns, _drawn_columns) if work.draws else Many(work.each(stream), _columns)


def _columns(puzzles: Iterator[Generated]) -> Columns:
    """`puzzle`, `solution`, `clues`, `minimal`, `index`, and `er`, `ep`, `ed` where they were asked for."""
    import numpy as np

    every = list(puzzles)
    found: Columns = {
        "puzzle": grids([one.puzzle.cells if one.puzzle is not None else b"" for one in every]),
        "solution": grids([one.solution.cells if one.solution is not None else b"" for one in every]),
        "clues": np.array([one.clues for one in every], dtype=np.int64),
        "minimal": np.array([one.minimal for one in every], dtype=bool),
        "index": np.array([one.index for one in every], dtype=np.uint64),
    }
    if any(one.rating is not None for one in every):
        for k, name in enumerate(("er", "ep", "ed")):
            found[name] = np.array([one.rating[k] if one.rating is not None else np.nan for one in every])
    return found


def _drawn_columns(part: Drawn | list[Generated]) -> Columns:
    import numpy as np

    assert isinstance(part, Drawn)
    puzzles = np.frombuffer(part.puzzles, dtype=np.uint8).reshape(-1, 9, 9)
    return {
        "puzzle": puzzles,
        "solution": np.frombuffer(part.grids, dtype=np.uint8).reshape(-1, 9, 9),
        "clues": (puzzles > 0).sum((1, 2)).astype(np.int64),
        "minimal": np.frombuffer(part.minimal, dtype=np.uint8) == 1,
        "index": np.array(part.indices, dtype=np.uint64),
    }


def _singly(run: tuple[int, int]) -> list[tuple[int, int]]:
    return [(index, index + 1) for index in range(*run)]


def _named(run: tuple[int, int]) -> str:
    return f"puzzle number {run[0]} of this seed" + (f" or one up to {run[1] - 1}" if run[1] - run[0] > 1 else "")


@dataclass(frozen=True, slots=True)
class _Chunk:
    """What a worker does: a run of consecutive puzzles."""

    recipe: Recipe
    seed: int

    @property
    def draws(self) -> bool:
        """Whether a kernel makes them, and their records need no more."""
        return is_native(self.recipe) and not self.recipe.rated

    def __call__(self, run: tuple[int, int]) -> Drawn | list[Generated]:
        if self.draws:
            return drawn(self.recipe, self.seed, range(*run))
        return list(candidates(self.recipe, self.seed, range(*run)))

    def each(self, parts: Iterator[Drawn | list[Generated]]) -> Iterator[Generated]:
        """The puzzles of what workers gave."""
        for part in parts:
            yield from records(self.recipe, self.seed, part) if isinstance(part, Drawn) else part


def _ranges(made: Recipe, start: int, count: int) -> Iterator[tuple[int, int]]:
    """Runs of about a tenth to half a second; the first ones are short, so that output begins early."""
    if made.aim is not None or made.method == "effort" or made.making is not None:
        yield from ((index, index + 1) for index in range(start, count))
        return
    most = 64 if made.geometry.side <= 9 and made.pattern is None else 1
    if is_native(made):
        most = 256 if made.by_sat else 1024
    if made.method == "controlled-bias" or made.minimal or made.clues is not None:
        most = min(most, 8)
    step = 1
    while start < count:
        stop = min(count, start + step)
        yield start, stop
        start, step = stop, min(most, 2 * step)


def mask(text: str, geometry: Geometry) -> list[Cell]:
    """The cells a mask marks: one character a cell (blanks and line ends aside), `.`, `0`, `-` and `_` for none."""
    symbols = "".join(text.split())
    if len(symbols) != geometry.size:
        raise UsageError(f"a mask has one character a cell: {geometry.size} on this board; got {len(symbols)}")
    return [cell for cell, symbol in enumerate(symbols) if symbol not in ".0-_"]


def new_seed() -> int:
    """A seed to be stated with the output."""
    return secrets.randbelow(1 << 32)
