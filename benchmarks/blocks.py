"""What of the kernels' speed reaches the user: reading and kernel alone, the `_many` functions, the commands; one run.

    python benchmarks/blocks.py [FILE] [--rows 100000] [--rounds 3] [--only verify,solve,count,canonical,rate]

FILE has 81 characters a line; without one, minimal puzzles are made. For each question, CPU seconds of one core,
medians of rounds in which the ways take turns: "kernel" reads the file and calls the compiled loop block by block,
"arrays" and "objects" are `verify_many` and its like on the lines in memory, "command" and "--jsonl" write to a file.
Ratios are to "kernel". Ratings and canonical forms are of the first tenth of the rows. Engine `bitmask`; "default" is
`verify` by the default engine.
"""

from __future__ import annotations

import statistics
import tempfile
from collections import deque
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from measuring import command_line, in_turn

import cpsudoku
from cpsudoku.cli.main import run
from cpsudoku.formats.front import open_chunks
from cpsudoku.formats.record import PlainRows
from cpsudoku.kernels.classic import digging
from cpsudoku.kernels.classic.canonical import Canonizer
from cpsudoku.kernels.classic.verdicts import counted_to_two
from cpsudoku.kernels.randomness import derive
from cpsudoku.kernels.search import count_batch, solve_batch
from cpsudoku.rating.rater import CHUNK, Rater

BLOCK = 81 * 512


def write_minimal_puzzles(path: Path, rows: int) -> None:
    """Minimal puzzles, a line each."""
    groups = [(cell,) for cell in range(81)]
    shown = bytes.maketrans(bytes(range(10)), b".123456789")
    with path.open("wb") as file:
        for at in range(0, rows, 2000):
            streams = [derive(1, k) for k in range(at, min(rows, at + 2000))]
            for puzzle, *_ in digging.batch(streams, None, groups, 0, 81, 0, True, 0, 0):
                file.write(puzzle.translate(shown) + b"\n")


def by_kernel(path: str, kernel: Callable[[bytes], object], block: int) -> None:
    """Read the file, and call a kernel for each block."""
    for chunk in open_chunks(path):
        assert isinstance(chunk, PlainRows)
        for at in range(0, len(chunk.cells), block):
            kernel(chunk.cells[at : at + block])


def ways(name: str, path: str, lines: list[str], out: str) -> dict[str, Callable[[], object]]:
    """The ways to ask a question of all rows."""
    kernels: dict[str, tuple[Callable[[bytes], object], int]] = {
        "verify": (counted_to_two, BLOCK),
        "default": (counted_to_two, BLOCK),
        "solve": (partial(solve_batch, limit=1, keep=1), BLOCK),
        "count": (partial(count_batch, limit=2), BLOCK),
        "canonical": (lambda cells: Canonizer(3, 3, 5_000_000).batch(cells), BLOCK),
        "rate": (Rater().rate_chunk, 81 * CHUNK),
    }
    many: dict[str, Callable[[], Any]] = {
        "verify": partial(cpsudoku.verify_many, lines, engine="bitmask"),
        "default": partial(cpsudoku.verify_many, lines),
        "solve": partial(cpsudoku.solve_many, lines, engine="bitmask"),
        "count": partial(cpsudoku.count_many, lines, limit=2),
        "canonical": partial(cpsudoku.canonical_many, lines),
        "rate": partial(cpsudoku.rate_many, lines),
    }
    words = {
        "verify": ["verify", "--engine", "bitmask"],
        "default": ["verify"],
        "solve": ["solve", "--engine", "bitmask"],
        "count": ["solve", "--count", "--limit", "2"],
        "canonical": ["canonical"],
        "rate": ["rate"],
    }[name]
    command = [*words, path, "-o", out, "--quiet"]
    return {
        "kernel": partial(by_kernel, path, *kernels[name]),
        "arrays": lambda: many[name]().arrays(),
        "objects": lambda: deque(many[name](), 0),
        "command": lambda: run(command),
        "--jsonl": lambda: run([*command, "--jsonl"]),
    }


def main() -> None:
    """Print a line a question."""
    parser = command_line(__doc__, rows=100_000, rounds=3, only="verify,solve,count,canonical,rate")
    parser.add_argument("file", nargs="?", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        source = options.file or Path(scratch, "puzzles.txt")
        if options.file is None:
            write_minimal_puzzles(source, options.rows)
        with source.open() as file:
            every = [line[:81] for line in islice(file, options.rows)]
        print(f"{len(every):,} rows; rows a second of CPU, and the times that reading and kernel alone take")
        print(f"{'':10}" + "".join(f"{way:>20}" for way in ("kernel", "arrays", "objects", "command", "--jsonl")))
        for name in options.only.split(","):
            lines = every if name not in ("rate", "canonical") else every[: max(1, len(every) // 10)]
            path = Path(scratch, f"{name}.txt")
            path.write_text("\n".join(lines) + "\n")
            each = ways(name, str(path), lines, str(Path(scratch, "out")))
            spent = {way: statistics.median(found) for way, found in in_turn(each, options.rounds).items()}
            columns = [f"{len(lines) / spent[way]:12,.0f} {spent[way] / spent['kernel']:6.2f}x" for way in each]
            print(f"{name:10}" + "".join(columns))


if __name__ == "__main__":
    main()
