"""The options that every engine accepts, and those of one that reads the board itself and needs no encoding."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from cpsudoku.errors import UsageError

if TYPE_CHECKING:
    from cpsudoku.formula.definition import Encoding


class EngineOptions(TypedDict, total=False):
    """How an engine is made, whichever it is.

    `encoding`: a name, path or definition; an engine without encodings refuses it. `simplify`: "singles" or "none".
    `seed`: of what is random in a search (0).
    """

    encoding: str | Path | Encoding | None
    simplify: str | None
    seed: int | None


SIMPLIFY = ("singles", "none")
"""What may be done to a puzzle before an engine sees it."""


def without_encoding(
    engine: str,
    argument: str | None,
    *,
    encoding: str | Path | Encoding | None = None,
    simplify: str | None = None,
    seed: int | None = None,
) -> int:
    """The seed (0 by default) of an engine that takes neither argument nor encoding. Raises UsageError.

    `simplify` is checked and has no effect: such an engine propagates by itself or not at all.
    """
    if argument is not None:
        raise UsageError(f"engine {engine!r} takes no argument; got {argument!r}")
    if encoding is not None:
        raise UsageError(f"engine {engine!r} has no encodings; got {encoding!r}")
    check_simplify(simplify)
    return 0 if seed is None else seed


def check_simplify(simplify: str | None) -> str:
    """The stage named, "singles" by default. Raises UsageError for an unknown one."""
    if simplify is not None and simplify not in SIMPLIFY:
        raise UsageError(f"simplify {simplify!r} is unknown; known: {', '.join(SIMPLIFY)}")
    return simplify or "singles"
