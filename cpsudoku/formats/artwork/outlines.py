"""Outlines and grounds: borders, cages drawn apart, the colours of cells."""

from __future__ import annotations

import re

from cpsudoku.formats.artwork.figures import Mark, Stroke
from cpsudoku.formats.artwork.meaning import Guess


def frames(work: Guess) -> None:
    """Borders of regions, white shapes and the inner half of a double line mean nothing of their own."""
    paths = {one.cells for one in work.strokes if one.hue != "white" and one.cells}
    work.strokes = [
        one for one in work.strokes if not (one.hue == "white" and one.cells in paths) and not _is_border(work, one)
    ]
    unique: dict[tuple[object, ...], Stroke] = {}
    for one in work.strokes:
        unique.setdefault((one.points, one.arrow), one)
    work.strokes = list(unique.values())
    work.marks = [
        one
        for one in work.marks
        if one.text or not (one.fill in ("", "white") and one.border in ("", "white") and not one.round)
    ]
    work.marks = list(dict.fromkeys(work.marks))


def cages(work: Guess) -> None:
    """Cages with a number that the file does not call a sum."""
    sums = any(re.search(r"\b(sums?|totals?|adds?)\b|\bkiller", text) for text in work.sentences("cage"))
    if not work.numbered or not (sums or not work.text):
        return
    rules = [work.rule("cage", cells=work.names(cells), sum=total) for cells, total in work.numbered]
    if work.take(rules, "cages with a number"):
        work.numbered = []


def _is_border(work: Guess, line: Stroke) -> bool:
    """Whether a line runs along the frame or between regions all the way."""
    if line.arrow or any(abs(x - round(x)) > 0.06 for point in line.points for x in point):
        return False
    box = work.board.box_of
    for (r, c), (to_r, to_c) in zip(line.points, line.points[1:]):
        r, c, to_r, to_c = round(r), round(c), round(to_r), round(to_c)
        if r != to_r and c != to_c:
            return False
        for k in range(max(abs(to_r - r), abs(to_c - c))):
            if r == to_r:
                pair = [(r - 1, min(c, to_c) + k), (r, min(c, to_c) + k)]
            else:
                pair = [(min(r, to_r) + k, c - 1), (min(r, to_r) + k, c)]
            on = [cell for cell in pair if work.inside([cell])]
            if len(on) == 2 and box(on[0][0] * work.side + on[0][1]) == box(on[1][0] * work.side + on[1][1]):
                return False
    return True


def is_shade(one: Mark) -> bool:
    """Whether a shape is a cell's colour."""
    return one.centred and not one.round and not one.text and min(one.width, one.height) > 0.95


def shades(work: Guess) -> None:
    """The colours of cells in extra houses, and of the whole board."""
    work.marks = [
        one
        for one in work.marks
        if not (is_shade(one) and max(one.width, one.height) < 1.1 and one.cell in work.houses)
        and not (not one.text and min(one.width, one.height) >= work.side - 0.5)
    ]
