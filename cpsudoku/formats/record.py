"""What a reader hands out: a puzzle with its surroundings, or a row that could not be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.board.alphabet import DEFAULT, Alphabet
from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import NotationError


@dataclass(slots=True)
class Record:
    """One puzzle of a text.

    `row` counts puzzles and unreadable rows from 1, `line` is where it begins; `text` is the puzzle as written and
    `rest` what stood beside it (rating, comment, other columns). `solution` is the solution column, one byte a cell,
    **unverified**; `solution_error` says why such a column could not be read. `assumed` tells what was taken for
    granted, empty where nothing was. `candidates` has a bit mask a cell (bit d-1 for digit d) where the text gives
    candidates; `placed` the cells whose digit is a player's, not a clue; `lost` what the text holds beyond that.
    `rules` is prose that says more than the rules that were read, and `warnings` say where rules may be missing from
    the puzzle: there is such prose, or there are drawings without a known meaning.
    """

    puzzle: Puzzle
    row: int = 0
    line: int = 0
    text: str = ""
    rest: str = ""
    solution: bytes | None = None
    solution_error: str = ""
    alphabet: Alphabet = DEFAULT
    format: str = ""
    assumed: str = ""
    candidates: tuple[int, ...] | None = None
    placed: tuple[int, ...] = ()
    lost: tuple[str, ...] = ()
    rules: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def entries(self) -> dict[int, int]:
        """The digits a player wrote, by cell: those of `placed`, told by the one candidate left there."""
        masks = self.candidates or ()
        return {cell: masks[cell].bit_length() for cell in self.placed if masks and masks[cell].bit_count() == 1}


@dataclass(slots=True)
class BadRow:
    """A row that could not be read: the error says file, line, column, what was found, what is accepted."""

    error: NotationError
    row: int = 0
    line: int = 0
    text: str = ""


class PlainRows:
    """A run of consecutive lines that are all plain 9x9 rows, not yet split into records.

    `cells` has 81 bytes a row, 0 for empty, ready for a kernel; `puzzles` the rows as written (81 bytes each);
    `solutions` 81 bytes a row where there is a solution column (unverified). Iterating gives the Records.
    `columns` is the separator, the puzzle's and the solution's column (-1 for none) of a table with a header.
    """

    __slots__ = (
        "alphabet",
        "cells",
        "columns",
        "count",
        "first_line",
        "first_row",
        "format",
        "geometry",
        "lines",
        "puzzles",
        "solutions",
    )

    def __init__(
        self,
        lines: list[bytes],
        puzzles: list[bytes],
        cells: bytes,
        solutions: bytes | None = None,
        *,
        first_row: int = 1,
        first_line: int = 1,
        format: str = "line",
        geometry: Geometry = CLASSIC,
        columns: tuple[bytes, int, int] | None = None,
    ) -> None:
        self.lines, self.puzzles, self.cells, self.solutions = lines, puzzles, cells, solutions
        self.count, self.first_row, self.first_line = len(lines), first_row, first_line
        self.format, self.geometry, self.alphabet, self.columns = format, geometry, DEFAULT, columns

    @classmethod
    def of_lines(cls, text: bytes, cells: bytes) -> PlainRows:
        """Bare puzzles, one after the other: *text* as written, *cells* as values."""
        lines = [text[at : at + 81] for at in range(0, len(text), 81)]
        return cls(lines, lines, cells)

    def rest(self, index: int) -> str:
        """What stands beside the puzzle in one row."""
        line = self.lines[index]
        if self.columns is not None:
            separator, *taken = self.columns
            fields = [field.strip() for i, field in enumerate(line.split(separator)) if i not in taken]
            rest = separator.join(fields)
        else:
            rest = line[81 if self.solutions is None else 163 :].strip().strip(SEPARATORS)
        try:
            return rest.decode("utf-8")
        except UnicodeDecodeError:
            return rest.decode("latin-1")

    def record(self, index: int) -> Record:
        """One row as a Record."""
        start = 81 * index
        return Record(
            Puzzle.trusted(self.cells[start : start + 81], self.geometry),
            self.first_row + index,
            self.first_line + index,
            self.puzzles[index].decode("latin-1"),
            self.rest(index),
            self.solutions[start : start + 81] if self.solutions is not None else None,
            format=self.format,
        )

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Record]:
        cells, solutions, lines, geometry, name = self.cells, self.solutions, self.lines, self.geometry, self.format
        trusted, rest = Puzzle.trusted, self.rest
        row, line = self.first_row, self.first_line
        bare = 81 if solutions is None else 163
        start = 0
        for index, text in enumerate(self.puzzles):
            end = start + 81
            yield Record(
                trusted(cells[start:end], geometry),
                row + index,
                line + index,
                text.decode("latin-1"),
                "" if len(lines[index]) == bare else rest(index),
                solutions[start:end] if solutions is not None else None,
                "",
                DEFAULT,
                name,
            )
            start = end


SEPARATORS = b' \t,;#"'
