"""What a program reads and writes: the protocol of a language, and how its answer comes back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from cpsudoku.board.geometry import Geometry
from cpsudoku.engines.external.description import Description

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint


@dataclass(frozen=True, slots=True)
class Heard:
    """An answer understood.

    `grids`: solutions it shows, a byte a cell, unchecked. `none`: it says there are no (further) ones.
    `number`: how many it says there are, where it says so. `why`: what of its answer cannot be used; then nothing of
    it is.
    """

    grids: tuple[bytes, ...] = ()
    none: bool = False
    number: int | None = None
    why: str = ""


class Language(ABC):
    """Puzzles of one board, and the same rules, in a program's words."""

    suffix: ClassVar[str]
    """Of the file it is given."""
    trivial: ClassVar[str]
    """A question without work: what a program takes for it is its start-up."""
    one_by_one: ClassVar[bool] = True
    """True where further solutions are had by asking again with those known forbidden."""
    serves_constraints: ClassVar[bool] = False

    @abstractmethod
    def __init__(self, told: Description, geometry: Geometry, constraints: tuple[Constraint, ...]) -> None:
        """Raises what the encoding raises that does not suit."""

    @abstractmethod
    def asked(self, cells: bytes, known: Sequence[bytes]) -> str:
        """The question: the puzzle with these clues (a byte a cell, 0 = empty), the solutions *known* forbidden."""

    @abstractmethod
    def heard(self, text: str) -> Heard:
        """The answer in what the program wrote."""


def excerpt(text: str) -> str:
    """The beginning of what was written, for a message."""
    words = " ".join(text.split())
    return repr(words[:60] + "..." * (len(words) > 60)) if words else "nothing"


def competition_answer(text: str) -> tuple[str, list[str]]:
    """(status, words of the values) of the competitions' output: lines that begin with `s` and with `v`.

    The status is in capitals; empty where there is none, or two that differ.
    """
    states: set[str] = set()
    values: list[str] = []
    for line in text.splitlines():
        if line.startswith("s "):
            states.add(" ".join(line[2:].split()).upper())
        elif line.startswith("v ") or line == "v":
            values += line[2:].split()
    return (states.pop() if len(states) == 1 else ""), values
