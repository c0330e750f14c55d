"""Speed of verify_many (engine sat, one core) against the plain way, in one run.

The plain way: a fresh Minisat22 per puzzle with the pairwise extended encoding and the clues as units;
solve, block the solution, solve again. Both decide uniqueness; CPU time, parts alternated, medians of the rounds.

By default singles and merging come before SAT: the column `SAT` is the share of the puzzles that reached it. The column
`alone/s` is SAT alone on the full formula (`--simplify none`), for every puzzle.

    python benchmarks/verify.py [FILE ...] [--plain 60] [--rounds 3] [--take 1000] [--loop PROGRAM]

Without files the shipped samples are used. `--loop` adds a program of yours, started for each file and round: it reads
puzzles of 81 characters, a line each, from standard input and prints how many are unique. A fair rival is a loop in
C++ around one MiniSat 2.2: the extended encoding loaded once, clues as assumptions, the blocking clause on a selector.
"""

from __future__ import annotations

import statistics
from functools import partial
from pathlib import Path

from measuring import command_line, lines_of, program, sample_paths, timed
from pysat.solvers import Minisat22

from cpsudoku import Puzzle, Unique, verify_many
from cpsudoku.batch.verdicts import Question, answer_block
from cpsudoku.board.geometry import CLASSIC
from cpsudoku.engines.block import DecidedBy


def extended_pairwise() -> list[list[int]]:
    """The 11,988 clauses, written out here so that the comparison shares nothing with the package."""
    groups = [[81 * r + 9 * c + d for d in range(1, 10)] for r in range(9) for c in range(9)]
    for house in CLASSIC.houses:
        groups += [[9 * cell + d for cell in house.cells] for d in range(1, 10)]
    pairs = [[-a, -b] for group in groups for i, a in enumerate(group) for b in group[i + 1 :]]
    return groups + pairs


def plain_way(puzzles: list[str], clauses: list[list[int]]) -> int:
    """How many of the puzzles are unique."""
    unique = 0
    for puzzle in puzzles:
        with Minisat22(bootstrap_with=clauses) as solver:
            for cell, symbol in enumerate(puzzle):
                if symbol in "123456789":
                    solver.add_clause([9 * cell + int(symbol)])
            if solver.solve():
                solver.add_clause([-v for v in solver.get_model() if v > 0])
                unique += not solver.solve()
    return unique


def ours(puzzles: list[str]) -> int:
    """The same by the package."""
    return sum(isinstance(verdict, Unique) for verdict in verify_many(puzzles))


def alone(puzzles: list[str]) -> int:
    """The same by SAT alone."""
    return sum(isinstance(verdict, Unique) for verdict in verify_many(puzzles, simplify="none"))


def share(puzzles: list[str]) -> float:
    """How many of the puzzles, of 1, SAT decides by default."""
    cells = b"".join(Puzzle.parse(puzzle).cells for puzzle in puzzles)
    return answer_block(Question(), CLASSIC, cells).by.count(DecidedBy.SAT) / len(puzzles)


def main() -> None:
    """Print a line a file."""
    parser = command_line(__doc__, rounds=3)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--plain", type=int, default=60, help="puzzles a round for the plain way")
    parser.add_argument("--take", type=int, default=1000, help="puzzles of each file")
    parser.add_argument("--loop", help="a program to compare with, see above")
    options = parser.parse_args()
    clauses = extended_pairwise()
    beside = f" {'loop/s':>8} {'ours / loop':>12}" if options.loop else ""
    print(
        f"{'file':28} {'plain/s':>8} {'ours/s':>9} {'ours / plain':>13} {'SAT':>5} {'alone/s':>8}{beside}"
        f"   (medians of {options.rounds} rounds)"
    )
    for file in sample_paths(options.files, "17-clue", "minimal", "hard", "hardest"):
        puzzles = lines_of(file, options.take)
        found: dict[str, list[float]] = {"plain": [], "ours": [], "alone": [], "loop": []}
        for round_ in range(options.rounds):
            part = [puzzles[(round_ * options.plain + k) % len(puzzles)] for k in range(options.plain)]
            plain_seconds, plain_unique = timed(partial(plain_way, part, clauses))
            our_seconds, our_unique = timed(partial(ours, puzzles))
            few = puzzles[: max(len(puzzles) // 4, 1)]
            alone_seconds, alone_unique = timed(partial(alone, few))
            if plain_unique != ours(part) or alone_unique != ours(few):
                raise SystemExit(f"{file.name}: the ways disagree")
            found["plain"].append(len(part) / plain_seconds)
            found["ours"].append(len(puzzles) / our_seconds)
            found["alone"].append(len(few) / alone_seconds)
            if options.loop:
                loop_seconds, answer = program([options.loop], input="".join(f"{puzzle}\n" for puzzle in puzzles))
                loop_unique = int(answer)
                if loop_unique != our_unique:
                    raise SystemExit(f"{file.name}: {options.loop} says {loop_unique}, we {our_unique}")
                found["loop"].append(len(puzzles) / loop_seconds)
        plain, our = statistics.median(found["plain"]), statistics.median(found["ours"])
        line = f"{file.name:28} {plain:8.0f} {our:9.0f} {ratio(found, 'plain'):13.1f} {share(puzzles):5.0%}"
        line += f" {statistics.median(found['alone']):8.0f}"
        if options.loop:
            line += f" {statistics.median(found['loop']):8.0f} {ratio(found, 'loop'):12.2f}"
        print(line)


def ratio(found: dict[str, list[float]], other: str) -> float:
    """The median over the rounds of our rate / another's."""
    return statistics.median(our / their for our, their in zip(found["ours"], found[other]))


if __name__ == "__main__":
    main()
