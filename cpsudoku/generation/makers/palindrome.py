"""Palindromes: the line reads the same both ways."""

from __future__ import annotations

from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.lines import Palindrome
from cpsudoku.generation.makers.sketch import Cells, Sketch, kings

ABOUT = "palindromes of 3 to 7 cells, no two in one cell"
SIZES = (3, 7)
NUMBER = (10, 14)


def place(sketch: Sketch) -> None:
    """From a random middle both ends grow by equal digits."""
    around, values = kings(sketch.board), sketch.values

    def palindrome(cells: Cells) -> Constraint | None:
        return sketch.kept(Palindrome(cells))

    def draw() -> bool:
        size = sketch.size(*SIZES)
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
                for a in around[cells[0]]
                for b in around[cells[-1]]
                if a != b and values[a] == values[b] and not {a, b} & sketch.taken and a not in cells and b not in cells
            ]
            if not pairs:
                return False
            a, b = pairs[sketch.stream.number(len(pairs))]
            cells = [a, *cells, b]
        return sketch.add(cells, palindrome, directed=False, apart=True)

    sketch.several(sketch.number(*NUMBER), draw)
