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
Source = tuple[str, str, Iterable[Rows]]
"""Name, split and rows."""


@dataclass(frozen=True)
class Splits:
    """Which names are splits; the first is the one to train on. Without *names* the customary ones (`ALIASES`)."""

    names: tuple[str, ...] = ()

    @property
    def train(self) -> str:
        """The split whose rows are no leaks."""
        return self.names[0] if self.names else TRAIN

    def scarcity(self, name: str) -> int:
        """The rank of a split by how much its rows are needed: 0 for test, or the last of *names*; the one to train on
        comes after all others, rows without a split at the end."""
        order = self.names[::-1] or ("test", "validation")
        if not name:
            return len(order) + 2
        return order.index(name) if name in order else len(order) + (name == self.train)

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


_Board = tuple[Geometry, tuple[Any, ...]]
"""A board and its constraints."""


def _board_of(item: Rows) -> _Board | None:
    """The board of rows; None of a row that cannot be read."""
    if isinstance(item, BadRow):
        return None
    return (item.geometry, ()) if isinstance(item, PlainRows) else (item.puzzle.geometry, item.puzzle.constraints)


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

    def parts(self, sources: Iterable[Source]) -> Iterator[Part]:
        """The parts of sources (name, split, rows), numbered through from 1."""
        done = 0
        for name, split, rows in sources:
            last = size = 0
            here = self.index(split)
            board: _Board | None = None
            items: list[Rows] = []
            for item in rows:
                of = _board_of(item)
                if items and (size >= ROWS or (of is not None and board not in (None, of))):
                    yield self._part(name, board, items, done, here)
                    board, items, size = None, [], 0
                board = board or of
                items.append(item)
                size += item.count if isinstance(item, PlainRows) else 1
                last = item.first_row + item.count - 1 if isinstance(item, PlainRows) else item.row
            if items:
                yield self._part(name, board, items, done, here)
            done += last

    def _part(self, file: str, board: _Board | None, items: list[Rows], done: int, split: int) -> Part:
        """The part of some rows of a source, after *done* rows of the sources before it."""
        part = Part(file, *(board or (CLASSIC, ())), rows=items)
        cells, claimed = [], []
        numbers, lines, splits = ([np.zeros(0, dtype=np.int64)] for _ in range(3))
        readable = 0
        for item in items:
            if isinstance(item, PlainRows):
                part.last = done + item.first_row + item.count - 1
                readable += item.count
                cells.append(item.cells)
                claimed.append(item.solutions if item.solutions is not None else bytes(len(item.cells)))
                numbers.append(np.arange(item.first_row, item.first_row + item.count) + done)
                lines.append(np.arange(item.first_line, item.first_line + item.count))
                splits.append(self._column(item, split))
                continue
            part.last = done + item.row
            if isinstance(item, BadRow):
                part.bad.append(BadRow(item.error, part.last, item.line, item.text))
                continue
            if item.solution_error:
                part.wrong[readable] = item.solution_error
            readable += 1
            cells.append(item.puzzle.cells)
            # a solution says nothing of rules that were read in part
            solution = item.solution if item.puzzle.rules_read == COMPLETE else None
            claimed.append(solution if solution is not None else bytes(len(item.puzzle.cells)))
            numbers.append(np.array([part.last]))
            lines.append(np.array([item.line]))
            stated = next((item.others[key] for key in item.others if key.strip().lower() in COLUMNS), None)
            splits.append(np.array([split if stated is None else self.index(self._splits.named(stated))]))
        part.cells, part.claimed = b"".join(cells), b"".join(claimed)
        part.numbers, part.lines = np.concatenate(numbers), np.concatenate(lines)
        part.splits = np.concatenate(splits).astype(np.uint8)
        return part

    def _column(self, rows: PlainRows, split: int) -> Any:
        for name in COLUMNS:
            stated = rows.column(name)
            if stated is not None:
                known = {word: self.index(self._splits.named(word)) for word in dict.fromkeys(stated)}
                return [known[word] for word in stated]
        return np.full(rows.count, split)


def of_files(
    paths: Iterable[str], splits: Splits, warn: Callable[[Record], None] | None = None, **options: Any
) -> Iterator[Source]:
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
) -> Iterator[Source]:
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
