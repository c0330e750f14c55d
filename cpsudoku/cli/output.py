"""The destination and form of a command's data.

The name after `-o` decides the form: `.txt` as on the terminal, `.jsonl` JSON lines, `.csv` and `.parquet` tables;
before `.gz` and `.zst`, which compress, the inner ending decides. An option (`--jsonl`, `--csv`) overrides the name; a
device, a pipe and a name without an ending are as on the terminal; any other ending is refused.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, cast

from cpsudoku.cli.terminal import erase
from cpsudoku.errors import ExtraMissing, UsageError, file_errors
from cpsudoku.formats.guarded_csv import GuardedWriter
from cpsudoku.records.kinds import KINDS, stamped
from cpsudoku.records.vocabulary import KEYS

TEXT, JSONL, CSV, PARQUET = "text", "jsonl", "csv", "parquet"
"""The forms: as on the terminal, a JSON record a line, tables of the records."""
FORMS = {".txt": TEXT, ".jsonl": JSONL, ".csv": CSV, ".parquet": PARQUET}
TABLES = (JSONL, CSV, PARQUET)
PACKED = (".gz", ".zst")
BATCH = 4096
"""Records of a Parquet row group."""


def form_of(path: Path | None, option: str | None = None, text: Sequence[str] = (), *, only: Sequence[str] = ()) -> str:
    """The form of what goes to *path*: that of the *option* chosen, else by the ending; *text*: more endings of TEXT.

    *only*: the forms that the command has, where it has not all. Raises UsageError for an ending with no such form.
    """
    if path is None:
        return option or TEXT
    inner = path.with_suffix("") if is_packed(path) else path
    ending = inner.suffix.lower()
    if option is not None:
        return option
    if not ending or (path.exists() and not path.is_file()):
        return TEXT
    known = {ending: form for ending, form in FORMS.items() if not only or form in only} | dict.fromkeys(text, TEXT)
    if ending not in known or (known[ending] == PARQUET and inner is not path):
        names = f"{', '.join(known)} (with .gz or .zst after all but .parquet), or no ending"
        raise UsageError(f"{path}: the ending {''.join(path.suffixes[-2:])!r} names no form; accepted: {names}")
    return known[ending]


class DataFile:
    """What a command writes its data to: a file, or standard output with the bar out of the way.

    Raises UsageError where the data cannot be written, so that a full disk is exit code 2 wherever it happens.
    """

    def __init__(self, file: IO[str], name: str):
        self._file, self._name = file, name
        self._shared = file is sys.stdout and file.isatty()

    def write(self, text: str) -> int:
        """As a file's."""
        if self._shared:
            erase()
        try:
            return self._file.write(text)
        except OSError as error:  # a context manager around every line would take longer than the line
            with file_errors(self._name):
                raise error

    def flush(self) -> None:
        """As a file's."""
        with file_errors(self._name):
            self._file.flush()

    def close(self) -> None:
        """As a file's."""
        with file_errors(self._name):
            self._file.close()


def _columns(kind: str) -> list[str]:
    """The keys of records of this kind, as columns."""
    return [key for key in KINDS[kind].keys if key != "schema"]


def _cell(value: Any) -> Any:
    """A value as a text: lists and objects as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


class _Parquet:
    """A row a record; numbers, texts and yes or no as such, lists and objects as JSON."""

    def __init__(self, path: Path, kind: str) -> None:
        from cpsudoku.formats.parquet import library

        self._arrow = library()
        types = {"integer": self._arrow.int64(), "number": self._arrow.float64(), "boolean": self._arrow.bool_()}
        forms = {key: KEYS[key].form.get("type") for key in _columns(kind) if key != "verdict"}
        fields = [
            (key, types.get(form, self._arrow.string()) if isinstance(form, str) else self._arrow.string())
            for key, form in ((key, forms.get(key)) for key in _columns(kind))
        ]
        schema = self._arrow.schema(fields, metadata={"schema": KINDS[kind].tag})
        self._path, self._schema = path, schema
        self._waiting: list[dict[str, Any]] = []
        with file_errors(path):
            self._file = self._arrow.parquet.ParquetWriter(str(path), schema)

    def record(self, record: dict[str, Any]) -> None:
        text = self._arrow.string()
        for field in self._schema:
            value = record.get(field.name)
            if field.type == text and value is not None:
                record[field.name] = _cell(value)
        self._waiting.append(record)
        if len(self._waiting) >= BATCH:
            self._flush()

    def _flush(self) -> None:
        with file_errors(self._path):
            self._file.write_table(self._arrow.Table.from_pylist(self._waiting, schema=self._schema))
        self._waiting = []

    def close(self) -> None:
        self._flush()
        self._file.close()


def is_packed(path: Path) -> bool:
    """Whether what goes to this file is packed."""
    return path.suffix.lower() in PACKED


@contextmanager
def output(path: Path | None, operands: Iterable[str] = ()) -> Iterator[IO[str]]:
    """Where data goes: a `DataFile` to a file, packed where its name says so, or to standard output.

    Raises UsageError where the file cannot be written, or is one of the *operands*, which it would overwrite.
    """
    if path is None:
        standard = DataFile(sys.stdout, "standard output")
        yield cast("IO[str]", standard)
        standard.flush()
        return
    _refuse_input(path, operands)
    stack = ExitStack()
    with file_errors(path):
        file = DataFile(_opened(path, stack), str(path))
    try:
        yield cast("IO[str]", file)
    except BaseException:
        with suppress(UsageError, OSError), stack:  # the first error is the one to report
            file.close()
        raise
    file.close()
    with file_errors(path):
        stack.close()


def _refuse_input(path: Path, operands: Iterable[str]) -> None:
    """Raises UsageError where the file is one of the operands."""
    if any(same_file(operand, path) for operand in operands):
        raise UsageError(f"{path} is also the input; it would be overwritten while it is read")


def _opened(path: Path, stack: ExitStack) -> IO[str]:
    """The file, which packs what is written where its name ends so; *stack* closes what is below it."""
    ending = path.suffix.lower()
    if ending not in PACKED:
        return path.open("w", encoding="utf-8", newline="")
    if ending == ".zst":
        try:
            import zstandard
        except ImportError:
            raise ExtraMissing(
                f"{path}: packing with Zstandard (.zst) needs zstandard; install it with: pip install 'cpsudoku[data]'"
            ) from None
        raw = stack.enter_context(path.open("wb"))
        packed: Any = zstandard.ZstdCompressor().stream_writer(raw, closefd=False)
    else:
        raw = stack.enter_context(path.open("wb"))
        packed = gzip.GzipFile("", "wb", 9, raw, mtime=0)
    return io.TextIOWrapper(packed, "utf-8", newline="")


class RowWriter:
    """The one writer of rows: lines for people, or records as JSON lines or in a table.

    *columns*: those of a CSV file that does not have every key of the records; its lists are joined by "; ".
    """

    def __init__(
        self, file: IO[str], form: str, kind: str, columns: Sequence[str] = (), parquet: _Parquet | None = None
    ):
        self._file, self._kind, self._columns, self._parquet = file, kind, columns, parquet
        self.form, self.is_text = form, form == TEXT
        self.count = 0
        """Rows for people so far."""
        self._first: tuple[Iterable[str], Iterable[str]] | None = None
        self._csv = GuardedWriter(file, columns or _columns(kind)) if form == CSV else None
        if self._csv is not None:
            self._csv.header()

    def __call__(
        self, record: dict[str, Any], lines: Iterable[str], alone: Iterable[str] | None = None, kind: str = ""
    ) -> None:
        """One row, in the form chosen: its record, or its lines."""
        self.lines(lines, alone) if self.is_text else self.record(record, kind)

    def record(self, record: dict[str, Any], kind: str = "") -> None:
        """One row as a record, of another *kind* than most where one is named."""
        if self._parquet is not None:
            self._parquet.record(stamped(kind or self._kind, record))
        elif self._csv is None:
            self._file.write(json_line(kind or self._kind, record) + "\n")
        elif self._columns:
            values = (record.get(name, "") for name in self._columns)
            self._csv.row("; ".join(value) if isinstance(value, list) else value for value in values)
        else:
            self._csv.record({key: _cell(value) for key, value in record.items() if value is not None})

    def lines(self, lines: Iterable[str], alone: Iterable[str] | None = None) -> None:
        """One row for people; *alone*: what `close` writes instead where it stays the only row."""
        if self.count == 0 and alone is not None:
            self._first = lines, alone
            self.count = 1
            return
        self.skip(1)
        self._print(lines)

    def skip(self, count: int) -> None:
        """So many rows have no lines for people."""
        self.count += count
        if self._first is not None:
            lines, self._first = self._first[0], None
            self._print(lines)

    def text(self, text: str) -> None:
        """Many rows at once, as they stand in the file; for a table their JSON lines."""
        if self._parquet is not None or (self._csv is not None and not self._columns):
            for line in text.splitlines():
                self.record(json.loads(line))
        else:
            self._file.write(text)

    def close(self) -> bool:
        """Write the only row in full; False where there are others."""
        if self._first is None:
            return False
        self._print(self._first[1])
        return True

    def _print(self, lines: Iterable[str]) -> None:
        self._file.write("".join([line + "\n" for line in lines]))


@contextmanager
def row_writer(
    path: Path | None, operands: Iterable[str], form: str, kind: str, columns: Sequence[str] = ()
) -> Iterator[RowWriter]:
    """A writer of rows of this *kind* to where the data goes, as `output` opens it."""
    if form == PARQUET and path is not None:
        _refuse_input(path, operands)
        table = _Parquet(path, kind)
        try:
            yield RowWriter(sys.stdout, form, kind, columns, table)
        finally:
            table.close()
        return
    with output(path, operands) as file:
        yield RowWriter(file, form, kind, columns)


def json_line(kind: str, record: dict[str, Any]) -> str:
    """A record of this kind (`records.KINDS`) as one line of JSON; keys whose value is None are absent."""
    escaped = not (sys.stdout.encoding or "utf-8").lower().startswith("utf")
    return json.dumps(stamped(kind, record), ensure_ascii=escaped)


def same_file(operand: str, path: Path) -> bool:
    """True where the operand names the file *path*."""
    try:
        return path.is_file() and os.path.exists(operand) and path.samefile(operand)
    except (OSError, ValueError):
        return False
