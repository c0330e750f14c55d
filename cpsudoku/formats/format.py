"""What a format is: a name, how to recognise it, a reader and a writer. What each of them needs is imported here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import MAX_SIDE, Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.formats.reading import Reading, Rows, shown
from cpsudoku.formats.record import BadRow, Record, counted
from cpsudoku.formats.source import Source

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

__all__ = ["BadRow", "Format", "Reading", "Record", "Rows", "Source", "losses", "shown", "unfit", "writer"]

Reader = Callable[[Source, Reading], Rows]
Writer = Callable[[Iterable[Record]], Iterator[str]]


def by_name_only(head: list[str]) -> bool:
    """Recognises nothing: the format is chosen by its name."""
    return False


@dataclass(frozen=True)
class Format:
    """One text format.

    `read` streams; `write` gives pieces of text, one a record. `sniff(head)` says whether the first lines of a text
    (without ends, blank ones dropped) are in this format; it may be generous only where later formats of the registry
    are more so. `holds` are the things beyond clues that survive writing and reading: "boxes" (other than the usual
    box of a side), "regions", "extras" (or "extras:NAME" for some), "solution", "candidates", "clues" (a cell with
    one candidate is not confused with a clue), "placed", "rest". `sides` are the boards it can hold at all,
    `shapes(board)` says whether it can hold a board that has a layout; `unsaid(puzzle)` are the constraints that it
    cannot state, `undrawn(record)` what it cannot hold of the drawings, in words.
    """

    name: str
    summary: str
    extensions: tuple[str, ...]
    read: Reader
    write: Writer
    sniff: Callable[[list[str]], bool] = by_name_only
    holds: frozenset[str] = frozenset()
    sides: range = range(2, MAX_SIDE + 1)
    shapes: Callable[[Geometry], bool] = lambda board: False
    unsaid: Callable[[Puzzle], Sequence[Constraint]] = lambda puzzle: puzzle.constraints
    undrawn: Callable[[Record], list[str]] = lambda record: counted(record.drawings)

    def records(self, source: Source, reading: Reading) -> Rows:
        """The rows of a text; a record that names no other format gets this one's name."""
        for item in self.read(source, reading):
            if isinstance(item, Record):
                item.format = item.format or self.name
            yield item


def line_reader(of_line: Callable[[str, Reading, int], Record], comments: tuple[str, ...] = ("#",)) -> Reader:
    """Reads a record from each line that is neither blank nor a comment; a BadRow where *of_line* cannot."""

    def read(source: Source, reading: Reading) -> Rows:
        return reading.rows(source.lines(), of_line, comments)

    return read


def writer(text: Callable[[Record], str], *, before: str = "", between: str = "", after: str = "") -> Writer:
    """Writes one record after another: *before* the first, *between* two, *after* the last."""

    def write(records: Iterable[Record]) -> Iterator[str]:
        if before:
            yield before
        for index, record in enumerate(records):
            yield between * bool(index) + text(record)
        if after:
            yield after

    return write


def unfit(record: Record, target: Format) -> str:
    """Why the target format cannot hold the record at all; empty where it can."""
    board = record.puzzle.geometry
    unsaid = target.unsaid(record.puzzle)
    if unsaid:
        one, *more = (rule.describe() for rule in unsaid)
        which = "rules beyond houses" if len(unsaid) == len(record.puzzle.constraints) else "some rules"
        return f"{target.name} cannot hold {which}: {one}" + (f" and {len(more)} more" if more else "")
    if board.layout is not None and not target.shapes(board):
        return f"a board of {board}; {target.name} cannot hold its shape, regions or digits"
    if board.side in target.sides:
        return ""
    first, last = target.sides[0], target.sides[-1]
    accepted = f"{first}x{first}" if first == last else f"boards up to {last}x{last}"
    return f"a board of {board}; {target.name} is for {accepted}"


def losses(record: Record, target: Format) -> list[str]:
    """What of *record* the target format cannot hold, in words; empty where everything survives."""
    from cpsudoku.board.geometry import square
    from cpsudoku.formats.reading import has_box

    board, holds = record.puzzle.geometry, target.holds
    found = list(record.lost)
    if board.layout is not None:
        pass
    elif board.regions is not None and "regions" not in holds:
        found.append("jigsaw regions")
    elif (
        board.regions is None
        and "boxes" not in holds
        and not (has_box(board.side) and (square(board.side).box_rows == board.box_rows))
    ):
        found.append(f"box shape {board.box_rows}x{board.box_cols}")
    if "extras" not in holds:
        found += [f"extra houses: {name}" for name in board.extras if f"extras:{name}" not in holds]
    unclear = "candidates" in holds and "clues" not in holds
    single = record.candidates is not None and any(
        mask & (mask - 1) == 0 and not cell for mask, cell in zip(record.candidates, record.puzzle.cells)
    )
    others = {
        "solution": record.solution is not None and "solution" not in holds,
        "candidates": record.candidates is not None and "candidates" not in holds,
        "placed digits": bool(record.placed) and "placed" not in holds,
        "which single candidates are no clues": single and unclear,
        "that candidates are a player's": record.game and unclear,
        "comment or other columns": bool(record.rest) and "rest" not in holds,
        "rules in prose": bool(record.rules) and "rules" not in holds,
        "author": bool(record.author) and "author" not in holds,
        "fog": record.fog is not None and "fog" not in holds,
    }
    return found + [words for words, is_lost in others.items() if is_lost] + target.undrawn(record)
