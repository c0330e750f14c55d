"""What every reader shares: the options of the run, and how a row of characters or integers becomes a Record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from math import isqrt

from cpsudoku.board.alphabet import ALPHABETS, DEFAULT, INTEGERS, MAX_CHARACTER_SIDE, UNREADABLE, Alphabet, detect
from cpsudoku.board.geometry import MAX_SIDE, Geometry, square
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import ConstraintError, CpSudokuError, GeometryError, NotationError
from cpsudoku.formats.record import BadRow, Record

BLANK_TOKENS = frozenset([".", "0", "00", "*", "_", "-", "?", "x", "X", "·"])
CANDIDATE_LENGTHS = {side**3: side for side in range(2, MAX_CHARACTER_SIDE + 1)}
"""Characters of a candidate string, n a cell -> n."""
ACCEPTED = "accepted are one-line puzzles, pasted grids, sdk, sdx, ss, CSV, JSONL and more (cpsudoku convert --help)"

Rows = Iterator[Record | BadRow]


@dataclass
class Reading:
    """The options of one run, and what it has settled on.

    `geometry` and `alphabet` are None where they follow from the text. `lossy` allows what a Record cannot hold
    (killer cages and the like): it is then listed in `Record.lost`, else the row is refused.
    """

    geometry: Geometry | None = None
    alphabet: Alphabet | None = None
    column: str | None = None
    file: str | None = None
    lossy: bool = False
    settled: dict[int, tuple[Alphabet, str]] = field(default_factory=dict)

    @property
    def is_classic(self) -> bool:
        """True where rows of 81 characters are read with the digits 1-9."""
        return (self.geometry is None or self.geometry.side == 9) and self.alphabet in (None, DEFAULT)

    def sides(self, count: int) -> int | None:
        """The side of a board of *count* cells that this run could read, or None."""
        if self.geometry is not None:
            return self.geometry.side if count == self.geometry.size else None
        return self.sides_of(count)

    @staticmethod
    def sides_of(count: int) -> int | None:
        """The side of the plain board of *count* cells, or None."""
        side = isqrt(count)
        return side if side * side == count and side >= 2 and has_box(side) else None

    def board(self, count: int) -> Geometry:
        """The board of *count* cells. Raises NotationError where there is none."""
        if self.geometry is not None:
            if count != self.geometry.size:
                hint = ""
                if count == self.geometry.side and self.sides_of(count):
                    meant = square(isqrt(count))
                    hint = f"; a size is that of a box: {meant.box_rows}x{meant.box_cols} for {count} cells"
                raise NotationError(f"{count} cells; a board of {self.geometry} has {self.geometry.size}{hint}")
            return self.geometry
        side = isqrt(count)
        if side * side != count or side < 2:
            raise NotationError(
                f"{count} cell{'s' * (count != 1)}; a board has n*n cells, "
                f"such as 81 for 9x9 or 256 for 16x16{_near(count)}"
            )
        if side > MAX_SIDE:
            raise NotationError(f"{count} cells; the largest board has side {MAX_SIDE}")
        with as_notation(f"{count} cells"):
            return square(side)

    def settle(self, side: int, characters: str) -> tuple[Alphabet, str]:
        """The alphabet for this side: that of the options, else the one detected in *characters*, kept for the run."""
        if self.alphabet is not None:
            return self.alphabet, ""
        if side <= 9:
            return detect(characters, side)
        if side not in self.settled:
            self.settled[side] = detect(characters, side)
        return self.settled[side]

    def characters(self, text: str, *, line: int = 0, column: int = 1) -> Record:
        """The record of one character a cell. Raises NotationError.

        *column* is where the text begins in its line; 0 where places in the line are not known.
        """
        board = self.board(len(text))
        side = board.side
        if side > MAX_CHARACTER_SIDE:
            raise NotationError(
                f"{len(text)} characters; beyond side {MAX_CHARACTER_SIDE} cells are integers set apart by blanks"
            )
        alphabet, assumed = self.settle(side, text)
        if not alphabet.covers(side):
            raise NotationError(
                f"alphabet {alphabet.name} has no {side} symbols, one a digit of a {side}x{side} board", line=line
            )
        try:
            raw = text.encode("latin-1")
        except UnicodeEncodeError as error:
            raise self.odd(text, error.start, board, alphabet, line, column) from None
        cells = raw.translate(alphabet.table(side))
        if UNREADABLE in cells:
            raise self.odd(text, cells.index(UNREADABLE), board, alphabet, line, column)
        return Record(Puzzle.trusted(cells, board), line=line, text=text, alphabet=alphabet, assumed=assumed)

    def odd(self, text: str, index: int, board: Geometry, alphabet: Alphabet, line: int, column: int) -> NotationError:
        """The error for the character at *index* that is no cell."""
        side = board.side
        blanks = " ".join(
            dict.fromkeys(b.lower() for b in alphabet.blanks if b.isascii() and b not in alphabet.symbols[:side])
        )
        message = (
            f"{text[index]!r} in {board.name_of(index)} is no cell of a {side}x{side} board; "
            f"accepted: {alphabet.span(side)}, and {blanks} for empty"
        )
        fitting = [
            a.span(side) for a in ALPHABETS.values() if a.covers(side) and set(text.upper()) <= a.values(side).keys()
        ]
        if fitting and side > 9:
            message += f" (--alphabet {' or '.join(fitting)} would read it)"
        return NotationError(message, line=line, column=column + index if column else None)

    def integers(self, tokens: Sequence[str], *, line: int) -> tuple[bytes, Geometry]:
        """One decimal number a cell, `.` or 0 for empty -> (cells, board). Raises NotationError."""
        board = self.board(len(tokens))
        usual = {"": 0, **dict.fromkeys(BLANK_TOKENS, 0), **{str(digit): digit for digit in range(board.side + 1)}}
        with suppress(KeyError):  # another spelling of a number, or none: token by token
            return bytes(map(usual.__getitem__, tokens)), board
        cells = bytearray(len(tokens))
        for index, token in enumerate(tokens):
            if token in BLANK_TOKENS or not token:
                continue
            digit = int(token) if token.isascii() and token.isdigit() and len(token) < 6 else -1
            if not 0 <= digit <= board.side:
                raise NotationError(
                    f"{shown(token)} in {board.name_of(index)} is no cell of a {board.side}x{board.side} board; "
                    f"accepted: 1 to {board.side}, and . or 0 for empty",
                    line=line,
                )
            cells[index] = digit
        return bytes(cells), board

    def tokens(self, tokens: Sequence[str], *, line: int = 0) -> Record:
        """The record of a group of characters a cell: single symbols or decimal numbers. Raises NotationError."""
        if (
            self.alphabet is not INTEGERS
            and all(len(token) <= 1 for token in tokens)
            and len(tokens) <= MAX_CHARACTER_SIDE**2
        ):
            text = "".join(token or "." for token in tokens)
            only_digits = all(token.isdigit() or token in BLANK_TOKENS or not token for token in tokens)
            side = isqrt(len(tokens))
            if not (only_digits and side > 9 and self.alphabet is None):
                return self.characters(text, line=line, column=0)
        cells, board = self.integers(tokens, line=line)
        text = (" " if board.side > 9 else "").join(token or "." for token in tokens)
        alphabet = INTEGERS if board.side > 9 else DEFAULT
        return Record(Puzzle.trusted(cells, board), line=line, text=text, alphabet=alphabet)

    def solution(self, text: str, board: Geometry, alphabet: Alphabet) -> tuple[bytes | None, str]:
        """A solution column -> (cells, "") or (None, what is wrong with it)."""
        text = text.strip()
        if not text:
            return None, ""
        try:
            inner = Reading(board, None if alphabet is INTEGERS else alphabet)
            parts = text.split()
            whole = len(parts) == board.size
            record = inner.tokens(parts) if whole else inner.characters("".join(parts), column=0)
        except NotationError as error:
            return None, f"solution: {error.reason}"
        return filled(record.puzzle.cells, board)

    def rows(
        self,
        lines: Iterable[tuple[int, str]],
        of_line: Callable[[str, Reading, int], Record],
        comments: tuple[str, ...] = ("#",),
    ) -> Rows:
        """What *of_line* reads from each line that is neither blank nor a comment; a BadRow where it cannot."""
        for number, line in lines:
            if not line or line.isspace() or line.lstrip().startswith(comments):
                continue
            try:
                record = of_line(line, self, number)
            except (NotationError, ConstraintError, GeometryError) as error:
                yield self.bad(NotationError.of(error), number, line)
                continue
            record.line = number
            yield record

    def bad(self, error: NotationError, line: int = 0, text: str = "") -> BadRow:
        """The row of an *error*, with its place filled in."""
        return BadRow(error.at(file=self.file, line=line or None), 0, line, text)


def has_box(side: int) -> bool:
    """True where a board of this side has a customary box (no prime)."""
    return side <= MAX_SIDE and any(side % rows == 0 for rows in range(2, isqrt(side) + 1))


def stated_board(given: Geometry | None, stated: Geometry) -> Geometry:
    """The board that a text states. Raises NotationError where it differs from the *given* one."""
    if given is not None and given != stated:
        raise NotationError(f"the text states a board of {stated}; {given} was asked for")
    return stated


def filled(cells: bytes, board: Geometry) -> tuple[bytes | None, str]:
    """A stated solution, else None and what is wrong with it: (cells, "") or (None, why)."""
    if 0 in cells:
        return None, f"solution: {board.name_of(cells.index(0))} is empty; a solution fills every cell"
    return cells, ""


@contextmanager
def as_notation(where: str = "") -> Iterator[None]:
    """Another error of the package becomes a NotationError; *where* stands before the words of any."""
    try:
        yield
    except CpSudokuError as error:
        raise (NotationError(f"{where}: {error}") if where else NotationError.of(error)) from None


def shown(text: str, width: int = 40) -> str:
    """A text quoted for a message, shortened."""
    return repr(text) if len(text) <= width else repr(text[:width]) + f"... ({len(text)} characters)"


def _near(count: int) -> str:
    for size in (16, 36, 81, 256, 625):
        if 0 < abs(count - size) <= 5:
            off = count - size
            return f" ({abs(off)} {'too many' if off > 0 else 'missing'} for {isqrt(size)}x{isqrt(size)})"
    return ""
