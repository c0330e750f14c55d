"""Does a set of techniques, none rated above a cut, solve a puzzle? The ground of "needed" and "nothing harder".

Step by step, so that techniques that share a rung of the ladder are told apart, and every step of a rung is looked at
before the ladder is said to stall.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from cpsudoku.generation.aiming.targets import ALL_KINDS, TOP, base_of, rungs_of
from cpsudoku.rating.ends import SOLVED
from cpsudoku.rating.rater import Rater, describe_hint
from cpsudoku.techniques.ladder import MOST_ROWS, SPECIAL, TECHNIQUES


def solves(cells: bytes, kinds: Collection[int], cut: int = TOP) -> bool:
    """True where steps of these *kinds*, rated at most *cut* tenths, fill the classic board from these clues."""
    rater = Rater()
    rungs = rungs_of(kind for kind in kinds if base_of(kind) <= cut)
    rater.start(cells)
    while rater.grid.cells_left:
        rater.rungs = rungs
        while True:
            if not rater.advance():
                return False
            if _may(rater.hint, kinds, cut):
                rater.accept()
                break
            rung = _rung(rater.hint)
            other = next((hint for hint in rater.every(rung) if _may(hint, kinds, cut)), None)
            if other is not None:
                _apply(rater, other)
                break
            rater.rungs &= ~(1 << rung)
    return True


def needed(cells: bytes, kinds: Collection[int], er: int) -> bool:
    """True where the puzzle, rated *er* tenths, stalls without these kinds of steps and without any above *er*."""
    quick = Rater()
    quick.rungs = rungs_of(ALL_KINDS) & ~rungs_of(kinds)
    quick.max_er = er / 10 + 0.01
    ((_, _, _, end, _),) = quick.rate_chunk(cells)
    return end != SOLVED and not solves(cells, ALL_KINDS - frozenset(kinds), er)


def _may(hint: Any, kinds: Collection[int], cut: int) -> bool:
    code = describe_hint(hint)
    kind = code % MOST_ROWS + (SPECIAL if code >= SPECIAL else 0)
    return kind in kinds and int((hint.rating + 0.05) * 10) <= cut


def _rung(hint: Any) -> int:
    technique = TECHNIQUES[hint.technique]
    rung: int = technique.rung
    return rung + (int(hint.variant) if technique.levels > 1 else 0)


def _apply(rater: Any, hint: Any) -> None:
    """A step that is not the one the rater holds."""
    for cell, mask in hint.removals():
        rater.grid.take(cell, mask)
    if hint.cell >= 0:
        rater.grid.put(hint.cell, hint.digit)
    rater.start_from(rater.grid.values(), rater.grid.candidates())
