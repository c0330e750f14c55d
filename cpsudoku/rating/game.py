"""A game in progress: what a player wrote and erased, against the puzzle it began from.

A hint from a wrong grid leads astray, so what is wrong comes before any step: entries first, then pencil marks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from cpsudoku.board.geometry import Cell, Digit
from cpsudoku.board.mixins import GridDisplay
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import UsageError
from cpsudoku.rating.start import grids_from


@dataclass(frozen=True)
class Mistake(GridDisplay):
    """What the player must take back before a step makes sense.

    `entries`: (cell, digit written, digit the puzzle has there). `erased`: (cell, digit) whose pencil mark went though
    the digit belongs there; what a wrong entry in a house of the cell took away is not named besides.
    """

    puzzle: Puzzle
    entries: tuple[tuple[Cell, Digit, Digit], ...] = ()
    erased: tuple[tuple[Cell, Digit], ...] = ()
    word: ClassVar[str] = "mistake"

    @property
    def message(self) -> str:
        """All mistakes in words: `r3c4 = 5 cannot be: the puzzle has 7 there`."""
        named = self._named()
        said = ["{cell} = {digit} cannot be: the puzzle has {right} there".format(**e) for e in named["entries"]]
        said += [
            "{cell} lost the pencil mark {digit}: the puzzle has {digit} there".format(**e) for e in named["erased"]
        ]
        return "; ".join(said)

    def _named(self) -> dict[str, list[dict[str, Any]]]:
        """Cells by name, digits as they are written where they do not begin at 1."""
        name, low = self.puzzle.geometry.name_of, self.puzzle.geometry.lo - 1
        return {
            "entries": [
                {"cell": name(cell), "digit": digit + low, "right": right + low} for cell, digit, right in self.entries
            ],
            "erased": [{"cell": name(cell), "digit": digit + low} for cell, digit in self.erased],
        }

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as the commands' JSON has it."""
        return {"puzzle": self.puzzle.line(), "verdict": self.word, "message": self.message} | self._named()

    def __str__(self) -> str:
        return self.message


def mistake_in(puzzle: Puzzle, entries: Mapping[Cell, Digit], candidates: tuple[int, ...] | None) -> Mistake | None:
    """What is wrong with a game of *puzzle* (its givens alone); None where nothing is, or it has no one solution."""
    if not entries and candidates is None:
        return None
    grids = grids_from(puzzle, None)
    if len(grids) != 1:
        return None
    return mistake_against(puzzle, grids[0], entries, candidates)


def mistake_against(
    puzzle: Puzzle, right: Sequence[Digit], entries: Mapping[Cell, Digit], candidates: tuple[int, ...] | None
) -> Mistake | None:
    """The same against a known solution. What is given goes by digit bytes, the answer by real digits."""
    wrong = {cell: digit for cell, digit in entries.items() if digit != right[cell]}
    erased = []
    for cell, digit in enumerate(right):
        if candidates is None or puzzle.cells[cell] or cell in entries or candidates[cell] >> (digit - 1) & 1:
            continue
        if not any(wrong.get(peer) == digit for peer in puzzle.geometry.peers[cell]):
            erased.append((cell, digit))
    if not wrong and not erased:
        return None
    shift = puzzle.geometry.lo - 1
    return Mistake(
        puzzle,
        tuple((cell, wrong[cell] + shift, right[cell] + shift) for cell in sorted(wrong)),
        tuple((cell, digit + shift) for cell, digit in erased),
    )


def with_entries(puzzle: Puzzle, entries: Mapping[Cell, Digit]) -> Puzzle:
    """The grid as the player sees it. Raises UsageError for an entry outside the board, or in the cell of a given."""
    geometry = puzzle.geometry
    cells = bytearray(puzzle.cells)
    for cell, digit in entries.items():
        if not 0 <= cell < geometry.size or not 1 <= digit <= geometry.side:
            raise UsageError(
                f"entry {digit} in cell {cell}: cells are 0 to {geometry.size - 1}, digits 1 to {geometry.side}"
            )
        if cells[cell] and cells[cell] != digit:
            raise UsageError(f"entry {digit} in {geometry.name_of(cell)}, where {cells[cell]} is given")
        cells[cell] = digit
    return Puzzle.trusted(bytes(cells), geometry)
