"""What readers yield: a puzzle with the data around it, or a row that could not be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from cpsudoku.board.alphabet import DEFAULT, Alphabet
from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import NotationError
from cpsudoku.formats.source import decoded

if TYPE_CHECKING:
    from cpsudoku.formats.csv_table import Header


def counted(drawings: Mapping[str, list[dict[str, Any]]]) -> list[str]:
    """How many drawings there are, in words: none, or `drawings (2 lines, 1 overlay)`."""
    counts = [(len(entries), layer) for layer, entries in drawings.items()]
    found = ", ".join(f"{count} {layer if count > 1 else layer.removesuffix('s')}" for count, layer in counts)
    return [f"drawings ({found})"] if found else []


@dataclass(slots=True)
class Record:
    """One puzzle of a text.

    `row` counts puzzles and unreadable rows from 1, `line` is where it begins; `text` is the puzzle as written and
    `rest` what stood beside it (rating, comment, other columns). `solution` is the solution column, one byte a cell,
    **unverified**; `solution_error` says why such a column could not be read. `assumed` names what was taken for
    granted, empty where nothing was. `candidates` has a bit mask a cell (bit d-1 for digit d) where the text gives
    candidates; `placed` the cells whose digit is a player's, not a clue; `game` says that the candidates are a player's
    pencil marks, no part of the puzzle; `lost` is what the text holds beyond that.
    `others` are the fields of a table beside puzzle and solution, by the name of their column.
    `rules` is prose that says more than the rules that were read, and `warnings` say where rules may be missing from
    the puzzle: there is such prose, or there are drawings without a known meaning. These are `drawings`, in the form of
    `artwork.drawings`; `fog` are the cells that are seen at first where fog lies over the others, None without fog.
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
    game: bool = False
    lost: tuple[str, ...] = ()
    rules: str = ""
    warnings: tuple[str, ...] = ()
    others: Mapping[str, str] = field(default_factory=dict)
    author: str = ""
    fog: tuple[int, ...] | None = None
    drawings: Mapping[str, list[dict[str, Any]]] = field(default_factory=dict)

    @property
    def start(self) -> tuple[int, ...] | None:
        """The candidates that a rating begins from: those of the puzzle, never a player's."""
        return None if self.game else self.candidates

    @property
    def entries(self) -> dict[int, int]:
        """The digits a player wrote, by cell: those of `placed`, by the one candidate left there."""
        masks = self.candidates or ()
        return {cell: masks[cell].bit_length() for cell in self.placed if masks and masks[cell].bit_count() == 1}


@dataclass(slots=True)
class BadRow:
    """A row that could not be read: the error says file, line, column, what was found, what is accepted."""

    error: NotationError
    row: int = 0
    line: int = 0
    text: str = ""


@dataclass(eq=False)
class PlainRows:
    """A run of consecutive lines that are all plain 9x9 rows, not yet split into records.

    `cells` has 81 bytes a row, 0 for empty, ready for a kernel; `puzzles` the rows as written (81 bytes each);
    `solutions` 81 bytes a row where there is a solution column (unverified), zeros for a row that has none. Iterating
    gives the Records. `header` says the columns of a table that has one.
    """

    lines: list[bytes]
    puzzles: list[bytes]
    cells: bytes
    solutions: bytes | None = None
    first_row: int = 1
    first_line: int = 1
    format: str = "line"
    geometry: Geometry = CLASSIC
    header: Header | None = None
    alphabet: ClassVar[Alphabet] = DEFAULT

    @property
    def count(self) -> int:
        """Number of rows."""
        return len(self.lines)

    @classmethod
    def of_lines(cls, text: bytes, cells: bytes) -> PlainRows:
        """Bare puzzles, one after the other: *text* as written, *cells* as values."""
        lines = [text[at : at + 81] for at in range(0, len(text), 81)]
        return cls(lines, lines, cells)

    def rest(self, index: int) -> str:
        """The text beside the puzzle in one row."""
        line = self.lines[index]
        if self.header is not None:
            return self.header.rest(decoded(line).split(self.header.separator))
        return decoded(line[163 if self.has_solution(index) else 81 :].strip().strip(SEPARATORS))

    def has_solution(self, index: int) -> bool:
        """True where the row states a solution."""
        return self.solutions is not None and self.solutions[81 * index] != 0

    def column(self, name: str) -> list[str] | None:
        """The fields of a column of the table, stripped; None where there is no such column."""
        if self.header is None or (place := self.header.place(name)) < 0:
            return None
        separator = self.header.separator.encode()
        return [decoded(line.split(separator)[place].strip()) for line in self.lines]

    def others(self, index: int) -> dict[str, str]:
        """The fields of a row beside puzzle and solution, by the names of the table's columns."""
        if self.header is None:
            return {}
        return self.header.others(decoded(self.lines[index]).split(self.header.separator))

    def record(self, index: int) -> Record:
        """One row as a Record."""
        start = 81 * index
        return Record(
            Puzzle.trusted(self.cells[start : start + 81], self.geometry),
            self.first_row + index,
            self.first_line + index,
            self.puzzles[index].decode("latin-1"),
            self.rest(index),
            self.solutions[start : start + 81] if self.solutions is not None and self.solutions[start] else None,
            format=self.format,
            others=self.others(index),
        )

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Record]:
        cells, solutions, lines, geometry, name = self.cells, self.solutions, self.lines, self.geometry, self.format
        trusted, rest = Puzzle.trusted, self.rest
        row, line = self.first_row, self.first_line
        named = self.header is not None and len(self.header.names) > 1 + (self.header.solution >= 0)
        start = 0
        for index, text in enumerate(self.puzzles):
            end = start + 81
            stated = solutions is not None and solutions[start] != 0
            yield Record(
                trusted(cells[start:end], geometry),
                row + index,
                line + index,
                text.decode("latin-1"),
                "" if not named and len(lines[index]) == (163 if stated else 81) else rest(index),
                solutions[start:end] if stated and solutions is not None else None,
                "",
                DEFAULT,
                name,
                others=self.others(index) if named else {},
            )
            start = end


SEPARATORS = b' \t,;#"'
