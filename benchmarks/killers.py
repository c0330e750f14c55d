"""Killer puzzles in batches: how many a second `verify_many` settles, rules shared by rows and rules of each row's own.

    python benchmarks/killers.py [--rows 10000] [--jobs 1] [--seed 1] [--engine sat]

The puzzles are made here: a random grid cut into cages of 2 to 4 cells with their sums, and some of its cells given.
`same rules`: one such puzzle, other cells given in each row. `shuffled`: 16 sets of cages (the grid turned, mirrored,
each digit d written 10 - d), rows in random order. `own rules`: cages of its own in each row (a tenth as many rows).
Times are CPU seconds of this process and its workers, the making of the puzzles not included; `compiled` counts the
rule sets that were compiled in this process.
"""

from __future__ import annotations

import sys
from collections import Counter
from functools import partial
from random import Random

from measuring import command_line, timed

from cpsudoku import Geometry, Puzzle, verify_many
from cpsudoku.batch import verdicts
from cpsudoku.constraints import Cage

BOARD = Geometry()
SIDE = 9
GIVEN = 6
"""Cells given in a row."""


def cages(grid: bytes, chance: Random) -> list[tuple[int, ...]]:
    """The cells in connected groups of 1 to 4 different digits."""
    left = set(range(SIDE * SIDE))
    found = []
    while left:
        group = [chance.choice(sorted(left))]
        left.discard(group[0])
        for _ in range(chance.choice((1, 2, 2, 3))):
            digits = {grid[cell] for cell in group}
            near = sorted({other for cell in group for other in beside(cell)} & left)
            near = [cell for cell in near if grid[cell] not in digits]
            if not near:
                break
            group.append(chance.choice(near))
            left.discard(group[-1])
        found.append(tuple(sorted(group)))
    return found


def beside(cell: int) -> list[int]:
    """The orthogonal neighbours."""
    row, column = divmod(cell, SIDE)
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * SIDE + c for r, c in around if 0 <= r < SIDE and 0 <= c < SIDE]


def solved(chance: Random) -> bytes:
    """A filled grid: the pattern grid with digits, rows, columns, bands and stacks shuffled."""

    def order() -> list[int]:
        return [3 * band + k for band in chance.sample(range(3), 3) for k in chance.sample(range(3), 3)]

    digits = chance.sample(range(1, 10), 9)
    rows, columns = order(), order()
    return bytes(digits[(3 * (r % 3) + r // 3 + c) % 9] for r in rows for c in columns)


def puzzle(grid: bytes, groups: list[tuple[int, ...]], chance: Random) -> Puzzle:
    """A row: the cages, parsed anew as a reader would, and some cells given."""
    cells = bytearray(81)
    for cell in chance.sample(range(81), GIVEN):
        cells[cell] = grid[cell]
    rules = tuple(Cage(group, sum(grid[cell] for cell in group)) for group in groups)
    return Puzzle(bytes(cells), BOARD, rules)


def images(grid: bytes, groups: list[tuple[int, ...]]) -> list[tuple[bytes, list[tuple[int, ...]]]]:
    """The grid and its cages turned and mirrored in eight ways, as they are and with 10 - d for each digit d."""
    found = []
    for k in range(8):
        to = []
        for cell in range(81):
            r, c = divmod(cell, 9)
            r, c = (8 - r if k & 1 else r), (8 - c if k & 2 else c)
            to.append(9 * c + r if k & 4 else 9 * r + c)
        image = bytearray(81)
        for cell, digit in enumerate(grid):
            image[to[cell]] = digit
        moved = [tuple(sorted(to[cell] for cell in group)) for group in groups]
        found += [(bytes(image), moved), (bytes(10 - digit for digit in image), moved)]
    return found


def main() -> int:
    options = command_line(__doc__, rows=10_000, jobs=1, seed=1, engine="sat").parse_args()
    chance = Random(options.seed)
    grid = solved(chance)
    groups = cages(grid, chance)
    sixteen = images(grid, groups)

    def own() -> Puzzle:
        other = solved(chance)
        return puzzle(other, cages(other, chance), chance)

    sets = {
        "same rules": [puzzle(grid, groups, chance) for _ in range(options.rows)],
        "shuffled": [puzzle(*chance.choice(sixteen), chance) for _ in range(options.rows)],
        "own rules": [own() for _ in range(options.rows // 10)],
    }
    print(f"{'rows':12} {'count':>6} {'CPU s':>8} {'ms a row':>9} {'compiled':>9}  verdicts")
    for name, puzzles in sets.items():
        verdicts._engines.cache_clear()
        took, found = timed(partial(list, verify_many(puzzles, engine=options.engine, jobs=options.jobs)))
        words = Counter(verdict.word for verdict in found)
        compiled = verdicts._engines.cache_info().misses
        text = ", ".join(f"{word} {count}" for word, count in sorted(words.items()))
        print(
            f"{name:12} {len(puzzles):6} {took:8.2f} {1000 * took / len(puzzles):9.2f} {compiled:9}  {text}", flush=True
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
