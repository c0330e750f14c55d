"""CSV whose cells no spreadsheet takes for formulas.

Names and comments come from files of strangers. A text that begins with = + - @, a tab or a carriage return (or with
apostrophes before one) gets an apostrophe in front, which spreadsheets read as "this is text" and others can take
off again: a cell that begins with ' and one of these has exactly one ' too many. Numbers stay as they are.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def guarded(value: Any) -> Any:
    """The value as it goes into a cell."""
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value


class GuardedWriter:
    """Rows into a file; with *columns*, records too, of which other keys are left out. Lines end in LF."""

    def __init__(self, file: Any, columns: Sequence[str] = ()):
        self._rows = csv.writer(file, lineterminator="\n")
        self._columns = columns

    def header(self) -> None:
        """The columns' names."""
        self._rows.writerow(self._columns)

    def row(self, values: Iterable[Any]) -> None:
        """One row."""
        self._rows.writerow([guarded(value) for value in values])

    def record(self, values: Mapping[str, Any]) -> None:
        """One row, by the columns' names; empty where the record has no such key."""
        self.row(values.get(name, "") for name in self._columns)
