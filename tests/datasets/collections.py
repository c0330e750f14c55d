"""A small collection with faults planted in it, for the tests of this room."""

from __future__ import annotations

import random
from pathlib import Path

from cpsudoku import Puzzle, generate_many
from cpsudoku.board.alphabet import DEFAULT


def text(cells: bytes) -> str:
    return DEFAULT.write(cells, 9)


def scrambled(draw: random.Random, *boards: str) -> list[str]:
    """Boards moved and renamed, all alike."""

    def order() -> list[int]:
        return [3 * b + k for b in draw.sample(range(3), 3) for k in draw.sample(range(3), 3)]

    rows, columns, names = order(), order(), [0, *draw.sample(range(1, 10), 9)]
    found = []
    for board in boards:
        cells = Puzzle.parse(board).cells
        found.append(text(bytes(names[cells[9 * r + c]] for c in columns for r in rows)))
    return found


def puzzles(count: int) -> list[tuple[str, str]]:
    """(puzzle, solution) of minimal puzzles."""
    return [(r.puzzle.line(), r.solution.line()) for r in generate_many(count, seed=5)]


def collection(folder: Path) -> dict[str, int]:
    """Writes train.csv and test.csv; returns what is to be counted."""
    draw = random.Random(3)
    base = puzzles(60)
    train, test = [list(row) for row in base[:40]], [list(row) for row in base[40:]]
    for k in range(4):  # two digits exchanged
        grid = train[k][1]
        train[k][1] = grid[1] + grid[0] + grid[2:]
    several = [[f"{p[: p.index(c)]}.{p[p.index(c) + 1 :]}", ""] for p, _ in base[:3] for c in p if c != "."][::25][:2]
    none = [[p.replace(".", (q[p.index(".")] == "1" and "2") or "1", 1), ""] for p, q in base[3:5]]
    leaks = [scrambled(draw, *base[k]) for k in range(10, 15)]
    again = [list(base[k]) for k in range(20, 23)]
    moved = [scrambled(draw, *base[k]) for k in range(30, 32)]
    bad = [["garbage", "row"], [base[0][0][:-1], base[0][1]], ["", ""], [base[0][0][:-1] + "%", ""]]
    train += several + again + moved + bad[:2]
    test += none + leaks + bad[2:]
    for name, rows in (("train", train), ("test", test)):
        draw.shuffle(rows)
        lines = ["puzzle,solution", *(",".join(row) for row in rows)]
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n")
    return {
        "rows": len(train) + len(test),
        "unreadable": 4,
        "unique": 60 + 5 + 3 + 2,
        "multiple": 2,
        "impossible": 2,
        "unknown": 0,
        "wrong_solution": 4,
        "duplicates": 3,
        "isomorphs": 5 + 2,
        "leaks": 5,
        "minimal": 70,
        "solutions_stated": 70,
    }
