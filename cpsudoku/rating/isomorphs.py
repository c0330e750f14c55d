"""The ratings of isomorphs of a puzzle: how far its rating depends on the order of rows, columns and digits.

From ER 8 on Sudoku Explainer takes the first of equally good chains in the order of cells and digits, so a puzzle and
the same puzzle with rows, columns and digits exchanged may rate differently. That belongs to the scale.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cpsudoku.board.geometry import Cell, Digit
from cpsudoku.kernels.randomness import Stream, derive

WORD = (1 << 64) - 1
MOST = 10_000
"""Isomorphs of a puzzle at most."""


@dataclass(frozen=True)
class Spread:
    """ER, EP and ED of random isomorphs of a puzzle: each rating with how many have it, ascending.

    isomorphs  how many were rated; with `seed` and the version they are the same again, for every puzzle
    """

    isomorphs: int
    seed: int
    er: dict[float, int]
    ep: dict[float, int]
    ed: dict[float, int]

    @property
    def least(self) -> float:
        """The lowest ER."""
        return min(self.er)

    @property
    def greatest(self) -> float:
        """The highest ER."""
        return max(self.er)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as the commands' JSON has it: of each number `least`, `greatest`, and `counts`."""
        record: dict[str, Any] = {"isomorphs": self.isomorphs, "seed": self.seed}
        for name in ("er", "ep", "ed"):
            counts: dict[float, int] = getattr(self, name)
            record[name] = {"least": min(counts), "greatest": max(counts)}
            record[name]["counts"] = {f"{rating:.1f}": number for rating, number in counts.items()}
        return record

    def __str__(self) -> str:
        return spread_in_words(self.to_dict())


def spread_in_words(spread: Mapping[str, Any]) -> str:
    """A spread's plain data in words."""
    er = spread["er"]
    said = f"{spread['isomorphs']} isomorphs: ER {er['least']:.1f}"
    if len(er["counts"]) == 1:
        return f"{said} always"
    every = ", ".join(f"{rating} {number} times" for rating, number in er["counts"].items())
    return f"{said} to {er['greatest']:.1f} ({every})"


def spread_of(numbers: list[tuple[int, ...]], seed: int) -> Spread:
    """That of ratings in tenths: (ER, EP, ED, ...) of each isomorph."""

    def counted(at: int) -> dict[float, int]:
        return {tenths / 10: number for tenths, number in sorted(Counter(one[at] for one in numbers).items())}

    return Spread(len(numbers), seed, counted(0), counted(1), counted(2))


def turned(cells: bytes, count: int, seed: int) -> Iterator[bytes]:
    """*count* random isomorphs of a classic puzzle of 81 cells."""
    for number in range(count):
        places, digits = _move(seed, number)
        yield bytes([digits[cells[cell]] for cell in places])


@lru_cache(maxsize=1024)
def _move(seed: int, number: int) -> tuple[tuple[Cell, ...], tuple[Digit, ...]]:
    """The cell whose content comes to each cell, and what each digit becomes (0 stays)."""
    stream = Stream(derive(seed & WORD, number))
    rows, columns = _lines(stream), _lines(stream)
    places = [9 * row + column for row in rows for column in columns]
    if stream.number(2):
        places = [9 * (cell % 9) + cell // 9 for cell in places]
    return tuple(places), (0, *stream.shuffled(range(1, 10)))


def _lines(stream: Stream) -> list[int]:
    """The rows, or the columns, in a random order that keeps bands together."""
    return [3 * band + line for band in stream.shuffled(range(3)) for line in stream.shuffled(range(3))]
