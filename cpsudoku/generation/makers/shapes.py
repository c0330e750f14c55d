"""Cages, arrows and lines. No two of them share a cell, no line crosses another one or touches itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints.automata import Between
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.cages import Cage
from cpsudoku.constraints.lines import Palindrome, Renban, Thermometer, Whisper
from cpsudoku.constraints.sums import Arrow, RegionSumLine
from cpsudoku.generation.makers.sketch import Cells, Line, Maker, Sketch, kings, sides


def _may_repeat(board: Geometry, cells: Cells) -> bool:
    return not any(b in board.peers[a] for a, b in zip(cells, cells[::-1]) if a != b)


def _leaves_a_box(board: Geometry, cells: Cells) -> bool:
    return len({board.box_of(cell) for cell in cells}) > 1


ARROW = Line(lambda cells: Arrow(cells[:1], cells[1:]), (2, 4), (10, 14), directed=True, head=1)
THERMOMETER = Line(Thermometer, (3, 6), (10, 14), directed=True)
WHISPER = Line(Whisper, (3, 7), (12, 16))
RENBAN = Line(Renban, (3, 6), (10, 14))
PALINDROME = Line(Palindrome, (3, 7), (10, 14), can_hold=_may_repeat)
BETWEEN = Line(Between, (4, 7), (12, 16))
REGION_SUM = Line(RegionSumLine, (3, 9), (9, 13), can_hold=_leaves_a_box)


def cages(sketch: Sketch) -> None:
    """Cages grow from random cells over neighbours with other digits; cells that no cage can take stay free."""
    board, values = sketch.board, sketch.values
    around = sides(board)
    least, most = sketch.sizes(2, 5)
    wanted = sketch.number(1, board.size)
    most_cages = wanted[0] + sketch.stream.number(wanted[1] - wanted[0] + 1) if sketch.wishes.number else board.size
    count = 0

    def cage(cells: Cells) -> Constraint | None:
        digits = {values[cell] for cell in cells}
        return Cage(cells, sum(digits)) if len(digits) == len(cells) else None

    for start in sketch.stream.shuffled(range(board.size)):
        if count >= most_cages:
            break
        if start in sketch.taken:
            continue
        cells, digits = [start], {values[start]}
        size = sketch.size(2, 5)
        while len(cells) < size:
            open_ = sorted(
                {
                    near
                    for cell in cells
                    for near in around[cell]
                    if near not in sketch.taken and near not in cells and values[near] not in digits
                }
            )
            if not open_:
                break
            cells.append(open_[sketch.stream.number(len(open_))])
            digits.add(values[cells[-1]])
        if least <= len(cells) <= most and sketch.add(sorted(cells), cage, directed=False, apart=True):
            count += len(sketch.groups[-1])


def arrows(sketch: Sketch) -> None:
    """Shafts walk from random circles until their digits add up to the circle's."""
    least, most = sketch.sizes(*ARROW.sizes)

    def arrow(cells: Cells) -> Constraint | None:
        return sketch.kept(ARROW.make(cells))

    def draw() -> bool:
        circle = sketch.stream.number(sketch.board.size)
        if circle in sketch.taken:
            return False
        cells, rest = [circle], sketch.values[circle]
        while rest and len(cells) <= most:
            open_ = [cell for cell in sketch.onward(cells) if sketch.values[cell] <= rest]
            if not open_:
                return False
            cells.append(open_[sketch.stream.number(len(open_))])
            rest -= sketch.values[cells[-1]]
        return not rest and len(cells) > least and sketch.add(cells, arrow, line=True)

    sketch.several(sketch.number(*ARROW.number), draw)


def palindromes(sketch: Sketch) -> None:
    """From a random middle both ends grow by equal digits."""
    around, values = kings(sketch.board), sketch.values

    def palindrome(cells: Cells) -> Constraint | None:
        return sketch.kept(PALINDROME.make(cells))

    def draw() -> bool:
        size = sketch.size(*PALINDROME.sizes)
        middle = sketch.stream.number(sketch.board.size)
        if middle in sketch.taken:
            return False
        cells = [middle]
        if size % 2 == 0:  # two equal neighbours in the middle
            same = [c for c in around[middle] if values[c] == values[middle] and c not in sketch.taken]
            if not same:
                return False
            cells.append(same[sketch.stream.number(len(same))])
        while len(cells) < size:
            pairs = [
                (a, b)
                for a in sketch.onward(cells[::-1])
                for b in sketch.onward(cells)
                if a != b and values[a] == values[b]
            ]
            if not pairs:
                return False
            a, b = pairs[sketch.stream.number(len(pairs))]
            cells = [a, *cells, b]
        return sketch.add(cells, palindrome, directed=False, line=True)

    sketch.several(sketch.number(*PALINDROME.number), draw)


def whispers(sketch: Sketch) -> None:
    """Random walks along digits that are far apart."""
    apart = (sketch.board.side + 1) // 2

    def fits(digits: list[int]) -> bool:
        return abs(digits[-1] - digits[-2]) >= apart

    sketch.lines(WHISPER, fits)


def renbans(sketch: Sketch) -> None:
    """Random walks along digits that are close together."""
    longest = sketch.sizes(*RENBAN.sizes)[1]

    def fits(digits: list[int]) -> bool:
        return len(set(digits)) == len(digits) and max(digits) - min(digits) < longest

    sketch.lines(RENBAN, fits)


def _rises(digits: list[int]) -> bool:
    return digits[-1] > digits[-2]


thermometers = partial(Sketch.lines, line=THERMOMETER, fits=_rises)
between_lines = partial(Sketch.lines, line=BETWEEN)


def region_sum_lines(sketch: Sketch) -> None:
    """Random walks that leave a box where its digits on the line have the sum of the boxes before, and end there."""
    board, values = sketch.board, sketch.values
    box = board.box_of

    def line(cells: Cells) -> Constraint | None:
        return sketch.kept(REGION_SUM.make(cells))

    def draw() -> bool:
        path = [sketch.stream.number(board.size)]
        if path[0] in sketch.taken:
            return False
        here, total, ends = values[path[0]], 0, 0
        size = sketch.size(*REGION_SUM.sizes)
        while len(path) < size:
            last = path[-1]
            open_ = [
                cell
                for cell in sketch.onward(path)
                if (
                    (not total or here + values[cell] <= total)
                    if box(cell) == box(last)
                    else here == (total or here) and values[cell] <= (total or here)
                )
            ]
            if not open_:
                break
            path.append(open_[sketch.stream.number(len(open_))])
            if box(path[-1]) == box(last):
                here += values[path[-1]]
            else:
                total, here = total or here, values[path[-1]]
            if here == total:
                ends = len(path)
        return ends >= sketch.sizes(*REGION_SUM.sizes)[0] and sketch.add(path[:ends], line, directed=False, line=True)

    sketch.several(sketch.number(*REGION_SUM.number), draw)


def _lines(about: str, draw: Callable[[Sketch], None], line: Line, keeps: str = "", head_start: float = 1.0) -> Maker:
    return Maker(about, draw, keeps=keeps, head_start=head_start, line=line, symmetry="rot180")


MAKERS = {
    "killer": Maker(
        "cages of 2 to 5 cells that cover most of the board, no digit twice in one", cages, symmetry="rot180"
    ),
    "arrow": _lines("arrows with a circle of one cell and shafts of 2 to 4, no two in one cell", arrows, ARROW),
    "thermo": _lines("thermometers of 3 to 6 cells, no two in one cell", thermometers, THERMOMETER),
    "whisper": _lines("whispers of 3 to 7 cells, no two in one cell", whispers, WHISPER, "reflection"),
    "renban": _lines("renban lines of 3 to 6 cells, no two in one cell", renbans, RENBAN, "reflection"),
    "palindrome": _lines("palindromes of 3 to 7 cells, no two in one cell", palindromes, PALINDROME, "any"),
    "between": _lines("between lines of 4 to 7 cells, no two in one cell", between_lines, BETWEEN, "reflection"),
    "region-sum-line": _lines(
        "region sum lines of 3 to 9 cells, no two in one cell", region_sum_lines, REGION_SUM, head_start=0.7
    ),
}
