"""The data of an audit on disk (SQLite): keys of puzzles, classes and grids, findings, places, and where it stands.

Keys go to 64 shares by their first bits, so that equal ones meet in one share and each share fits into memory: a
hundred million rows are 40 MB a share. Everything up to a checkpoint is in one transaction: a run that is stopped goes
on from its last checkpoint.
"""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cpsudoku.errors import UsageError

SHARES = 64
PUZZLES, CLASSES, GRIDS = 0, 1, 2
"""Kinds of keys."""
ENTRY = np.dtype([("low", "<u8"), ("high", "<u8"), ("row", "<i8"), ("note", "<i4")])
"""A key, the row it is of, and a note: its split, or the pair of its band."""
HELD = 1 << 17
"""Rows whose keys wait in memory."""


class Place(NamedTuple):
    """Where a row stands."""

    file: str
    line: int


class Store:
    """One audit's. *path* None: a file of its own that goes when the store is closed. Raises UsageError."""

    def __init__(self, path: str | os.PathLike[str] | None = None):
        self._folder = None if path is not None else tempfile.TemporaryDirectory(prefix="cpsudoku-audit-")
        self.path = Path(path) if path is not None else Path(str(self._folder.name if self._folder else ""), "store")
        try:
            self._base = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            # work that can be done again is not worth waiting for the disk
            self._base.execute("PRAGMA journal_mode=" + ("OFF" if path is None else "WAL"))
            self._base.execute("PRAGMA synchronous=OFF")
            self._base.execute("PRAGMA cache_size=-32000")
            for statement in (
                "CREATE TABLE IF NOT EXISTS known (name TEXT PRIMARY KEY, value TEXT)",
                "CREATE TABLE IF NOT EXISTS entries (kind INTEGER, share INTEGER, data BLOB)",
                "CREATE TABLE IF NOT EXISTS findings (row INTEGER, kind TEXT, told TEXT)",
                "CREATE TABLE IF NOT EXISTS places (first INTEGER PRIMARY KEY, file TEXT, numbers BLOB, lines BLOB)",
            ):
                self._base.execute(statement)
            self._base.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            self.close()
            raise UsageError(f"{self.path}: no store of an audit, and none can be made there: {error}") from None
        self._held: dict[int, list[Any]] = {}
        self._count = 0

    # keys

    def keep(self, kind: int, keys: bytes, rows: Any, notes: Any) -> None:
        """Keys of 16 bytes a row."""
        entries = np.empty(len(rows), dtype=ENTRY)
        parts = np.frombuffer(keys, dtype="<u8").reshape(-1, 2)
        entries["low"], entries["high"], entries["row"], entries["note"] = parts[:, 0], parts[:, 1], rows, notes
        self._held.setdefault(kind, []).append(entries)
        self._count += len(rows) if kind == PUZZLES else 0
        if self._count >= HELD:
            self._put_away()

    def _put_away(self) -> None:
        for kind, waiting in self._held.items():
            entries = np.concatenate(waiting)
            share = (entries["low"] & np.uint64(SHARES - 1)).astype(np.uint8)
            order = np.argsort(share, kind="stable")
            ends = np.cumsum(np.bincount(share, minlength=SHARES))
            ordered = entries[order]
            first = 0
            blobs = []
            for number, last in enumerate(ends.tolist()):
                if last > first:
                    blobs.append((kind, number, ordered[first:last].tobytes()))
                first = last
            self._base.executemany("INSERT INTO entries VALUES (?, ?, ?)", blobs)
        self._held, self._count = {}, 0

    def shares(self, kind: int) -> Iterator[Any]:
        """The entries of each share, ordered by key, then by row."""
        self._put_away()
        self._base.execute("CREATE INDEX IF NOT EXISTS by_share ON entries (kind, share)")
        for number in range(SHARES):
            blobs = self._base.execute(
                "SELECT data FROM entries WHERE kind = ? AND share = ? ORDER BY rowid", (kind, number)
            ).fetchall()
            if blobs:
                entries = np.frombuffer(b"".join(blob for (blob,) in blobs), dtype=ENTRY)
                yield entries[np.lexsort((entries["row"], entries["high"], entries["low"]))]

    # findings and places

    def find(self, findings: Iterable[tuple[int, str, dict[str, Any]]]) -> None:
        """Findings: (row, kind, details)."""
        self._base.executemany(
            "INSERT INTO findings VALUES (?, ?, ?)", [(row, kind, json.dumps(told)) for row, kind, told in findings]
        )

    def drop(self, kinds: Iterable[str]) -> None:
        """Take findings of these kinds back."""
        self._base.executemany("DELETE FROM findings WHERE kind = ?", [(kind,) for kind in kinds])

    def findings(self, kind: str | None = None) -> Iterator[tuple[int, str, dict[str, Any]]]:
        """All of them, or those of a kind, by row."""
        where, values = ("", ()) if kind is None else (" WHERE kind = ?", (kind,))
        cursor = self._base.cursor()
        for row, of, told in cursor.execute(f"SELECT row, kind, told FROM findings{where} ORDER BY row, rowid", values):
            yield row, of, json.loads(told)

    def counts(self) -> dict[str, int]:
        """The number of findings of each kind."""
        return dict(self._base.execute("SELECT kind, COUNT(*) FROM findings GROUP BY kind").fetchall())

    def place(self, file: str, numbers: Any, lines: Any) -> None:
        """Where some rows stand: their numbers and lines, both ascending."""
        if len(numbers):
            one = len(numbers) - 1
            even = numbers[one] - numbers[0] == one and lines[one] - lines[0] == one
            kept = slice(0, 1) if even else slice(None)
            self._base.execute(
                "INSERT OR REPLACE INTO places VALUES (?, ?, ?, ?)",
                (
                    int(numbers[0]),
                    file,
                    np.asarray(numbers[kept], dtype="<i8").tobytes(),
                    np.asarray(lines[kept], dtype="<i8").tobytes(),
                ),
            )

    def where(self, row: int) -> Place:
        """Where a readable row stands."""
        found = self._base.execute(
            "SELECT file, numbers, lines FROM places WHERE first <= ? ORDER BY first DESC LIMIT 1", (row,)
        ).fetchone()
        if found is None:
            return Place("", 0)
        file, numbers, lines = found
        of = np.frombuffer(numbers, dtype="<i8")
        at = int(np.searchsorted(of, row, side="right")) - 1
        return Place(file, int(np.frombuffer(lines, dtype="<i8")[at]) + row - int(of[at]))

    # where the run stands

    def state(self, name: str) -> Any:
        """What was kept under a name; None where nothing was."""
        found = self._base.execute("SELECT value FROM known WHERE name = ?", (name,)).fetchone()
        return None if found is None else json.loads(found[0])

    def checkpoint(self, **states: Any) -> None:
        """Keep these, and with them everything up to here."""
        self._put_away()
        for name, value in states.items():
            self._base.execute("INSERT OR REPLACE INTO known VALUES (?, ?)", (name, json.dumps(value)))
        self._base.execute("COMMIT")
        self._base.execute("BEGIN IMMEDIATE")

    def finish(self) -> None:
        """End writing and release the file."""
        self._base.execute("CREATE INDEX IF NOT EXISTS by_row ON findings (row)")
        self._base.execute("COMMIT")

    def close(self) -> None:
        """Close the file at its last checkpoint; delete a temporary store."""
        with suppress(AttributeError, sqlite3.Error):
            self._base.close()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def __del__(self) -> None:
        with suppress(Exception):
            self.close()
