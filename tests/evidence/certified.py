"""Certificates to test with, and boards of many sorts to make them on."""

from __future__ import annotations

from pathlib import Path

from cpsudoku.board.geometry import CLASSIC, Geometry, boxes
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.evidence.certificate import Certificate, certify

PUZZLES = Path(__file__).parents[1] / "puzzles"
BOARDS = [
    CLASSIC,
    boxes(2, 2),
    boxes(2, 3),
    boxes(1, 5),
    boxes(5, 1),
    Geometry(3, 3, extras=("asterisk", "centre-dot", "windoku")),
    Geometry(3, 3, extras=("diagonals", "disjoint")),
    Geometry.jigsaw("AAABABBBCCCCDDDD"),
]


def lines(name: str, count: int) -> list[str]:
    """The first puzzles of a file."""
    return (PUZZLES / name).read_text().split()[:count]


def certificate_of(puzzle: str | Puzzle, **options: object) -> Certificate:
    """The certificate, which must be had."""
    found = certify(puzzle, **options)  # type: ignore[arg-type]
    assert isinstance(found, Certificate)
    return found
