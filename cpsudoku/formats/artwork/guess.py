"""Which rules do drawings and prose mean? A guess: figure by figure, as the kinds say that they are drawn and written.

A figure becomes a rule where the rules in prose speak of its kind; without any prose, where the figure is
unmistakable. What the stored solution breaks is not taken. Everything without a meaning is left over, in words.
"""

from __future__ import annotations

from collections import Counter

from cpsudoku.formats.artwork import outlines, paths, signs, spoken
from cpsudoku.formats.artwork.meaning import Guess, Guessed

_STEPS = (
    outlines.frames,
    outlines.cages,
    paths.chevrons,
    paths.diagonals,
    paths.thermos,
    paths.arrows,
    paths.diagonal_clues,
    paths.ended,
    paths.lines,
    signs.dots,
    signs.letters,
    signs.corners,
    signs.outside,
    signs.squares,
    outlines.shades,
    spoken.boards,
    spoken.negatives,
)
"""In this order: what is unmistakable first."""


def guess(work: Guess) -> Guessed:
    """Give the figures a meaning. What is left over is listed in words."""
    for step in _STEPS:
        step(work)
    counts = Counter([one.what for one in work.strokes] + [one.what for one in work.marks])
    counts["cage with a number"] = len(work.numbered)
    work.found.left = [f"{number} {what}" if number > 1 else what for what, number in counts.items() if number]
    return work.found
