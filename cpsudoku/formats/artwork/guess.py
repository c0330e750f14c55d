"""Which rules do drawings and prose mean? A guess: figure by figure, as the kinds say that they are drawn and written.

A figure becomes a rule where the rules in prose speak of its kind; without any prose, where the figure is
unmistakable. What the stored solution breaks is not taken. Everything without a meaning is left over, in words.
Rules of the whole board, and of the dots and letters that are not there, are not drawn at all: the prose states them.
"""

from __future__ import annotations

from collections import Counter

from cpsudoku.constraints.registry import built, kind
from cpsudoku.errors import ConstraintError
from cpsudoku.formats.artwork import paths, signs
from cpsudoku.formats.artwork.meaning import Guess, Guessed


def boards(work: Guess) -> None:
    """Rules of the whole board, which only the prose states."""
    for word in sorted(work.spoken):
        if work.keys[word].shape == "board" and word not in work.read:
            work.take([work.rule(word)], "in the rules' text")


def negatives(work: Guess) -> None:
    """All dots or letters are given: those not drawn say something."""
    drawn = {rule.word for rule in work.found.rules}
    for sentence in work.sentences("negative"):
        words = set(sentence.replace(",", " ").split())
        of = set()
        if words & {"x", "v", "xs", "vs", "x's", "v's", "xv"}:
            of.add("xv")
        if words & {"white"}:
            of.add("difference")
        if words & {"black"}:
            of.add("ratio")
        if words & {"dots", "dot", "kropki"} and not of & {"difference", "ratio"}:
            of |= {"difference", "ratio"}
        of = (of or {"difference", "ratio", "xv"}) & drawn
        if of:
            siblings = tuple(rule for rule in work.found.rules if rule.word in of)
            try:
                rule = built(kind("negative"), {"of": sorted(of)}).on(work.board, siblings)
            except ConstraintError:
                continue
            work.take([rule], "in the rules' text")


_STEPS = (
    paths.frames,
    paths.cages,
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
    paths.shades,
    boards,
    negatives,
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
