"""Collections made to order: a wanted distribution of ratings, splits that share no class of grids, solution traces.

Everything follows from the seed: which rating is aimed at for which number, and the split of a puzzle, which is drawn
by the class of its grid (moves of the board and renaming), so that no class is ever in two splits.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeVar, Unpack

from cpsudoku.batch.shares import drawn, shares_of
from cpsudoku.board.coerce import drawn_by
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.errors import UsageError, file_errors
from cpsudoku.generation.aiming.targets import Band, parse_band
from cpsudoku.generation.front import candidates
from cpsudoku.generation.options import Options, recipe
from cpsudoku.generation.recipe import Generated
from cpsudoku.generation.runs import Run, in_runs
from cpsudoku.questions.canonical import canonical_form
from cpsudoku.rating.answers import Rating
from cpsudoku.rating.scale import rate
from cpsudoku.version import __version__

T = TypeVar("T")
NO_BAND = 0.0, 0.0


@dataclass(frozen=True)
class Member:
    """A puzzle of a collection: what was generated, its split ("" for none), and the steps of its solution path."""

    generated: Generated
    split: str = ""
    steps: tuple[dict[str, Any], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain data: that of the puzzle, with `split` and `steps`."""
        found = self.generated.to_dict()
        return (
            found | ({"split": self.split} if self.split else {}) | ({"steps": list(self.steps)} if self.steps else {})
        )


def read_histogram(path: str | os.PathLike[str]) -> dict[float | Band, float]:
    """ER or band of ER -> weight, from a JSON object or lines `er,weight`. Raises UsageError, naming the line."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: {getattr(error, 'strerror', None) or 'not a text file'}") from None
    if text.lstrip().startswith("{"):
        try:
            return checked_histogram(json.loads(text))
        except json.JSONDecodeError as error:
            raise UsageError(f"{path}, line {error.lineno}: no JSON ({error.msg})") from None
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        first, comma, second = line.partition(",")
        if not line.strip() or line.startswith("#") or (number == 1 and _band(first) == NO_BAND):
            continue
        if not comma or _band(first) == NO_BAND or not _is_number(second):
            raise UsageError(
                f"{path}, line {number}: {line.strip()!r}; accepted: a rating, or a band of ratings, and its weight, "
                "such as 7.2,30 or 5.0..5.9,30"
            )
        found[first.strip()] = second.strip()
    return checked_histogram(found)


def _is_number(text: str) -> bool:
    try:
        return float(text) >= 0
    except ValueError:
        return False


def checked_histogram(given: Mapping[Any, Any]) -> dict[float | Band, float]:
    """The same with numbers. Raises UsageError for what is no rating, no band of ratings or no weight."""
    found: dict[float | Band, float] = {}
    for rating, weight in given.items():
        lowest, highest = _band(rating)
        if not _is_number(str(weight)) or not 1.0 <= lowest <= highest <= 12:
            raise UsageError(
                f"histogram: {rating!r}: {weight!r}; accepted: a rating from 1.0 to 12, or a band of ratings such as "
                "5.0..5.9, and its weight, from 0"
            )
        key = lowest if lowest == highest else (lowest, highest)
        found[key] = found.get(key, 0.0) + float(weight)
    if not sum(found.values()):
        raise UsageError("histogram: no rating has a weight above 0")
    return {rating: weight for rating, weight in sorted(found.items(), key=lambda entry: _band(entry[0])) if weight}


def _band(rating: Any) -> Band:
    """The band of a rating or a band; NO_BAND for what is neither."""
    try:
        lowest, highest = rating if isinstance(rating, tuple) else parse_band(str(rating))
        return round(float(lowest), 1), round(float(highest), 1)
    except (UsageError, TypeError, ValueError, OverflowError):
        return NO_BAND


def ratings_wanted(histogram: Mapping[T, float], count: int, seed: int) -> list[T]:
    """The rating aimed at for each number: shares of *count* by largest remainder, in an order drawn by *seed*."""
    total = sum(histogram.values())
    exact = {rating: count * weight / total for rating, weight in histogram.items()}
    whole = {rating: int(share) for rating, share in exact.items()}
    order = {rating: k for k, rating in enumerate(exact)}
    rest = sorted(exact, key=lambda rating: (whole[rating] - exact[rating], order[rating]))
    for rating in rest[: count - sum(whole.values())]:
        whole[rating] += 1
    wanted = [rating for rating, number in whole.items() for _ in range(number)]
    Random(seed).shuffle(wanted)
    return wanted


def split_of(solution: Solution, splits: Mapping[str, float], seed: int) -> str:
    """The split of a grid: drawn by *seed* for its class, so the same for all grids it can be turned into."""
    if not splits:
        return ""
    form = canonical_form(Puzzle.trusted(solution.cells, solution.geometry)).puzzle.cells
    place = int.from_bytes(drawn(form, seed), "big") / 2**64
    for name, share in splits.items():
        if place < share:
            return name
        place -= share
    return list(splits)[-1]


def generate_collection(
    count: int,
    *,
    seed: int,
    histogram: Mapping[Any, Any] | None = None,
    splits: Mapping[str, float] | None = None,
    traces: bool = False,
    jobs: int = 1,
    dask: str | None = None,
    **options: Unpack[Options],
) -> Iterator[Member]:
    """*count* puzzles, lazily and in order, the same ones for any number of *jobs*; *options* as in `generate`.

    *histogram*: weights of ratings (ER) or of bands of ratings such as (5.0, 5.9); each number aims at one. *splits*:
    shares by name; no two have a class of grids in common. *traces*: every step of the solution path, as
    `rate --steps --jsonl` has them.
    """
    wanted = () if histogram is None else ratings_wanted(checked_histogram(histogram), count, seed)
    if wanted and options.get("rating") is not None:
        raise UsageError("a histogram of ratings excludes a rating")
    drawn_by(seed, max(0, count - 1))
    work = Members(seed, shares_of(splits) if splits else {}, traces, options)
    for part in in_runs(work, 0, count, jobs, dask, wanted):
        yield from part


@dataclass(frozen=True, slots=True)
class Members:
    """The work of one worker: the members of a run. Picklable."""

    seed: int
    splits: dict[str, float]
    traces: bool
    options: Options

    def __call__(self, run: Run) -> list[Member]:
        return [self.member(record) for record in self.records(run)]

    def records(self, run: Run) -> list[Generated]:
        """The puzzles, those that aim at the same rating generated together."""
        if not run.wanted:
            return list(candidates(recipe(**self.options), self.seed, run.numbers))
        found: dict[int, Generated] = {}
        for rating in dict.fromkeys(run.wanted):
            numbers = [number for number, wanted in zip(run.numbers, run.wanted) if wanted == rating]
            aimed: Options = {**self.options, "rating": rating}
            found.update(zip(numbers, candidates(recipe(**aimed), self.seed, numbers)))
        return [found[number] for number in run.numbers]

    def member(self, generated: Generated) -> Member:
        """The member with this puzzle."""
        if generated.puzzle is None or generated.solution is None:
            return Member(generated)
        rated = rate(generated.puzzle) if self.traces else None
        steps = tuple(step.to_dict() for step in rated.steps) if isinstance(rated, Rating) else ()
        return Member(generated, split_of(generated.solution, self.splits, self.seed), steps)


def write_parquet(members: Iterator[Member], path: str | os.PathLike[str], recipe: Mapping[str, Any]) -> int:
    """Write a Parquet table, with the recipe in its metadata (key `cpsudoku`); returns the number of rows.

    Columns: puzzle, solution, clues, minimal, er, ep, ed, split, index and steps (JSON). Raises ExtraMissing.
    """
    from cpsudoku.formats.parquet import library

    arrow = library()
    text, number = arrow.string(), arrow.float64()
    kinds = {
        **dict.fromkeys(("puzzle", "solution"), text),
        "clues": arrow.int64(),
        "minimal": arrow.bool_(),
        **dict.fromkeys(("er", "ep", "ed"), number),
        **dict.fromkeys(("split", "steps"), text),
        "index": arrow.int64(),
    }
    about = json.dumps({"recipe": dict(recipe), "version": __version__}, default=str)
    schema = arrow.schema(list(kinds.items())).with_metadata({"cpsudoku": about})
    rows = 0
    with file_errors(path), arrow.parquet.ParquetWriter(str(path), schema) as file:
        while part := [member for _, member in zip(range(1000), members)]:
            records = [member.to_dict() for member in part if member.generated.puzzle is not None]
            for record in records:
                record["steps"] = json.dumps(record["steps"]) if "steps" in record else None
            columns = {
                name: arrow.array([record.get(name) for record in records], kind) for name, kind in kinds.items()
            }
            file.write_table(arrow.table(columns, schema=schema))
            rows += len(records)
    return rows
