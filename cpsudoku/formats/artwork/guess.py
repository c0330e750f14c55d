"""Which rules do drawings and prose mean? A guess: figure by figure, as the kinds say that they are drawn and written.

A figure becomes a rule where the rules in prose speak of its kind; without any prose, where the figure is
unmistakable. What the stored solution breaks is not taken. Everything without a meaning is left over, in words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints.registry import built, kind
from cpsudoku.errors import ConstraintError
from cpsudoku.formats.artwork.figures import Mark, Place, Stroke
from cpsudoku.formats.artwork.hues import named
from cpsudoku.formats.artwork.sentences import Said, drawn_keys

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

_BULB = (0.35, 1.0)
_DOT = 0.55
_GREATER = {"<": (1, 0), ">": (0, 1), "^": (1, 0), "\u2227": (1, 0), "\u2228": (0, 1)}
"""A sign between two cells -> (the greater, the smaller) of them, reading on or down."""


@dataclass
class Guessed:
    """`rules` are what the drawings seem to mean; `refuted` what the stored solution breaks; `left` has no meaning."""

    rules: list[Constraint] = field(default_factory=list)
    refuted: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


@dataclass
class Guess:
    """One file's figures while they are given a meaning."""

    board: Geometry
    said: Sequence[Said]
    text: bool
    solution: Sequence[int | None] | None
    strokes: list[Stroke]
    marks: list[Mark]
    houses: frozenset[Place] = frozenset()
    read: frozenset[str] = frozenset()
    numbered: list[tuple[tuple[Place, ...], int]] = field(default_factory=list)
    found: Guessed = field(default_factory=Guessed)

    def __post_init__(self) -> None:
        self.keys = drawn_keys()
        self.side = self.board.columns
        self.spoken = {word for one in self.said for word in one.words}

    # -- what is said

    def means(self, word: str) -> bool:
        """Whether the prose speaks of a kind; without prose, any figure speaks for itself."""
        return word in self.spoken or not self.text

    def kinds(self, shape: str) -> list[str]:
        """The kinds of a shape that may be meant."""
        return [word for word, key in self.keys.items() if key.shape == shape and self.means(word)]

    def sentences(self, word: str) -> list[str]:
        """The sentences about a kind, in plain words."""
        return [one.plain for one in self.said if word in one.words]

    def stated(self, word: str) -> dict[str, int]:
        """The number that the sentences about a kind give."""
        found: dict[str, int] = {}
        for sentence in self.sentences(word):
            found = found or self.keys[word].stated(sentence)
        return found

    # -- rules

    def rule(self, word: str, **parts: Any) -> Constraint | None:
        """The rule on the board; None where it cannot be."""
        try:
            return built(kind(word), {**self.keys[word].parts, **parts}).on(self.board)
        except ConstraintError:
            return None

    def broken(self, rule: Constraint) -> bool:
        """Whether the stored solution breaks it."""
        return self.solution is not None and not rule.holds(self.solution)

    def take(self, rules: Iterable[Constraint | None], what: str) -> bool:
        """Add the rules that a group of figures means, all or none. False where they cannot be or are broken."""
        made = list(rules)
        kept = [rule for rule in made if rule is not None]
        if not kept or len(kept) < len(made):
            return False
        if any(map(self.broken, kept)):
            self.found.refuted.append(f"{kept[0].name} ({what})")
            return False
        self.found.rules += kept
        return True

    def best(self, words: Sequence[str], make: Callable[[str], list[Constraint | None]]) -> list[str]:
        """The kinds among *words* whose rules can be and are kept by the solution."""
        fitting = []
        for word in words:
            rules = make(word)
            if rules and all(rule is not None and not self.broken(rule) for rule in rules):
                fitting.append(word)
        return fitting

    def along(self, word: str, line: Stroke) -> list[Constraint | None]:
        """The rules of a line; a closed one begins anywhere and goes on past its end."""
        cells, parts = self.names(line.cells), self.stated(word)
        made = self.rule(word, cells=cells, **parts)
        if made is not None or len(cells) < 5 or cells[0] != cells[-1]:
            return [made]
        loop = cells[:-1]
        over = self.rule(word, cells=[*loop[-2:], *loop[:2]], **parts) if word in ("entropic", "modular") else None
        return [self.rule(word, cells=loop, **parts), *([over] if over is not None else [])]

    def names(self, cells: Iterable[Place]) -> list[str]:
        """Cells by name."""
        return [f"r{r + 1}c{c + 1}" for r, c in cells]

    def inside(self, cells: Iterable[Place]) -> bool:
        """Whether all of them are on the board."""
        return all(0 <= r < self.board.rows and 0 <= c < self.side for r, c in cells)


def guess(work: Guess) -> Guessed:
    """Give the figures a meaning. What is left over is listed in words."""
    for step in _STEPS:
        step(work)
    counts = Counter([one.what for one in work.strokes] + [one.what for one in work.marks])
    counts["cage with a number"] = len(work.numbered)
    work.found.left = [f"{number} {what}" if number > 1 else what for what, number in counts.items() if number]
    return work.found


def _frames(work: Guess) -> None:
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


def _cages(work: Guess) -> None:
    """Cages with a number that the file does not call a sum."""
    sums = any(re.search(r"\b(sums?|totals?|adds?)\b|\bkiller", text) for text in work.sentences("cage"))
    if not work.numbered or not (sums or not work.text):
        return
    made = [work.rule("cage", cells=work.names(cells), sum=total) for cells, total in work.numbered]
    if work.take(made, "cages with a number"):
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


def _chevrons(work: Guess) -> None:
    """Small angles at the side of a cell: the tip points to the smaller of the two."""
    taken: list[Stroke] = []
    rules: list[Constraint | None] = []
    for line in work.strokes:
        pair = _pointed(line)
        if pair is not None and work.inside(pair):
            taken.append(line)
            rules.append(work.rule("greater", cells=work.names(pair)))
    if taken and work.means("greater") and work.take(rules, "angles"):
        cells = {cell for line in taken for cell in _pointed(line) or ()}
        work.strokes = [one for one in work.strokes if one not in taken]
        work.marks = [one for one in work.marks if not (_is_shade(one) and one.cell in cells)]


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


def _diagonals(work: Guess) -> None:
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
                break


def _bulbs(work: Guess, least: float = _BULB[0]) -> dict[Place, list[Mark]]:
    found: dict[Place, list[Mark]] = {}
    for one in work.marks:
        if one.centred and not one.text and least <= min(one.width, one.height) <= max(one.width, one.height) <= 1:
            found.setdefault(one.cell, []).append(one)
    return found


def _thermos(work: Guess) -> None:
    """Lines that begin in a filled circle of their own colour, and their branches."""
    words = work.kinds("thermo")
    bulbs = {
        cell: shape
        for cell, shapes in _bulbs(work).items()
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

    def made(word: str) -> list[Constraint | None]:
        return [work.rule(word, cells=work.names(cells)) for _, cells in paths]

    fitting = work.best(words, made) if len(words) > 1 else words
    if len(fitting) == 1 and work.take(made(fitting[0]), "lines from a bulb"):
        used = {id(line) for line, _ in paths}
        ends = {cells[0] for _, cells in paths}
        work.strokes = [one for one in work.strokes if id(one) not in used]
        work.marks = [one for one in work.marks if not (one.centred and one.cell in ends and one.round and one.fill)]


def _arrows(work: Guess) -> None:
    """Arrows out of circles and capsules."""
    if not work.means("arrow"):
        return
    rings = [
        (one, one.covered)
        for one in work.marks
        if one.round and not one.text and min(one.width, one.height) >= _BULB[0] and work.inside(one.covered)
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
    if taken and work.take(rules, "arrows from circles"):
        work.strokes = [one for one in work.strokes if one not in taken]
        work.marks = [one for one in work.marks if one not in used]


def _diagonal_clues(work: Guess) -> None:
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
    if taken and work.take(rules, "numbers with a diagonal arrow"):
        work.strokes = [one for one in work.strokes if one not in taken]
        work.marks = [one for one in work.marks if one not in used]


def _ended(work: Guess) -> None:
    """Lines between two circles or diamonds."""
    words = [word for word in work.kinds("ended line") if work.text]
    shapes = _bulbs(work)
    lines = [
        one
        for one in work.strokes
        if len(one.cells) > 1 and not one.arrow and one.cells[0] in shapes and one.cells[-1] in shapes
    ]
    if not lines or not words:
        return

    def made(word: str) -> list[Constraint | None]:
        return [work.rule(word, cells=work.names(one.cells), **work.stated(word)) for one in lines]

    fitting = work.best(words, made) if len(words) > 1 else words
    if len(fitting) == 1 and work.take(made(fitting[0]), "lines with ends"):
        ends = {cell for one in lines for cell in (one.cells[0], one.cells[-1])}
        work.strokes = [one for one in work.strokes if one not in lines]
        work.marks = [one for one in work.marks if not (one.centred and one.cell in ends and not one.text)]


def _lines(work: Guess) -> None:
    """Lines by their colour: what the prose says of it, else what people use it for."""
    groups: dict[str, list[Stroke]] = {}
    for one in work.strokes:
        if len(one.cells) > 1 and not one.arrow and work.inside(one.cells):
            groups.setdefault(one.colour, []).append(one)
    for lines in groups.values():
        shade = lines[0].hue

        def made(word: str, lines: list[Stroke] = lines) -> list[Constraint | None]:
            return [rule for one in lines for rule in work.along(word, one)]

        words = _meant(work, shade)
        fitting = words if len(words) == 1 else work.best(words, made) if work.solution is not None else []
        if len(fitting) == 1 and work.take(made(fitting[0]), lines[0].what + "s"):
            work.strokes = [one for one in work.strokes if one not in lines]


def _meant(work: Guess, shade: str) -> list[str]:
    """The kinds of line that a colour may mean."""
    words = work.kinds("line")
    if not work.text:
        return [word for word in words if work.keys[word].hue == shade] if work.solution is not None else []
    hues = {word: set().union(*map(named, work.sentences(word))) for word in words}
    by_name = [word for word in words if shade in hues[word]]
    if by_name:
        return by_name
    free = [word for word in words if not hues[word]]
    return [word for word in free if len(free) > 1 and work.keys[word].hue == shade] or free


def _dots(work: Guess) -> None:
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


def _letters(work: Guess) -> None:
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


def _corners(work: Guess) -> None:
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


def _outside(work: Guess) -> None:
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


def _squares(work: Guess) -> None:
    """Circles for odd digits, squares for even ones."""
    for word, rounded in (("odd", True), ("even", False)):
        found = [
            one
            for cell, shapes in _bulbs(work).items()
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


def _is_shade(one: Mark) -> bool:
    """Whether a shape is a cell's colour."""
    return one.centred and not one.round and not one.text and min(one.width, one.height) > 0.95


def _shades(work: Guess) -> None:
    """The colours of cells in extra houses, and of the whole board."""
    work.marks = [
        one
        for one in work.marks
        if not (_is_shade(one) and max(one.width, one.height) < 1.1 and one.cell in work.houses)
        and not (not one.text and min(one.width, one.height) >= work.side - 0.5)
    ]


def _boards(work: Guess) -> None:
    """Rules of the whole board, which only the prose states."""
    for word in sorted(work.spoken):
        if work.keys[word].shape == "board" and word not in work.read:
            work.take([work.rule(word)], "in the rules' text")


def _negatives(work: Guess) -> None:
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
                made = built(kind("negative"), {"of": sorted(of)}).on(work.board, siblings)
            except ConstraintError:
                continue
            work.take([made], "in the rules' text")


def _sign(value: float) -> int:
    return 0 if abs(value) < 0.02 else 1 if value > 0 else -1


_STEPS = (
    _frames,
    _cages,
    _chevrons,
    _diagonals,
    _thermos,
    _arrows,
    _diagonal_clues,
    _ended,
    _lines,
    _dots,
    _letters,
    _corners,
    _outside,
    _squares,
    _shades,
    _boards,
    _negatives,
)
"""In this order: what is unmistakable first."""
