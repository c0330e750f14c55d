"""Signs in cells, between them and beside the board: dots, letters, corners, numbers, circles and squares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.formats.artwork.figures import Mark, Place
from cpsudoku.formats.artwork.meaning import Guess

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

_DOT = 0.55
_GREATER = {"<": (1, 0), ">": (0, 1), "^": (1, 0), "\u2227": (1, 0), "\u2228": (0, 1)}
"""A sign between two cells -> (the greater, the smaller) of them, reading on or down."""


def dots(work: Guess) -> None:
    """Small circles between two cells."""
    for word, fills in (("difference", ("white", "")), ("ratio", ("black",))):
        dots = [
            one
            for one in work.marks
            if one.round
            and max(one.width, one.height) <= _DOT
            and one.fill in fills
            and one.border in ("", "black", "grey", "white")
            and one.on_side is not None
            and work.inside(one.on_side)
            and (not one.text or one.text.isdigit())
        ]
        dots = [one for one in dots if one.fill or one.border]
        if not dots or not work.means(word):
            continue
        rules = []
        for one in dots:
            parts = {word: int(one.text[:4])} if one.text else work.stated(word)
            rules.append(work.rule(word, cells=work.names(one.on_side or ()), **parts))
        if work.take(rules, f"{fills[0]} dots"):
            work.marks = [one for one in work.marks if one not in dots]


def letters(work: Guess) -> None:
    """X and V, and signs, between two cells."""
    sums = {"X": 10, "V": 5}
    between = [one for one in work.marks if one.text and one.on_side is not None and work.inside(one.on_side)]
    letters = [one for one in between if one.text.upper() in sums]
    made = [work.rule("xv", cells=work.names(one.on_side or ()), sum=sums[one.text.upper()]) for one in letters]
    if letters and work.means("xv") and work.take(made, "letters"):
        work.marks = [one for one in work.marks if one not in letters]
    signs = [one for one in between if one.text in _GREATER and not one.angle]
    made = [
        work.rule("greater", cells=work.names([(one.on_side or ())[at] for at in _GREATER[one.text]])) for one in signs
    ]
    if signs and work.means("greater") and work.take(made, "signs"):
        work.marks = [one for one in work.marks if one not in signs]


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
    if found and work.take(rules, "circles in corners"):
        used = [one for one, _ in found]
        work.marks = [one for one in work.marks if one not in used]


def outside(work: Guess) -> None:
    """Numbers beside rows and columns."""
    clues = []
    for one in work.marks:
        line = _line_of(work, one) if one.text.isdigit() else []
        if line:
            clues.append((one, line))
    words = work.kinds("outside")
    part = {"sandwich": "sum", "x_sum": "sum", "skyscraper": "count", "numbered_room": "value"}

    def made(word: str) -> list[Constraint | None]:
        return [work.rule(word, cells=work.names(line), **{part[word]: int(one.text[:6])}) for one, line in clues]

    if not clues or not words:
        return
    if len(words) > 1 or not work.text:
        words = work.best(words, made) if work.solution is not None else []
    if len(words) == 1 and work.take(made(words[0]), "numbers outside"):
        used = [one for one, _ in clues]
        work.marks = [one for one in work.marks if one not in used]


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
        if found and work.means(word) and work.take([work.rule(word, cells=work.names(cells))], found[0].what):
            work.marks = [one for one in work.marks if one not in found]
