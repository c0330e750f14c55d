"""Rules that are not drawn at all: of the whole board, and of the dots and letters that are not there."""

from __future__ import annotations

from cpsudoku.constraints.registry import built, kind
from cpsudoku.errors import ConstraintError
from cpsudoku.formats.artwork.meaning import Guess


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
