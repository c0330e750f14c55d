"""Guesses the rules that drawings and prose mean, figure by figure, by how each kind is usually drawn and described.

A figure becomes a rule if the prose mentions its kind; without any prose, if the figure is unmistakable. Rules that
the stored solution breaks are dropped. Figures without a meaning are listed in words. Rules of the whole board and
negative constraints are not drawn: only the prose states them.
"""

from __future__ import annotations

from collections import Counter

from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.registry import built, kind
from cpsudoku.errors import ConstraintError
from cpsudoku.formats.artwork import paths
from cpsudoku.formats.artwork.figures import Mark, Place
from cpsudoku.formats.artwork.meaning import Guess, Guessed

_DOT = 0.55
_GREATER = {"<": (1, 0), ">": (0, 1), "^": (1, 0), "\u2227": (1, 0), "\u2228": (0, 1)}
"""A sign between two cells -> (the greater, the smaller) of them, reading on or down."""


def dots(work: Guess) -> None:
    """Small circles between two cells."""
    for word, fills in (("difference", ("white", "")), ("ratio", ("black",))):
        if not work.means(word):
            continue
        dots = [
            one
            for one in work.marks
            if one.round
            and max(one.width, one.height) <= _DOT
            and one.fill in fills
            and one.border in ("", "black", "grey", "white")
            and (one.fill or one.border)
            and one.on_side is not None
            and work.inside(one.on_side)
            and (not one.text or one.text.isdigit())
        ]
        rules = []
        for one in dots:
            parts = {word: int(one.text[:4])} if one.text else work.stated(word)
            rules.append(work.rule(word, cells=work.names(one.on_side or ()), **parts))
        work.take(rules, f"{fills[0]} dots", marks=dots)


def letters(work: Guess) -> None:
    """X and V, and signs, between two cells."""
    sums = {"X": 10, "V": 5}
    between = [one for one in work.marks if one.text and one.on_side is not None and work.inside(one.on_side)]
    letters = [one for one in between if one.text.upper() in sums]
    if work.means("xv"):
        rules = [work.rule("xv", cells=work.names(one.on_side or ()), sum=sums[one.text.upper()]) for one in letters]
        work.take(rules, "letters", marks=letters)
    signs = [one for one in between if one.text in _GREATER and not one.angle]
    if work.means("greater"):
        pairs = [[(one.on_side or ())[at] for at in _GREATER[one.text]] for one in signs]
        work.take([work.rule("greater", cells=work.names(pair)) for pair in pairs], "signs", marks=signs)


def corners(work: Guess) -> None:
    """Circles with digits where four cells meet."""
    if not work.means("quadruple"):
        return
    found = []
    for one in work.marks:
        digits = "".join(one.text.replace(",", " ").split())
        if one.round and one.on_corner is not None and work.inside(one.on_corner) and digits.isdigit():
            found.append((one, digits))
    rules = [
        work.rule("quadruple", cells=work.names(one.on_corner or ()), values=[int(digit) for digit in digits])
        for one, digits in found
    ]
    work.take(rules, "circles in corners", marks=[one for one, _ in found])


def outside(work: Guess) -> None:
    """Numbers beside rows and columns."""
    clues = []
    for one in work.marks:
        line = _line_of(work, one) if one.text.isdigit() else []
        if line:
            clues.append((one, line))
    words = work.kinds("outside")
    part = {"sandwich": "sum", "x_sum": "sum", "skyscraper": "count", "numbered_room": "value"}

    def rules(word: str) -> list[Constraint | None]:
        return [work.rule(word, cells=work.names(line), **{part[word]: int(one.text[:6])}) for one, line in clues]

    if not clues or not words:
        return
    if len(words) > 1 or not work.text:
        words = work.best(words, rules) if work.solution is not None else []
    if len(words) == 1:
        work.take(rules(words[0]), "numbers outside", marks=[one for one, _ in clues])


def _line_of(work: Guess, clue: Mark) -> list[Place]:
    """The row or column beside which a number stands, read from there."""
    (r, c), rows, columns = clue.cell, work.board.rows, work.side
    if 0 <= r < rows and c in (-1, columns):
        line = [(r, k) for k in range(columns)]
        return line if c < 0 else line[::-1]
    if 0 <= c < columns and r in (-1, rows):
        line = [(k, c) for k in range(rows)]
        return line if r < 0 else line[::-1]
    return []


def squares(work: Guess) -> None:
    """Circles for odd digits, squares for even ones."""
    for word, rounded in (("odd", True), ("even", False)):
        found = [
            one
            for cell, shapes in work.bulbs().items()
            for one in shapes
            if work.inside([cell])
            and one.round is rounded
            and one.fill not in ("", "white", "black")
            and max(one.width, one.height) < 0.97
            and not one.angle
        ]
        cells = list(dict.fromkeys(one.cell for one in found))
        if found and work.means(word):
            work.take([work.rule(word, cells=work.names(cells))], found[0].what, marks=found)


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
    dots,
    letters,
    corners,
    outside,
    squares,
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
