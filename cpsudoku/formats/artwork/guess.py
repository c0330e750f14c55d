"""Guesses the rules that drawings and prose mean, figure by figure, by how each kind is usually drawn and described.

A figure becomes a rule if the prose mentions its kind; without any prose, if the figure is unmistakable. Rules that
the stored solution breaks are dropped. Figures without a meaning are listed in words. Rules of the whole board and
negative constraints are not drawn: only the prose states them.
"""

from __future__ import annotations

import re
from collections import Counter

from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.registry import built, kind
from cpsudoku.errors import ConstraintError
from cpsudoku.formats.artwork.figures import Mark, Place, Stroke, hues_named
from cpsudoku.formats.artwork.meaning import BULB, Guess, Guessed


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


def chevrons(work: Guess) -> None:
    """Small angles at the side of a cell: the tip points to the smaller of the two."""
    if not work.means("greater"):
        return
    pairs = [(line, pair) for line in work.strokes if (pair := _pointed(line)) is not None and work.inside(pair)]
    rules = [work.rule("greater", cells=work.names(pair)) for _, pair in pairs]
    cells = {cell for _, pair in pairs for cell in pair}
    shades = [one for one in work.marks if is_shade(one) and one.cell in cells]
    work.take(rules, "angles", [line for line, _ in pairs], shades)


def _pointed(line: Stroke) -> tuple[Place, Place] | None:
    """(greater, smaller) cells of an angle of three points."""
    if len(line.points) != 3 or line.arrow:
        return None
    (r0, c0), (r1, c1), (r2, c2) = line.points
    if max(abs(r0 - r2), abs(c0 - c2), abs(r0 - r1), abs(c0 - c1)) > 0.5:
        return None
    down, across = r1 - (r0 + r2) / 2, c1 - (c0 + c2) / 2
    if abs(abs(down) - abs(across)) < 0.01:
        return None
    if abs(down) > abs(across):
        edge, column = round((r0 + r1 + r2) / 3), int((c0 + c1 + c2) // 3)
        pair = ((edge - 1, column), (edge, column))
        near, forward = abs((r0 + r1 + r2) / 3 - edge), down > 0
    else:
        edge, row = round((c0 + c1 + c2) / 3), int((r0 + r1 + r2) // 3)
        pair = ((row, edge - 1), (row, edge))
        near, forward = abs((c0 + c1 + c2) / 3 - edge), across > 0
    if near > 0.2:
        return None
    return pair if forward else (pair[1], pair[0])


def diagonals(work: Guess) -> None:
    """Lines from corner to corner."""
    n = work.board.rows
    if n != work.side or not work.means("diagonal"):
        return
    for line in list(work.strokes):
        ends = sorted([line.points[0], line.points[-1]])
        straight = len(line.points) == 2 or len(set(line.cells)) == n
        if line.arrow or not straight:
            continue
        for way, corners in (("-", ((0, 0), (n, n))), ("+", ((0, n), (n, 0)))):
            near = all(abs(a - b) < 0.75 for end, corner in zip(ends, corners) for a, b in zip(end, corner))
            if near and work.take([work.rule("diagonal", direction=way)], line.what):
                work.strokes.remove(line)
                work.found.used.add(line)
                break


def thermos(work: Guess) -> None:
    """Lines that begin in a filled circle of their own colour, and their branches."""
    words = work.kinds("thermo")
    bulbs = {
        cell: shape
        for cell, shapes in work.bulbs().items()
        for shape in shapes
        if shape.round and shape.fill not in ("", "white")
    }
    paths: list[tuple[Stroke, tuple[Place, ...]]] = []
    for line in work.strokes:
        cells = line.cells
        if line.arrow or len(cells) < 2:
            continue
        tips = [cell in bulbs and bulbs[cell].fill == line.hue for cell in (cells[0], cells[-1])]
        if tips[0] != tips[1]:
            paths.append((line, cells if tips[0] else cells[::-1]))
    colours = {line.colour for line, _ in paths}
    grown = True
    while grown:
        grown = False
        for line in work.strokes:
            if line.arrow or len(line.cells) < 2 or line.colour not in colours or any(line is one for one, _ in paths):
                continue
            on = {cell for _, cells in paths for cell in cells}
            tips = [cell in on for cell in (line.cells[0], line.cells[-1])]
            if tips[0] != tips[1]:
                paths.append((line, line.cells if tips[0] else line.cells[::-1]))
                grown = True
    if not paths or not words:
        return
    if not work.text:
        words = ["thermo"]

    def rules(word: str) -> list[Constraint | None]:
        return [work.rule(word, cells=work.names(cells)) for _, cells in paths]

    ends = {cells[0] for _, cells in paths}
    marks = [one for one in work.marks if one.centred and one.cell in ends and one.round and one.fill]
    work.take_best(words, rules, "lines from a bulb", [line for line, _ in paths], marks)


def arrows(work: Guess) -> None:
    """Arrows out of circles and capsules."""
    if not work.means("arrow"):
        return
    rings = [
        (one, one.covered)
        for one in work.marks
        if one.round and not one.text and min(one.width, one.height) >= BULB and work.inside(one.covered)
    ]
    rings.sort(key=lambda ring: ring[0].fill not in ("", "white"))
    taken, rules, used = [], [], []
    for line in work.strokes:
        if not line.arrow or len(line.cells) < 2 or not work.inside(line.cells):
            continue
        ring = next((one for one in rings if line.cells[0] in one[1]), None)
        shaft = [cell for cell in line.cells if ring is None or cell not in ring[1]]
        if ring is None or not shaft or shaft != list(line.cells[-len(shaft) :]):
            continue
        taken.append(line)
        used.append(ring[0])
        rules.append(work.rule("arrow", pill=work.names(ring[1]), line=work.names(shaft)))
    work.take(rules, "arrows from circles", taken, used)


def diagonal_clues(work: Guess) -> None:
    """Numbers outside with a small diagonal arrow."""
    if not work.means("little_killer"):
        return
    clues = [one for one in work.marks if one.text.isdigit() and not work.inside([one.cell])]
    taken: list[Stroke] = []
    used: list[Mark] = []
    rules: list[Constraint | None] = []
    for line in work.strokes:
        (r0, c0), (r1, c1) = line.points[0], line.points[-1]
        if not line.arrow or work.inside([(int(r0 // 1), int(c0 // 1))]):
            continue
        step = (_sign(r1 - r0), _sign(c1 - c0))
        near = sorted((abs(one.row - r0) + abs(one.column - c0), k) for k, one in enumerate(clues))
        if 0 in step or not near or near[0][0] > 1.3:
            continue
        clue = clues[near[0][1]]
        r, c = clue.cell
        while not work.inside([(r, c)]) and -3 < r < work.board.rows + 3 and -3 < c < work.side + 3:
            r, c = r + step[0], c + step[1]
        cells = []
        while work.inside([(r, c)]):
            cells.append((r, c))
            r, c = r + step[0], c + step[1]
        if cells:
            taken.append(line)
            used.append(clue)
            rules.append(work.rule("little_killer", cells=work.names(cells), sum=int(clue.text[:6])))
    work.take(rules, "numbers with a diagonal arrow", taken, used)


def _sign(value: float) -> int:
    return 0 if abs(value) < 0.02 else 1 if value > 0 else -1


def ended(work: Guess) -> None:
    """Lines between two circles or diamonds."""
    words = [word for word in work.kinds("ended line") if work.text]
    shapes = work.bulbs()
    lines = [
        one
        for one in work.strokes
        if len(one.cells) > 1 and not one.arrow and one.cells[0] in shapes and one.cells[-1] in shapes
    ]
    if not lines or not words:
        return

    def rules(word: str) -> list[Constraint | None]:
        return [work.rule(word, cells=work.names(one.cells), **work.stated(word)) for one in lines]

    ends = {cell for one in lines for cell in (one.cells[0], one.cells[-1])}
    marks = [one for one in work.marks if one.centred and one.cell in ends and not one.text]
    work.take_best(words, rules, "lines with ends", lines, marks)


def lines(work: Guess) -> None:
    """Lines by their colour: the kind that the prose names for it, else the usual one."""
    groups: dict[str, list[Stroke]] = {}
    for one in work.strokes:
        if len(one.cells) > 1 and not one.arrow and work.inside(one.cells):
            groups.setdefault(one.colour, []).append(one)
    for lines in groups.values():

        def rules(word: str, lines: list[Stroke] = lines) -> list[Constraint | None]:
            return [rule for one in lines for rule in work.along(word, one)]

        words = _meant(work, lines[0].hue)
        if len(words) == 1 or work.solution is not None:
            work.take_best(words, rules, lines[0].what + "s", lines)


def _meant(work: Guess, shade: str) -> list[str]:
    """The kinds of line that a colour may mean."""
    words = work.kinds("line")
    if not work.text:
        return [word for word in words if work.keys[word].hue == shade] if work.solution is not None else []
    hues = {word: set().union(*map(hues_named, work.sentences(word))) for word in words}
    by_name = [word for word in words if shade in hues[word]]
    if by_name:
        return by_name
    free = [word for word in words if not hues[word]]
    return [word for word in free if len(free) > 1 and work.keys[word].hue == shade] or free


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
    frames,
    cages,
    chevrons,
    diagonals,
    thermos,
    arrows,
    diagonal_clues,
    ended,
    lines,
    dots,
    letters,
    corners,
    outside,
    squares,
    shades,
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
