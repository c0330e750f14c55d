"""Random small puzzles under random rules of every kind in the registry, for `cross_check.py --pair variants`.

A rule is made from the forms of its kind's parts, so that a new kind needs nothing here. Most rules hold for a hidden
grid, which also gives the clues: most puzzles then have a solution, and some have none. Where no rule of a kind came up
that holds, another is taken, and fewer clues.
"""

from __future__ import annotations

import dataclasses
import random
from functools import lru_cache
from typing import Any

from cpsudoku import Geometry, Puzzle
from cpsudoku.constraints import KINDS, from_dict
from cpsudoku.constraints.base import Constraint, form_of
from cpsudoku.constraints.forms import Cells, Flag, Groups, Names, Number, Numbers, Pairs, Text, Word
from cpsudoku.constraints.registry import kind as class_of
from cpsudoku.errors import CpSudokuError

SUMS = ("arrow", "cage", "equal_sum", "little_killer", "sum", "x_sum")
"""What doublers take inside; other composites get them more often than other kinds, too."""
TRIES = 40
"""Rules of a kind that are made until one holds for the hidden grid."""
UNKEPT = 0.04
"""Share of rules that need not hold for it."""
STEPS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
BOARDS = (
    *[Geometry(2, 2)] * 4,
    *[Geometry(2, 3)] * 3,
    Geometry(3, 2),
    Geometry.jigsaw("AABBACBBACCDCDDD"),
    Geometry.shaped(4, 4, 0, 3, [(0, 1, 4, 5), (2, 3, 6, 7), (8, 9, 12, 13), (10, 11, 14, 15)]),
    Geometry.shaped(4, 4, 1, 5),
    Geometry.shaped(3, 5, 0, 5),
    Geometry.shaped(3, 3, 1, 9),
    Geometry.shaped(2, 6, 1, 6, [(0, 1, 2, 6, 7, 8), (3, 4, 5, 9, 10, 11)]),
)


def puzzle(rng: random.Random) -> Puzzle:
    """A puzzle with one to four rules and some clues."""
    while True:
        try:
            return _puzzle(rng)
        except CpSudokuError:  # rules that do not go together
            continue


def _puzzle(rng: random.Random) -> Puzzle:
    board = rng.choice(BOARDS)
    grid = filled(board, rng)
    values = [digit + board.lo - 1 for digit in grid]
    rules: list[Constraint] = []
    for word in rng.choices([*KINDS], k=rng.choice((1, 1, 2, 2, 3, 4))):
        found = rule(word, board, values, rng)
        if found is not None:
            rules.append(found)
    share = rng.uniform(0.1, 0.45) if board.size <= 16 else rng.uniform(0.3, 0.6)
    if not all(one.on(board).holds(values) for one in rules):
        share /= 3 if board.size <= 16 else 1.6
    cells = bytes(digit if rng.random() < share else 0 for digit in grid)
    return Puzzle(cells, board, tuple(rules))


def filled(board: Geometry, rng: random.Random) -> bytes:
    """A random full grid: a cell with fewest digits left at a time, back where there are none."""
    grid = bytearray(board.size)

    def fill() -> bool:
        best: list[int] | None = None
        at = -1
        for cell in range(board.size):
            if not grid[cell]:
                taken = {grid[peer] for peer in board.peers[cell]}
                left = [digit for digit in range(1, board.side + 1) if digit not in taken]
                if best is None or len(left) < len(best):
                    best, at = left, cell
        if best is None:
            return True
        for digit in rng.sample(best, len(best)):
            grid[at] = digit
            if fill():
                return True
        grid[at] = 0
        return False

    assert fill()
    return bytes(grid)


def rule(word: str, board: Geometry, values: list[int], rng: random.Random, depth: int = 0) -> Constraint | None:
    """A rule of a kind that the board takes; nearly always one that *values* keep. None where it takes none."""
    kept, last = rng.random() >= UNKEPT, None
    for _ in range(TRIES if depth == 0 else 4):
        record = {"type": word}
        for field in dataclasses.fields(class_of(word)):
            given = part(form_of(field), field.name, board, values, rng, depth)
            if given is not None:
                record[field.name] = given
        try:
            found = from_dict(record).on(board)
            found.statement()
        except CpSudokuError:
            continue
        if found.holds(values) or not kept or depth:
            return found
        last = found
    return last


def part(form: Any, name: str, board: Geometry, values: list[int], rng: random.Random, depth: int) -> Any:
    """Something of a form; None leaves it out."""
    match form:
        case Cells():
            return cells(board, rng, form.least, form.most)
        case Groups():
            if form.optional and rng.random() < 0.5:
                return None
            size = form.one.least if form.one.most else rng.randint(1, 3)
            return [cells(board, rng, size, size) for _ in range(rng.randint(max(1, form.least), 3))]
        case Number():
            if form.optional and rng.random() < 0.2:
                return None
            small = rng.random() < 0.4
            return rng.randint(0, board.hi if small else 3 * board.hi)
        case Word():
            return rng.choice(form.words)
        case Names():
            return rng.sample(form.words, rng.randint(1, len(form.words)))
        case Flag():
            return rng.random() < 0.5
        case Numbers():
            if form.optional and rng.random() < 0.5:
                return None
            low = -2 if form.one.least is None else board.lo
            return [rng.randint(low, board.hi) for _ in range(rng.randint(1, 4))]
        case Pairs():
            digits = range(board.lo, board.hi + 1)
            share = rng.uniform(0.3, 0.9)
            if rng.random() < 0.3:  # look-and-say: how many, of what
                return [[rng.randint(0, 2), rng.choice(digits)] for _ in range(rng.randint(1, 2))]
            return [[a, b] for a in digits for b in digits if rng.random() < share]
        case Text():
            return pattern(board, rng)
    if depth:  # rules within rules: one level
        return []
    inner = [found for _ in range(rng.randint(1, 2)) if (found := _inner(board, values, rng)) is not None]
    return [[found] for found in inner] if name == "options" else inner


def _inner(board: Geometry, values: list[int], rng: random.Random) -> dict[str, Any] | None:
    found = rule(rng.choice(_simple() if rng.random() < 0.5 else SUMS), board, values, rng, 1)
    return None if found is None else found.to_dict()


@lru_cache(maxsize=1)
def _simple() -> list[str]:
    """Kinds without rules inside."""
    return [
        word for word in KINDS if not any(form_of(field).braces for field in dataclasses.fields(class_of(word)))
    ]  # fmt: skip


def cells(board: Geometry, rng: random.Random, least: int, most: int | None) -> list[str]:
    """Cells of the board: a walk, a line from the rim either way, a 2x2 square, or any."""
    size = rng.randint(least, min(board.size, max(least, most or rng.choice((3, 4, 5, board.columns)))))
    shape = rng.random()
    if shape < 0.55:
        found = _walk(board, rng, size)
    elif shape < 0.8 and (most is None or most >= board.columns):
        found = _line(board, rng)
    elif shape < 0.9 and size == 4:
        r, c = rng.randrange(board.rows - 1), rng.randrange(board.columns - 1)
        found = [(r + i) * board.columns + c + j for i in (0, 1) for j in (0, 1)]
    else:
        found = rng.sample(range(board.size), size)
    return [board.name_of(cell) for cell in found]


def _walk(board: Geometry, rng: random.Random, size: int) -> list[int]:
    at = rng.randrange(board.size)
    found = [at]
    while len(found) < size:
        r, c = divmod(at, board.columns)
        near = [
            (r + i) * board.columns + c + j
            for i, j in STEPS
            if 0 <= r + i < board.rows and 0 <= c + j < board.columns and (not i or not j or rng.random() < 0.4)
        ]
        left = [cell for cell in near if cell not in found]
        if not left:
            left = [cell for cell in range(board.size) if cell not in found]
        at = rng.choice(left)
        found.append(at)
    return found


def _line(board: Geometry, rng: random.Random) -> list[int]:
    rows, columns = board.rows, board.columns
    way = rng.randrange(3)
    if way == 0:
        row = rng.randrange(rows)
        found = [row * columns + c for c in range(columns)]
    elif way == 1:
        column = rng.randrange(columns)
        found = [r * columns + column for r in range(rows)]
    else:
        first, falls = rng.randrange(columns), rng.choice((1, -1))
        found = [k * columns + first + falls * k for k in range(rows) if 0 <= first + falls * k < columns]
    return found if rng.random() < 0.5 else found[::-1]


def pattern(board: Geometry, rng: random.Random) -> str:
    """A regular expression over the digits."""
    digits = [str(digit) for digit in range(board.lo, min(board.hi, 9) + 1)]
    words = []
    for _ in range(rng.randint(1, 3)):
        some = "".join(rng.sample(digits, rng.randint(1, len(digits))))
        words.append(rng.choice((".", ".*", f"[{some}]", f"[{some}]*", f"[^{some[0]}]", f"({some[0]}|[{some}]*)")))
    return "".join(words) + rng.choice(("", ".*"))
