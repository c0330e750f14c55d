"""Parts of an existing set: no class of puzzles is in two of them, and each has its share of every difficulty.

The first pass keeps a key and a difficulty of each row (some 40 bytes a row), the second writes the rows.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from cpsudoku.batch.shares import DRAWN, drawn, shares_of
from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.datasets.checks import Block, Sent, canonical_cells
from cpsudoku.datasets.clean import ENDINGS, Row, check_target, column_names, others_of, row_writer
from cpsudoku.datasets.parts import Part, Reader, Source, Splits, paths_of, sources_of
from cpsudoku.datasets.run import each_part
from cpsudoku.engines.block import Status
from cpsudoku.errors import UsageError, check_known, file_errors
from cpsudoku.formats import Record
from cpsudoku.rating.numbers import level
from cpsudoku.rating.scale import Scale, has_rating

BY = ("class", "grid")
STRATA = ("difficulty", "clues", "none")
MOST_PARTS = 250
UNRATED = -1
"""The stratum of puzzles without a rating."""


@dataclass(frozen=True)
class Split:
    """What `split` wrote: rows and classes of each part, and its rows by stratum (level, or number of clues).

    `files` has the path of each part: the same one for all where a column states the part. Rows that cannot be read are
    in no part; those without exactly one solution are. `solutions_lost`: solution columns that could not be read.
    """

    rows: Mapping[str, int]
    classes: Mapping[str, int]
    strata: Mapping[str, Mapping[str, int]]
    files: Mapping[str, str]
    unreadable: int = 0
    not_unique: int = 0
    solutions_lost: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as `split --json` writes it."""
        parts = {
            name: {"rows": rows, "classes": self.classes[name], "strata": dict(self.strata[name])}
            | {"file": self.files[name]}
            for name, rows in self.rows.items()
        }
        lost = {"unreadable": self.unreadable, "not_unique": self.not_unique, "solutions_lost": self.solutions_lost}
        return {"parts": parts, "rows": sum(self.rows.values()), **lost}

    def __str__(self) -> str:
        total = sum(self.rows.values())
        lines = [
            f"{name}: {rows:,} rows ({100 * rows / total:.1f} %), {self.classes[name]:,} classes, in {self.files[name]}"
            for name, rows in self.rows.items()
        ]
        noted = {
            "rows cannot be read and are in no part": self.unreadable,
            "rows do not have exactly one solution (cpsudoku audit names them)": self.not_unique,
            "solution columns cannot be read and are left empty": self.solutions_lost,
        }
        return "\n".join([*lines, *(f"{number:,} {what}" for what, number in noted.items() if number)])


def split(
    source: Any,
    parts: Mapping[str, float] | str,
    target: str | os.PathLike[str],
    *,
    by: str = "class",
    stratify: str = "difficulty",
    seed: int = 0,
    column: str | None = None,
    geometry: Geometry | None = None,
    format: str | None = None,
    alphabet: str | None = None,
    jobs: int = 1,
    dask: str | None = None,
    advance: Callable[[int], object] | None = None,
    warn: Callable[[Record], None] | None = None,
) -> Split:
    """Divide a set into *parts* (shares by name) of which no two have a class in common, and write them.

    *source*: as in `audit`. *target*: a folder, for one file a part in the form of the first input, or a file whose
    name ends with one of ENDINGS, for all rows with a column `split`. *by*: what stays together, the class of the
    puzzle (moved and renamed) or that of its solution ("grid"). *stratify*: each part gets its share of every
    difficulty (ER; all puzzles without one together), of every number of clues ("clues"), or of all rows ("none").
    Which class goes where follows from *seed*; shares are exact up to a class. Raises UsageError, NotationError,
    WrongInput.
    """
    shares = shares_of(parts, "parts")
    if len(shares) > MOST_PARTS:
        raise UsageError(f"parts: {len(shares)} names; at most {MOST_PARTS}")
    check_known("by", by, BY, UsageError)
    check_known("stratify", stratify, STRATA, UsageError)
    paths = _paths(Path(target), list(shares), paths_of(source) or [])
    options: dict[str, Any] = {"geometry": geometry, "format": format, "alphabet": alphabet, "column": column}
    keys = _Keys()
    work = partial(_keyed, by=by, stratify=stratify, seed=seed)
    given = Reader(Splits()).parts(sources_of(source, Splits(), warn, **options))
    for part, found in each_part(work, given, jobs, dask):
        keys.add(part, *found)
        if advance is not None:
            advance(part.count + len(part.bad))
    if not keys.count:
        raise UsageError("no row in the input can be read")
    chosen, classes = keys.assigned(list(shares.values()))
    _write(sources_of(source, Splits(), **options), sources_of(source, Splits(), **options), paths, chosen)
    rows = np.bincount(chosen[chosen >= 0], minlength=len(shares)).tolist()
    return Split(
        dict(zip(shares, rows)),
        dict(zip(shares, classes)),
        {name: keys.counted(chosen == k, stratify) for k, name in enumerate(shares)},
        {name: str(path) for name, path in paths.items()},
        keys.unreadable,
        keys.not_unique,
        keys.solutions_lost,
    )


def _paths(target: Path, names: list[str], sources: list[str]) -> dict[str, Path]:
    """The file of each part. Raises UsageError where it cannot be written, or is an input."""
    if target.name.lower().endswith(ENDINGS):
        found = dict.fromkeys(names, target)
    else:
        first = Path(sources[0]).name.lower() if sources else ""
        ending = next((ending for ending in reversed(ENDINGS) if first.endswith(ending)), ".txt")
        found = {name: target / f"{name}{ending}" for name in names}
        for name in names:
            if name in (".", "..") or Path(name).name != name:
                raise UsageError(f"parts: {name!r} cannot be the name of a file in {target}")
        with file_errors(target):
            target.mkdir(parents=True, exist_ok=True)
    for path in found.values():
        check_target(path, sources, "split")
        if any(path.exists() and Path(given).exists() and path.samefile(given) for given in sources):
            raise UsageError(f"{path} is also the input; it would be overwritten")
    return found


def _keyed(sent: Sent, by: str, stratify: str, seed: int) -> tuple[bytes, Any, bytes]:
    """Of each puzzle the key of what stays together (2 * DRAWN bytes, the drawn ones first), stratum and status."""
    block = Block(sent, "bitmask")
    unique = block.statuses == Status.UNIQUE
    forms, _ = canonical_cells(block, block.cells)
    if by == "grid" and unique.any():
        grids, _ = canonical_cells(block, block.table(block.answers.grids)[unique].tobytes())
        table = block.table(forms).copy()
        table[unique] = block.table(grids)
        forms = table.tobytes()
    size = block.size
    keys = []
    for at in range(0, len(forms), size):
        form = block.salt + forms[at : at + size]
        keys.append(drawn(form, seed) + blake2b(form, digest_size=DRAWN).digest())
    strata = np.zeros(len(unique), dtype=np.int32)
    if stratify == "clues":
        strata = (block.table(block.cells) != 0).sum(1).astype(np.int32)
    elif stratify == "difficulty":
        strata[:] = UNRATED
        if block.classic and unique.any():
            numbers = Scale().numbers(block.table(block.cells)[unique].tobytes())
            strata[unique] = [each[0] if has_rating(each) else UNRATED for each in numbers]
    return b"".join(keys), strata, block.answers.statuses


@dataclass
class _Keys:
    """What the first pass keeps: for each readable row its number, key and stratum."""

    numbers: list[Any] = field(default_factory=list)
    keys: list[Any] = field(default_factory=list)
    strata: list[Any] = field(default_factory=list)
    last: int = 0
    unreadable: int = 0
    not_unique: int = 0
    solutions_lost: int = 0

    def add(self, part: Part, keys: bytes, strata: Any, statuses: bytes) -> None:
        """A part, and what was found in it."""
        self.last = part.last
        self.unreadable += len(part.bad)
        self.solutions_lost += len(part.wrong)
        self.not_unique += len(statuses) - statuses.count(Status.UNIQUE)
        self.numbers.append(part.numbers)
        self.keys.append(np.frombuffer(keys, dtype=">u8").reshape(-1, 2))
        self.strata.append(strata)

    @property
    def count(self) -> int:
        """Readable rows."""
        return sum(map(len, self.numbers))

    def assigned(self, shares: list[float]) -> tuple[Any, list[int]]:
        """The part of each row (by number; -1 for one that cannot be read), and the classes of each part.

        Classes are taken stratum by stratum in the drawn order; each goes to the part that lacks most of what it is due
        in the stratum and in all, so that strata of a single class are shared out, too.
        """
        rows, keys, strata = np.concatenate(self.numbers), np.concatenate(self.keys), np.concatenate(self.strata)
        order = np.lexsort((rows, keys[:, 1], keys[:, 0]))
        new = np.ones(len(order), dtype=bool)
        new[1:] = (keys[order[1:]] != keys[order[:-1]]).any(1)
        starts = np.flatnonzero(new)
        sizes = np.diff(np.append(starts, len(order)))
        of = strata[order[starts]]
        part_of_class = np.zeros(len(starts), dtype=np.int16)
        classes = [0] * len(shares)
        due_in_all, due = [0.0] * len(shares), [0.0] * len(shares)
        stratum = None
        for group in np.argsort(of, kind="stable").tolist():
            size = int(sizes[group])
            if of[group] != stratum:
                stratum, due = of[group], [0.0] * len(shares)
            for part, share in enumerate(shares):
                due[part] += share * size
                due_in_all[part] += share * size
            best = max(range(len(shares)), key=lambda part: due[part] + due_in_all[part])
            due[best] -= size
            due_in_all[best] -= size
            part_of_class[group] = best
            classes[best] += 1
        found = np.full(self.last + 1, -1, dtype=np.int16)
        found[rows[order]] = part_of_class[np.cumsum(new) - 1]
        return found, classes

    def counted(self, chosen: Any, stratify: str) -> dict[str, int]:
        """Stratum -> rows, of the *chosen* ones (a flag for each row number)."""
        rows, strata = np.concatenate(self.numbers), np.concatenate(self.strata)
        found: Counter[str] = Counter()
        for stratum, number in zip(*np.unique(strata[chosen[rows]], return_counts=True)):
            rated = stratify == "difficulty"
            found[("no rating" if stratum == UNRATED else level(stratum / 10)) if rated else str(stratum)] += int(
                number
            )
        return {} if stratify == "none" else dict(found)


def _write(first: Iterable[Source], again: Iterable[Source], paths: Mapping[str, Path], chosen: Any) -> None:
    """Write every row into the file of its part; *first* is read for the names of the columns."""
    names = list(paths)
    columns = column_names(first)
    in_one = len(set(paths.values())) < len(names)
    with ExitStack() as stack:
        writers = {}
        for path in dict.fromkeys(paths.values()):
            stack.enter_context(file_errors(path))
            writers[path] = stack.enter_context(row_writer(path, in_one, columns))
        for part in Reader(Splits()).parts(again):
            rows: dict[Path, list[Row]] = {path: [] for path in writers}
            for k, row in enumerate(_rows(part)):
                name = names[chosen[part.numbers[k]]]
                rows[paths[name]].append((*row[:2], name, row[3]))
            for path, some in rows.items():
                writers[path](some)


def _rows(part: Part) -> Iterator[Row]:
    """The readable rows of a part, with the solutions that they state."""
    size = part.geometry.size
    others = others_of(part)
    for k in range(part.count):
        claimed = part.claimed[size * k : size * k + size]
        puzzle = Puzzle.trusted(part.cells[size * k : size * k + size], part.geometry, part.constraints)
        yield puzzle, claimed if any(claimed) else b"", "", others(k)
