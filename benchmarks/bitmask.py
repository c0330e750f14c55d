"""Speed of the 9x9 search kernel (uniqueness: count to two, in batches, one core), and a check of its verdicts.

Three searches in one run, parts alternated, CPU time: the vector code, the scalar code, and the
kernel for any board, which shares no code with the other two.

    python benchmarks/bitmask.py [FILE ...] [--rounds 5]
    python benchmarks/bitmask.py --check 1000000 [--seed 1]

Without files the shipped samples are used. `--check N` makes N random puzzles (unique, several
solutions, none), solves them all three ways and stops with an error at the first difference.
"""

from __future__ import annotations

import random
import statistics
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

from measuring import cells_of, command_line, in_turn, lines_of, sample_paths

from cpsudoku.board.geometry import CLASSIC
from cpsudoku.kernels import search
from cpsudoku.kernels.general.backtrack import Backtracker

BOARD = Backtracker(9, [house.cells for house in CLASSIC.houses])
BATCH = 10_000


def vector(cells: bytes) -> list[int]:
    """Solutions of each puzzle, up to two."""
    return list(search.count_batch(cells, 2))


def scalar(cells: bytes) -> list[int]:
    """The same without vectors."""
    return list(search.solve_batch(cells, 2, 0, 0, True)[0])


def any_board(cells: bytes) -> list[int]:
    """The same by the kernel for any board, puzzle by puzzle."""
    counts = []
    for at in range(0, len(cells), 81):
        BOARD.start(cells[at : at + 81])
        counts.append(BOARD.count(2))
    return counts


WAYS: dict[str, Callable[[bytes], list[int]]] = {"vector": vector, "scalar": scalar, "any board": any_board}


def measure(file: Path, rounds: int) -> None:
    """One line: puzzles a second of each way (best round), and the median ratio of the first two."""
    lines = lines_of(file)
    cells = b"".join(map(cells_of, lines))
    if len({tuple(way(cells)) for way in WAYS.values()}) > 1:
        raise SystemExit(f"{file.name}: the searches disagree")
    ways = {name: partial(way, cells * (10 if name == "vector" else 1)) for name, way in WAYS.items()}
    spent = in_turn(ways, rounds)
    spent["vector"] = [seconds / 10 for seconds in spent["vector"]]
    rates = {name: [len(lines) / seconds for seconds in found] for name, found in spent.items()}
    ratio = statistics.median(a / b for a, b in zip(rates["vector"], rates["scalar"]))
    print(f"{file.name:28}" + "".join(f"{max(rate):12,.0f}" for rate in rates.values()) + f"{ratio:10.1f}x")


def random_puzzles(count: int, random_: random.Random) -> bytes:
    """*count* puzzles cut from random grids; a fifth of them has a clue changed."""
    starts = bytearray()
    for _ in range(count // 20 + 1):
        cells = bytearray(81)
        for box in range(3):  # the diagonal boxes at random, the rest by the search
            for at, digit in enumerate(random_.sample(range(1, 10), 9)):
                cells[30 * box + at // 3 * 9 + at % 3] = digit
        starts += cells
    grids = search.solve_batch(bytes(starts), 1, 1)[1]
    puzzles = bytearray()
    for i in range(count):
        grid = grids[81 * (i // 20) : 81 * (i // 20) + 81]
        cells = bytearray(81)
        for cell in random_.sample(range(81), random_.randint(22, 46)):
            cells[cell] = grid[cell]
        if random_.random() < 0.2:
            cells[random_.randrange(81)] = random_.randint(1, 9)
        puzzles += cells
    return bytes(puzzles)


def check(count: int, seed: int) -> None:
    """Compare the three on random puzzles; SystemExit at a difference."""
    random_ = random.Random(seed)
    verdicts: Counter[int] = Counter()
    while (done := verdicts.total()) < count:
        cells = random_puzzles(min(BATCH, count - done), random_)
        answers = {name: way(cells) for name, way in WAYS.items()}
        for i, found in enumerate(zip(*answers.values())):
            if len(set(found)) > 1:
                raise SystemExit(f"wrong: {dict(zip(answers, found))} for {list(cells[81 * i : 81 * i + 81])}")
        verdicts.update(answers["vector"])
    print(f"{count:,} puzzles, seed {seed}: the three searches agree on all")
    print(f"none {verdicts[0]:,}  one {verdicts[1]:,}  several {verdicts[2]:,}")


def main() -> None:
    """Print a line a file, or the outcome of the check."""
    parser = command_line(__doc__, rounds=5, seed=1)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--check", type=int, metavar="N", help="compare verdicts on N random puzzles instead")
    options = parser.parse_args()
    print(f"vector code: {search.instructions()}")
    if options.check is not None:
        check(options.check, options.seed)
        return
    print(f"{'puzzles/s':28}" + "".join(f"{name:>12}" for name in WAYS) + f"{'v / s':>11}")
    for file in sample_paths(options.files, "17-clue", "minimal", "hard", "hardest"):
        measure(file, options.rounds)


if __name__ == "__main__":
    main()
