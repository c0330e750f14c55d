"""The rows of all files, a few thousand of one board at a time, each with its place and its split."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

import numpy as np

from cpsudoku.board.coerce import stream_of
from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.board.puzzle import COMPLETE
from cpsudoku.errors import NotationError
from cpsudoku.formats import BadRow, PlainRows, Record, open_chunks

ROWS = 4096
"""Rows of a part at most."""
TRAIN = "train"
ALIASES = {
    "train": TRAIN,
    "training": TRAIN,
    "valid": "validation",
    "validation": "validation",
    "val": "validation",
    "dev": "validation",
    "development": "validation",
    "eval": "test",
    "evaluation": "test",
    "test": "test",
    "testing": "test",
    "holdout": "test",
}
"""Names of splits, as files and columns have them."""
COLUMNS = ("split", "subset", "fold", "partition")
"""Columns that state the split of a row, first found first."""

MEMORY = "puzzles"
"""The name of puzzles in memory, where files have theirs."""

Rows = PlainRows | Record | BadRow


@dataclass(frozen=True)
class Splits:
    """Which names are splits; the first is the one to train on. Without *names* the customary ones (`ALIASES`)."""

    names: tuple[str, ...] = ()

    @property
    def train(self) -> str:
        """The split whose rows are no leaks."""
        return self.names[0] if self.names else TRAIN

    def named(self, word: str) -> str:
        """The split a column's field names; "" for none. Other names than the customary ones are splits, too."""
        folded = word.strip().lower()
        if self.names:
            return folded if folded in self.names else ""
        return ALIASES.get(folded, folded)

    def of_file(self, path: str) -> str:
        """The split a word of a file's name names, or its folder's whole name; "" for none."""
        place = PurePath(path)
        for word in (*re.split(r"[^a-z0-9]+", place.name.lower()), place.parent.name.lower()):
            if word in (self.names or ALIASES):
                return word if self.names else ALIASES[word]
        return ""


@dataclass
class Part:
    """Consecutive rows of one file. Those that are puzzles are all on one board, under the same constraints.

    `cells` and `claimed` (zeros where a row states no solution) have the readable rows, one after the other; `numbers`
    their number in the input, `lines` their line in `file`, `splits` an index into the names of splits (0: none);
    `wrong` what is wrong with a solution that could not be read, by index.
    """

    file: str
    geometry: Geometry = CLASSIC
    constraints: tuple[Any, ...] = ()
    cells: bytes = b""
    claimed: bytes = b""
    numbers: Any = None
    lines: Any = None
    splits: Any = None
    bad: list[BadRow] = field(default_factory=list)
    wrong: dict[int, str] = field(default_factory=dict)
    rows: list[Rows] = field(default_factory=list)
    last: int = 0

    @property
    def count(self) -> int:
        """Readable rows."""
        return len(self.numbers)


class _Growing:
    """A part in the making."""

    def __init__(self, file: str, geometry: Geometry, constraints: tuple[Any, ...]):
        self.board = geometry, constraints
        self.file = file
        self.cells: list[bytes] = []
        self.claimed: list[bytes] = []
        self.numbers: list[Any] = []
        self.lines: list[Any] = []
        self.splits: list[Any] = []
        self.bad: list[BadRow] = []
        self.wrong: dict[int, str] = {}
        self.rows: list[Rows] = []
        self.size = self.readable = 0

    def part(self, last: int) -> Part:
        none: Any = np.zeros(0, dtype=np.int64)
        return Part(
            self.file,
            *self.board,
            b"".join(self.cells),
            b"".join(self.claimed),
            np.concatenate(self.numbers) if self.numbers else none,
            np.concatenate(self.lines) if self.lines else none,
            np.concatenate(self.splits).astype(np.uint8) if self.splits else none.astype(np.uint8),
            self.bad,
            self.wrong,
            self.rows,
            last,
        )


class Reader:
    """Cuts sources into parts; `names` are the splits met so far, "" first."""

    def __init__(self, splits: Splits, names: Iterable[str] = ("",)):
        self._splits = splits
        self.names = list(names)

    def index(self, name: str) -> int:
        """The number of a split."""
        if name not in self.names:
            if len(self.names) > 250:
                raise NotationError(f"more than 250 splits; {name!r} is one too many: is that column no split?")
            self.names.append(name)
        return self.names.index(name)

    def parts(self, sources: Iterable[tuple[str, str, Iterable[Rows]]]) -> Iterator[Part]:
        """The parts of sources (name, split, rows), numbered through from 1."""
        done = 0
        for name, split, rows in sources:
            last = 0
            here = self.index(split)
            growing: _Growing | None = None
            for item in rows:
                board: Any = None
                if not isinstance(item, BadRow):
                    board = (
                        (item.geometry, ())
                        if isinstance(item, PlainRows)
                        else (item.puzzle.geometry, item.puzzle.constraints)
                    )
                if growing is not None and (
                    growing.size >= ROWS or (board is not None and growing.readable and growing.board != board)
                ):
                    yield growing.part(done + last)
                    growing = None
                if growing is None:
                    growing = _Growing(name, *(board or (CLASSIC, ())))
                elif board is not None and not growing.readable:
                    growing.board = board
                last = self._add(growing, item, done, here)
            if growing is not None:
                yield growing.part(done + last)
            done += last

    def _add(self, growing: _Growing, item: Rows, done: int, split: int) -> int:
        """Puts rows into a part; returns the number of the last in its source."""
        growing.rows.append(item)
        if isinstance(item, PlainRows):
            growing.cells.append(item.cells)
            growing.claimed.append(item.solutions if item.solutions is not None else bytes(len(item.cells)))
            growing.numbers.append(np.arange(item.first_row, item.first_row + item.count) + done)
            growing.lines.append(np.arange(item.first_line, item.first_line + item.count))
            growing.splits.append(self._column(item, split))
            growing.size += item.count
            growing.readable += item.count
            return item.first_row + item.count - 1
        growing.size += 1
        if isinstance(item, BadRow):
            growing.bad.append(BadRow(item.error, item.row + done, item.line, item.text))
            return item.row
        puzzle = item.puzzle
        if item.solution_error:
            growing.wrong[growing.readable] = item.solution_error
        growing.readable += 1
        growing.cells.append(puzzle.cells)
        claimed = item.solution if puzzle.rules_read == COMPLETE else None  # of such rules it judges nothing
        growing.claimed.append(claimed if claimed is not None else bytes(len(puzzle.cells)))
        growing.numbers.append([item.row + done])
        growing.lines.append([item.line])
        stated = next((item.others[key] for key in item.others if key.strip().lower() in COLUMNS), None)
        growing.splits.append([split if stated is None else self.index(self._splits.named(stated))])
        return item.row

    def _column(self, rows: PlainRows, split: int) -> Any:
        for name in COLUMNS:
            stated = rows.column(name)
            if stated is not None:
                known = {word: self.index(self._splits.named(word)) for word in dict.fromkeys(stated)}
                return [known[word] for word in stated]
        return np.full(rows.count, split)


def of_files(
    paths: Iterable[str], splits: Splits, warn: Callable[[Record], None] | None = None, **options: Any
) -> Iterator[tuple[str, str, Iterable[Rows]]]:
    """Files as sources: each with the split its name states. *options* as in `open_chunks`."""
    for path in paths:
        yield path, splits.of_file(path), _told(open_chunks(path, **options), warn)


def _told(rows: Iterable[Rows], warn: Callable[[Record], None] | None) -> Iterator[Rows]:
    number = 0
    for item in rows:
        if not isinstance(item, PlainRows):
            number = item.row = item.row or number + 1
            if warn is not None and isinstance(item, Record) and item.warnings:
                warn(item)
        else:
            number = item.first_row + item.count - 1
        yield item


def paths_of(given: Any) -> list[str] | None:
    """The paths of files; None where *given* is puzzles in memory."""
    if isinstance(given, str | os.PathLike):
        return [os.fspath(given)]
    if isinstance(given, list | tuple) and given and all(_is_path(item) for item in given):
        return [os.fspath(item) for item in given]
    return None


def _is_path(item: Any) -> bool:
    if isinstance(item, os.PathLike):
        return True
    return isinstance(item, str) and (item == "-" or ("\n" not in item and len(item) < 4096 and os.path.exists(item)))


def sources_of(
    given: Any, splits: Splits, warn: Callable[[Record], None] | None = None, **options: Any
) -> Iterator[tuple[str, str, Iterable[Rows]]]:
    """Sources of whatever was handed in: paths, puzzles in memory, or a mapping of splits to either."""
    from cpsudoku.batch.rows import rows_of
    from cpsudoku.batch.tables import texts_of

    if isinstance(given, Mapping):
        for name, inner in given.items():
            split = splits.named(str(name))
            for file, _, rows in sources_of(inner, splits, warn, **options):
                yield str(name) if file == MEMORY else file, split, rows
        return
    paths = paths_of(given)
    if paths is None:
        yield MEMORY, "", rows_of(stream_of(texts_of(given), "audit"))
    else:
        yield from of_files(paths, splits, warn, **options)
