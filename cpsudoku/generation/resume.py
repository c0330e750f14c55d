"""A file of generated puzzles that can be interrupted at any moment and continued.

One line a puzzle number, in order, written whole; where there was no puzzle a comment (or a record without one) holds
the place. So the number of whole lines says where to continue; an incomplete last line is dropped and written again.

A record states its seed; a plain puzzle does not, but its number, the seed and the options make it again. So the last
one of a file of plain puzzles is made again: where it differs, the file is of another run.
"""

from __future__ import annotations

import json
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import NotationError, UsageError, file_errors
from cpsudoku.generation.front import candidates
from cpsudoku.generation.recipe import Generated, Recipe
from cpsudoku.records import stamped


def line_of(record: Generated, jsonl: bool) -> str:
    """A record as one line: JSON, or the puzzle alone."""
    if jsonl:
        return json.dumps(stamped("generate", record.to_dict()), ensure_ascii=False) + "\n"
    if record.puzzle is None:
        return f"# number {record.index}: {record.missed}\n"
    if record.missed:
        return f"{record.puzzle.line()}  # missed: {record.missed}\n"
    return record.puzzle.line() + "\n"


@dataclass(frozen=True, slots=True)
class Begun:
    """The contents of a file: whole lines, their length in bytes, whether they are JSON, and the seed they state.

    `last`: number and line of the last plain puzzle.
    """

    lines: int
    size: int
    jsonl: bool | None
    seed: int | None
    last: tuple[int, str] | None = None

    def check_seed(self, path: Path, recipe: Recipe, seed: int) -> None:
        """Raises UsageError where the last plain puzzle is not the one that this seed and these options make."""
        if self.last is None:
            return
        index, line = self.last
        expected = line_of(next(candidates(recipe, seed, [index])), False)
        if line != expected:
            raise UsageError(
                f"{path}, line {index + 1}: {line.strip()}, where seed {seed} and these options make "
                f"{expected.strip()}; seed and options must be the same"
            )


def inspect(path: Path, recipe: Recipe) -> Begun:
    """Read a file to be continued; an absent one is empty. Raises UsageError where it is of another run."""
    if not path.exists():
        return Begun(0, 0, None, None)
    lines = size = 0
    jsonl: bool | None = None
    seed: int | None = None
    last: tuple[int, str] | None = None
    if not path.is_file():
        raise UsageError(f"{path}: not a file that can be continued")
    with path.open("rb") as file:
        for line in file:
            if not line.endswith(b"\n"):
                break
            if jsonl is None:
                jsonl = line.startswith(b"{")
            if jsonl:
                seed = _checked(path, line, lines, seed, recipe)
            elif line.startswith(b"{"):
                raise UsageError(f"{path}, line {lines + 1}: a JSON record in a file of plain puzzles")
            else:
                last = _plain(path, line, lines, recipe) or last
            lines += 1
            size += len(line)
    return Begun(lines, size, jsonl, seed, last)


def _plain(path: Path, line: bytes, index: int, recipe: Recipe) -> tuple[int, str] | None:
    """The number and the text of a line that is a plain puzzle; None where it says that there was none."""
    text = line.decode(errors="replace")
    if text.startswith(f"# number {index}: "):
        return None
    puzzle = text.split("  # ")[0].rstrip("\n")
    try:
        read = Puzzle.parse(puzzle, recipe.geometry).line()
    except NotationError as error:
        raise UsageError(f"{path}, line {index + 1}: {puzzle!r} is no puzzle of this run: {error}") from None
    if read != puzzle:
        raise UsageError(f"{path}, line {index + 1}: {puzzle!r} is not written as cpsudoku generate does: {read!r}")
    return index, text


def _checked(path: Path, line: bytes, index: int, seed: int | None, recipe: Recipe) -> int:
    """The seed of a JSON line. Raises UsageError where the line is of another run."""
    where = f"{path}, line {index + 1}"
    try:
        record = json.loads(line)
        stated = int(record["seed"])
        expected = {"index": index, "symmetry": recipe.symmetry}
        if recipe.aim is None:
            expected["method"] = recipe.name
        got = {key: record[key] for key in expected}
    except (ValueError, KeyError, TypeError):
        raise UsageError(f"{where}: not a record of cpsudoku generate") from None
    if seed is not None and stated != seed:
        raise UsageError(f"{where}: seed {stated}, where the lines before have {seed}")
    _check_aim(where, record, recipe)
    for key, value in expected.items():
        if got[key] != value:
            raise UsageError(f"{where}: {key} {got[key]!r}, where this run has {value!r}; options must be the same")
    return stated


def _check_aim(where: str, record: dict[str, Any], recipe: Recipe) -> None:
    """Raises UsageError where a record of a run that aims is not what this run aims at."""
    if recipe.aim is None or "missed" in record:
        return
    ratings = [round(10 * float(record.get(key, 0))) for key in ("er", "ep", "ed")]
    if recipe.aim.distance(*ratings):
        raise UsageError(
            f"{where}: ER {ratings[0] / 10}, where this run aims at {recipe.aim}; options must be the same"
        )


class Sink:
    """Appends whole lines to a file, many at a time, each time in one write: nothing is left half-written in memory."""

    def __init__(self, path: Path, keep: int = 0):
        self._path = path
        with file_errors(path):
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
            if stat.S_ISREG(os.fstat(self._file).st_mode):
                os.ftruncate(self._file, keep)
                os.lseek(self._file, 0, os.SEEK_END)

    def write(self, text: str) -> None:
        """Append *text*, which ends with a line end. Raises UsageError where it cannot be written."""
        data = text.encode()
        with file_errors(self._path):
            while data:
                data = data[os.write(self._file, data) :]

    def __enter__(self) -> Sink:
        return self

    def __exit__(self, *exc: object) -> None:
        os.close(self._file)
