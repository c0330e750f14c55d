"""An encoding of a puzzle as a file other solvers read: one file a language, and one line here."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import UnknownName
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.exporters import dimacs, minizinc, opb

EXPORTERS: dict[str, Callable[[Encoding, Puzzle], Iterator[str]]] = {
    "dimacs": dimacs.lines,
    "opb": opb.lines,
    "minizinc": minizinc.lines,
}
"""Language -> the lines of a file. Each raises UsageError for an encoding it cannot express."""


def export(encoding: Encoding, puzzle: Puzzle, to: str) -> Iterator[str]:
    """The lines, without line ends, of the encoded puzzle in the language *to*; clues are part of it.

    Raises UnknownName for a language, UsageError for an encoding the language cannot express.
    """
    if to not in EXPORTERS:
        raise UnknownName(f"language {to!r} is unknown; known: {', '.join(EXPORTERS)}")
    return EXPORTERS[to](encoding, puzzle)
