"""Where a command's data goes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, cast

from cpsudoku.cli.progress import erase
from cpsudoku.errors import UsageError


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
        try:  # written out: a context manager takes longer than a line
            return self._file.write(text)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise self._refused(error) from None

    def flush(self) -> None:
        """As a file's."""
        with self._reported():
            self._file.flush()

    def close(self) -> None:
        """As a file's."""
        with self._reported():
            self._file.close()

    @contextmanager
    def _reported(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as error:
            raise self._refused(error) from None

    def _refused(self, error: OSError) -> UsageError:
        return UsageError(f"{self._name}: {error.strerror or error}")


@contextmanager
def output(path: Path | None, operands: Iterable[str] = ()) -> Iterator[IO[str]]:
    """Where data goes: an `DataFile` to a file, or to standard output.

    Raises UsageError where the file cannot be written, or is one of the *operands*, which it would overwrite.
    """
    if path is None:
        standard = DataFile(sys.stdout, "standard output")
        yield cast("IO[str]", standard)
        standard.flush()
        return
    if any(same_file(operand, path) for operand in operands):
        raise UsageError(f"{path} is also the input; it would be overwritten while it is read")
    try:
        file = DataFile(path.open("w", encoding="utf-8", newline=""), str(path))
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from None
    try:
        yield cast("IO[str]", file)
    except BaseException:
        with suppress(UsageError):  # the first error is the one to tell
            file.close()
        raise
    file.close()


def same_file(operand: str, path: Path) -> bool:
    """True where the operand names the file *path*."""
    try:
        return path.is_file() and os.path.exists(operand) and path.samefile(operand)
    except (OSError, ValueError):
        return False
