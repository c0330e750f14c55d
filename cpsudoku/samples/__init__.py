"""Sample puzzle files shipped with the package; where they come from is in the README beside them."""

from __future__ import annotations

from pathlib import Path

from cpsudoku.errors import check_known


def names() -> list[str]:
    """The samples' names."""
    return sorted(path.stem for path in Path(__file__).parent.glob("*.txt"))


def path_of(name: str) -> Path:
    """The file of a sample. Raises UnknownName."""
    check_known("sample", name, names())
    return Path(__file__).parent / f"{name}.txt"


def lines_of(name: str) -> list[str]:
    """The puzzles of a sample, a line each. Raises UnknownName."""
    return path_of(name).read_text(encoding="ascii").split()
