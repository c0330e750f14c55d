"""`dataset`: puzzles to a wanted distribution, each with its difficulty, a solving trace and its split.

A data set follows from its specification and its seed alone, whatever the number of processes. The split of a puzzle is
drawn for the class of its grid (moves of the board and renaming of digits), so that no class is in two splits: a model
cannot have seen a test grid in another guise.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cpsudoku.batch.shares import shares_of
from cpsudoku.board.coerce import drawn_by
from cpsudoku.board.geometry import boxes, parse_size
from cpsudoku.errors import UsageError, WrongInput, brief, check_known, file_errors
from cpsudoku.formats import jsonl
from cpsudoku.generation.collection import Members, checked_histogram, ratings_wanted, split_of
from cpsudoku.generation.options import Options, recipe
from cpsudoku.generation.recipe import Generated
from cpsudoku.generation.runs import Run, in_runs
from cpsudoku.questions.explanation import Explanation, explain
from cpsudoku.rating.answers import Rating
from cpsudoku.rating.scale import off_scale, rate
from cpsudoku.tasks.data_set_card import Figures, card
from cpsudoku.tasks.traces import FORMS, STYLES, trace, trace_of

Spec = Mapping[str, Any] | Sequence[Mapping[str, Any]]
FORMATS = ("jsonl", "parquet")
ALL = "train"
"""The split of a data set without splits."""
NONE = "none"
_PART = 1000
"""Rows of a Parquet row group."""
_TEXTS = ("id", "puzzle", "solution", "size", "regions", "split", "trace", "license")
_LISTS = ("extras", "constraints")
_NUMBERS = ("er", "ep", "ed")
_COUNTS = ("clues", "largest")
COLUMNS = (
    "id", "puzzle", "solution", "size", "regions", "extras", "constraints", "clues", "minimal", "er", "ep", "ed",
    "largest", "split", "trace", "license",
)  # fmt: skip
"""The keys of a row, all of them in every row; None where one does not apply."""


@dataclass(frozen=True, slots=True)
class Group:
    """Puzzles of one kind: how many, their ratings by weight, and the options of `generate`."""

    count: int
    histogram: dict[Any, float] | None
    options: Options


@dataclass(frozen=True)
class DataSet:
    """Rows, made while they are read; each iteration makes the same ones again.

    groups     what is made
    seed       with the version of cpsudoku it determines every row
    splits     shares by name; empty for one split, `train`
    style      of the traces, or `none`; `form` their form
    license    what every row states
    jobs       processes; `dask` the address of a cluster
    """

    groups: tuple[Group, ...]
    seed: int
    splits: dict[str, float]
    style: str
    form: str
    license: str
    jobs: int = 1
    dask: str | None = None
    spec: tuple[Mapping[str, Any], ...] = field(default=(), compare=False)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for number in range(len(self.groups)):
            for part in self._parts(number):
                yield from (row for row in part if row is not None)

    def _parts(self, number: int) -> Iterator[list[dict[str, Any] | None]]:
        group = self.groups[number]
        wanted = [] if group.histogram is None else ratings_wanted(group.histogram, group.count, self.seed + number)
        members = Members(self.seed + number, {}, False, group.options)
        work = _Rows(members, number, self.seed, self.splits, self.style, self.form, self.license)
        return in_runs(work, 0, group.count, self.jobs, self.dask, wanted)

    def write(self, folder: str | os.PathLike[str], format: str = "jsonl") -> Figures:
        """Write `data/SPLIT.jsonl` (or `.parquet`) for each split, and README.md, the card with the figures.

        The layout is that of the Hugging Face hub: `datasets.load_dataset(folder)` reads it from disk. Raises
        UsageError for another format and for a folder that cannot be written, ExtraMissing without pyarrow.
        """
        check_known("format", format, FORMATS)
        root = Path(folder)
        figures = Figures()
        with file_errors(root), ExitStack() as stack:
            (root / "data").mkdir(parents=True, exist_ok=True)
            files = {name: f"data/{name}.{format}" for name in self.splits or (ALL,)}
            kind: type[_Lines | _Table] = _Lines if format == "jsonl" else _Table
            writers: dict[str, _Lines | _Table] = {name: kind(root / file) for name, file in files.items()}
            for writer in writers.values():
                stack.enter_context(writer)
            for number, _ in enumerate(self.groups):
                for part in self._parts(number):
                    for row in part:
                        figures.add(row)
                        if row is not None:
                            writers[row["split"]].add(row)
            (root / "README.md").write_text(card(self, files, figures), encoding="utf-8")
        return figures


def dataset(
    spec: Spec,
    seed: int,
    *,
    splits: Mapping[str, float] | str | None = None,
    trace: str = "placements",
    form: str = "compact",
    license: str = "CC0-1.0",
    jobs: int = 1,
    dask: str | None = None,
) -> DataSet:
    """A data set to a specification: one group of puzzles, or several.

    A group is a mapping with `count`, perhaps `histogram` (weights of ratings or of bands of ratings, such as
    {"1.0..2.5": 3, "2.6..5.0": 1}), and any option of `generate`: `clues`, `symmetry`, `makers` ("killer"),
    `geometry` (a Geometry, or a text such as "2x3") and so on. *splits*: shares by name, such as
    {"train": 9, "test": 1}. *trace*: a style of `trace`, or "none"; puzzles with rules off the scale take `reasons` or
    `placements`. *license*: the line that every row has. Nothing is made until rows are read.
    Raises UsageError, UnknownName for what cannot be made.
    """
    listed = (spec,) if isinstance(spec, Mapping) else tuple(spec) if isinstance(spec, Sequence) else ()
    if not listed or isinstance(spec, str) or not all(isinstance(one, Mapping) for one in listed):
        raise WrongInput(f'dataset: {brief(spec)}; accepted: a mapping such as {{"count": 100}}, or a list of them')
    check_known("trace", trace, (*STYLES, NONE))
    check_known("form", form, FORMS)
    groups = tuple(_group(one, trace) for one in listed)
    seed, _ = drawn_by(seed, max(group.count for group in groups))
    shares = shares_of(splits) if splits else {}
    for name in shares:
        if not name.replace("-", "").replace("_", "").isalnum():
            raise UsageError(f"splits: {name!r}; accepted: names of letters, digits, - and _, as they name files")
    return DataSet(groups, seed, shares, trace, form, license, jobs, dask, tuple(dict(one) for one in listed))


def _group(given: Mapping[str, Any], style: str) -> Group:
    options = dict(given)
    count, histogram = options.pop("count", None), options.pop("histogram", None)
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise UsageError(f"dataset: count {count!r}; accepted: a whole number from 1")
    if isinstance(options.get("geometry"), str):
        options["geometry"] = boxes(*parse_size(options["geometry"]))
    checked = None if histogram is None else checked_histogram(histogram)
    if checked and options.get("rating") is not None:
        raise UsageError("a histogram of ratings excludes a rating")
    stated = recipe(**options)
    if stated.geometry.layout is not None:
        raise UsageError(f"dataset: a board of {stated.geometry}; accepted: square boards")
    if style == "techniques" and stated.making is not None:
        raise UsageError("traces by techniques are for puzzles on the scale; accepted with makers: reasons, placements")
    return Group(count, checked, Options(**options))  # type: ignore[typeddict-item]


@dataclass(frozen=True, slots=True)
class _Rows:
    """The work of one worker: the rows of a run, None for a puzzle that was not found. Picklable."""

    members: Members
    group: int
    seed: int
    splits: dict[str, float]
    style: str
    form: str
    license: str

    def __call__(self, run: Run) -> list[dict[str, Any] | None]:
        return [self.row(generated) for generated in self.members.records(run)]

    def row(self, generated: Generated) -> dict[str, Any] | None:
        """The row of a puzzle; None where what was asked for was missed."""
        puzzle, solution = generated.puzzle, generated.solution
        if puzzle is None or solution is None or generated.missed:
            return None
        stated = jsonl.stated_keys(puzzle.geometry)
        return (
            dict.fromkeys(COLUMNS)
            | {
                "id": f"{self.seed}-{self.group}-{generated.index}",
                "puzzle": puzzle.line(),
                "solution": solution.line(),
                "size": stated.get("size"),
                "regions": stated.get("regions"),
                "extras": stated.get("extras"),
                "constraints": [rule.text for rule in puzzle.constraints],
                "clues": puzzle.clue_count,
                "minimal": generated.minimal,
                "split": split_of(solution, self.splits, self.seed) or ALL,
                "license": self.license,
            }
            | self._difficulty(generated)
        )

    def _difficulty(self, generated: Generated) -> dict[str, Any]:
        """Ratings where the puzzle is on the scale, else the largest step of its explanation; and the trace."""
        puzzle = generated.puzzle
        assert puzzle is not None
        if not off_scale(puzzle):
            rated: Any = generated.rating or rate(puzzle)
            ratings = {name: getattr(rated, name) for name in _NUMBERS} if _has_ratings(rated) else {}
            text = "" if self.style == NONE else str(trace(puzzle, self.style, form=self.form))
            return ratings | {"trace": text or None}
        found = explain(puzzle)
        if not isinstance(found, Explanation):
            return {}
        text = "" if self.style == NONE else str(trace_of(found, self.style, self.form))
        return {"largest": found.largest, "trace": text or None}


def _has_ratings(rated: object) -> bool:
    return not isinstance(rated, Rating) or rated.solved if hasattr(rated, "er") else False


class _Lines:
    """Writes rows as JSON lines."""

    def __init__(self, path: Path):
        self._path = path

    def __enter__(self) -> _Lines:
        self._file = self._path.open("w", encoding="utf-8")
        return self

    def __exit__(self, *problem: object) -> None:
        self._file.close()

    def add(self, row: dict[str, Any]) -> None:
        """Write a row."""
        self._file.write(json.dumps(row, ensure_ascii=False) + "\n")


class _Table:
    """Writes rows as a Parquet table."""

    def __init__(self, path: Path):
        from cpsudoku.formats.parquet import library

        arrow = self._arrow = library()
        kinds = dict.fromkeys(_TEXTS, arrow.string()) | dict.fromkeys(_LISTS, arrow.list_(arrow.string()))
        kinds |= dict.fromkeys(_NUMBERS, arrow.float64()) | dict.fromkeys(_COUNTS, arrow.int64())
        kinds["minimal"] = arrow.bool_()
        self._schema = arrow.schema([(name, kinds[name]) for name in COLUMNS])
        self._path, self._rows = path, list[dict[str, Any]]()

    def __enter__(self) -> _Table:
        self._file = self._arrow.parquet.ParquetWriter(str(self._path), self._schema)
        return self

    def __exit__(self, *problem: object) -> None:
        self._flush()
        self._file.close()

    def add(self, row: dict[str, Any]) -> None:
        """Write a row, some at a time."""
        self._rows.append(row)
        if len(self._rows) == _PART:
            self._flush()

    def _flush(self) -> None:
        if self._rows:
            self._file.write_table(self._arrow.Table.from_pylist(self._rows, schema=self._schema))
            self._rows.clear()
