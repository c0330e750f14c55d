"""Speed on one core: verdicts, the 9x9 search, canonical forms, killer puzzles, bounds on the number of clues.

    python benchmarks/speed.py verify [FILE ...] [--plain 60] [--take 1000] [--loop PROGRAM]
    python benchmarks/speed.py bitmask [FILE ...]
    python benchmarks/speed.py bitmask --check 1000000 [--seed 1]
    python benchmarks/speed.py canonical [FILE ...] [--rows 20000] [--gridchecker PROGRAM]
    python benchmarks/speed.py blocks [FILE] [--rows 100000] [--only verify,solve,count,canonical,rate]
    python benchmarks/speed.py killers [--rows 10000] [--jobs 1] [--engine sat]
    python benchmarks/speed.py fewest [--grids 5] [--clues 14,15,16] [--proven 12,13,14]

All times are CPU times, medians of --rounds (3) in which the ways take turns. A FILE has 81 characters a line; without
one, shipped samples are used.

verify: `verify_many` (engine sat) against the plain way: a fresh Minisat22 per puzzle with the pairwise extended
encoding and the clues as units; solve, block the solution, solve again. Both decide uniqueness. By default singles and
merging come before SAT: the column `SAT` is the share of the puzzles that reached it. The column `alone/s` is SAT alone
on the full formula (`--simplify none`). `--loop` adds a program of yours, started for each file and round: it reads
puzzles of 81 characters, a line each, from standard input and prints how many are unique. A fair rival is a loop in
C++ around one MiniSat 2.2: the extended encoding loaded once, clues as assumptions, the blocking clause on a selector.

bitmask: the search kernel counts to two in batches: its vector code, its scalar code, and the kernel for any board,
which shares no code with the other two. `--check N` solves N random puzzles (unique, several solutions, none) all three
ways and stops with an error at the first difference.

canonical: the kernel, the search for any board, the public function, the command. Each puzzle is scrambled again and
again up to --rows; the two searches must agree. PROGRAM is dobrichev's gridchecker, built by you: `--similar
--subcanon`, its start subtracted. It writes each form once only, and its form is not always the least puzzle that can
be reached; the number of its least forms is reported.

blocks: how much of the kernels' speed reaches the user. "kernel" reads the file and calls the compiled loop block by
block, "arrays" and "objects" are `verify_many` and the like on the lines in memory, "command" and "--jsonl" write to a
file. Ratios are to "kernel". Without FILE, minimal puzzles are generated. Ratings and canonical forms are of the first
tenth of the rows. Engine `bitmask`; "default" (by --only) is `verify` by the default engine.

killers: puzzles a second that `verify_many` decides. `same rules`: one grid and its cages, other cells given in each
row. `shuffled`: 16 sets of cages (the grid turned, mirrored, each digit d written 10 - d), rows in random order. `own
rules`: cages of its own in each row (a tenth as many rows). `compiled` counts the rule sets compiled in this process.

fewest: for each number of --clues, the time to list the unavoidable sets of random grids and to refute all sets of so
many clues (median and most), branches, and solution counts. Then, for each bound "no puzzle of so many clues" of
--proven, the time to make a certificate and to check it, and its nodes. McGuire, Tugemann and Civario (2012) report
3.6 s a grid for 16 clues.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import tempfile
from collections import Counter, deque
from collections.abc import Callable
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from measuring import cells_of, in_turn, lines_of, options_of, program, ratio, sample_paths, scrambled, timed
from pysat.solvers import Minisat22

import cpsudoku
from cpsudoku import Puzzle, Solution, Unique, verify_many
from cpsudoku.batch import verdicts
from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.board.geometry import CLASSIC
from cpsudoku.board.symmetry import cell_maps
from cpsudoku.cli.main import run
from cpsudoku.constraints import Cage
from cpsudoku.engines.block import DecidedBy
from cpsudoku.evidence.certificate import certify_bound
from cpsudoku.evidence.checker import check_certificate
from cpsudoku.formats.front import open_chunks
from cpsudoku.formats.record import PlainRows
from cpsudoku.generation.makers.shapes import cages
from cpsudoku.generation.makers.sketch import Sketch, Wishes
from cpsudoku.kernels import search
from cpsudoku.kernels.classic import digging
from cpsudoku.kernels.classic.canonical import Canonizer
from cpsudoku.kernels.classic.fewclues import NONE, FewClues
from cpsudoku.kernels.classic.uniform import uniform
from cpsudoku.kernels.classic.verdicts import counted_to_two
from cpsudoku.kernels.general.backtrack import Backtracker
from cpsudoku.kernels.randomness import Stream, derive
from cpsudoku.questions.minimum import CERTIFIED_SIZE, SEED_SIZE, unavoidable_sets
from cpsudoku.rating.rater import CHUNK, Rater

BLOCK = 81 * 512
BATCH = 10_000
GIVEN = 6
"""Cells given in a killer puzzle."""


def extended_pairwise() -> list[list[int]]:
    """The 11,988 clauses, written out here so that the comparison shares nothing with the package."""
    groups = [[81 * r + 9 * c + d for d in range(1, 10)] for r in range(9) for c in range(9)]
    for house in CLASSIC.houses:
        groups += [[9 * cell + d for cell in house.cells] for d in range(1, 10)]
    pairs = [[-a, -b] for group in groups for i, a in enumerate(group) for b in group[i + 1 :]]
    return groups + pairs


def plain_way(clauses: list[list[int]], puzzles: list[str]) -> int:
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


def our_way(puzzles: list[str], **options: str) -> int:
    """The same by the package."""
    return sum(isinstance(verdict, Unique) for verdict in verify_many(puzzles, **options))


def by_program(path: str, puzzles: list[str]) -> int:
    """The same by a program."""
    return int(program([path], input="".join(f"{puzzle}\n" for puzzle in puzzles))[1])


def sat_share(puzzles: list[str]) -> float:
    """The share of the puzzles that SAT decides by default."""
    block = verdicts.answer_block(verdicts.Question(), CLASSIC, b"".join(map(cells_of, puzzles)))
    return block.by.count(DecidedBy.SAT) / len(puzzles)


def verify(options: argparse.Namespace) -> None:
    """A line a file."""
    plain = partial(plain_way, extended_pairwise())
    beside = f" {'loop/s':>8} {'ours / loop':>12}" if options.loop else ""
    print(f"{'file':28} {'plain/s':>8} {'ours/s':>9} {'ours / plain':>13} {'SAT':>5} {'alone/s':>8}{beside}")
    for file in sample_paths(options.files, "17-clue", "minimal", "hard", "hardest"):
        puzzles = lines_of(file, options.take)
        few, supply = puzzles[: max(len(puzzles) // 4, 1)], cycle(puzzles)
        counts: list[tuple[list[str], int]] = []

        def counted(way: Callable[[list[str]], int], part: list[str] | None, supply: Any = supply) -> None:
            part = part or list(islice(supply, options.plain))
            counts.append((part, way(part)))  # noqa: B023

        ways = {"plain": partial(counted, plain, None), "ours": partial(counted, our_way, puzzles)}
        ways["alone"] = partial(counted, partial(our_way, simplify="none"), few)
        if options.loop:
            ways["loop"] = partial(counted, partial(by_program, options.loop), puzzles)
        spent = in_turn(ways, options.rounds)
        if any(our_way(part) != number for part, number in counts):
            raise SystemExit(f"{file.name}: the ways disagree")
        sizes = {"plain": options.plain, "ours": len(puzzles), "alone": len(few), "loop": len(puzzles)}
        each = {way: [seconds / sizes[way] for seconds in found] for way, found in spent.items()}
        rate = {way: 1 / statistics.median(found) for way, found in each.items()}
        line = f"{file.name:28} {rate['plain']:8.0f} {rate['ours']:9.0f} {ratio(each, 'plain', 'ours'):13.1f}"
        line += f" {sat_share(puzzles):5.0%} {rate['alone']:8.0f}"
        print(line + (f" {rate['loop']:8.0f} {ratio(each, 'loop', 'ours'):12.2f}" if options.loop else ""))


def any_board(cells: bytes) -> list[int]:
    """Solutions of each puzzle, up to two, by the kernel for any board."""
    board, counts = Backtracker(9, [house.cells for house in CLASSIC.houses]), []
    for at in range(0, len(cells), 81):
        board.start(cells[at : at + 81])
        counts.append(board.count(2))
    return counts


SEARCHES: dict[str, Callable[[bytes], list[int]]] = {
    "vector": lambda cells: list(search.count_batch(cells, 2)),
    "scalar": lambda cells: list(search.solve_batch(cells, 2, 0, 0, True)[0]),
    "any board": any_board,
}


def bitmask(options: argparse.Namespace) -> None:
    """A line a file, or the outcome of the check."""
    print(f"vector code: {search.instructions()}")
    if options.check is not None:
        check(options.check, random.Random(options.seed))
        return
    print(f"{'puzzles/s':28}" + "".join(f"{name:>12}" for name in SEARCHES) + f"{'v / s':>11}")
    for file in sample_paths(options.files, "17-clue", "minimal", "hard", "hardest"):
        cells = b"".join(map(cells_of, lines_of(file)))
        if len({tuple(way(cells)) for way in SEARCHES.values()}) > 1:
            raise SystemExit(f"{file.name}: the searches disagree")
        ways = {name: partial(way, cells * (10 if name == "vector" else 1)) for name, way in SEARCHES.items()}
        spent = in_turn(ways, options.rounds)
        spent["vector"] = [seconds / 10 for seconds in spent["vector"]]
        rates = "".join(f"{len(cells) / 81 / statistics.median(found):12,.0f}" for found in spent.values())
        print(f"{file.name:28}{rates}{ratio(spent, 'scalar', 'vector'):10.1f}x")


def random_puzzles(count: int, rng: random.Random) -> bytes:
    """*count* puzzles cut from random grids; a fifth of them has a clue changed."""
    puzzles = bytearray()
    for i in range(count):
        if i % 20 == 0:
            grid = uniform(Stream(rng.getrandbits(63)))
        cells = bytearray(81)
        for cell in rng.sample(range(81), rng.randint(22, 46)):
            cells[cell] = grid[cell]
        if rng.random() < 0.2:
            cells[rng.randrange(81)] = rng.randint(1, 9)
        puzzles += cells
    return bytes(puzzles)


def check(count: int, rng: random.Random) -> None:
    """Compare the three searches on random puzzles; SystemExit at a difference."""
    counts: Counter[int] = Counter()
    while (done := counts.total()) < count:
        cells = random_puzzles(min(BATCH, count - done), rng)
        answers = {name: way(cells) for name, way in SEARCHES.items()}
        for i, found in enumerate(zip(*answers.values())):
            if len(set(found)) > 1:
                raise SystemExit(f"wrong: {dict(zip(answers, found))} for {list(cells[81 * i : 81 * i + 81])}")
        counts.update(answers["vector"])
    print(f"{count:,} puzzles: the three searches agree on all")
    print(f"none {counts[0]:,}  one {counts[1]:,}  several {counts[2]:,}")


def gridchecker(path: str, puzzles: str, out: str) -> None:
    """Its forms of a file, each once, in *out*."""
    Path(out).unlink(missing_ok=True)
    program([path, "--similar", "--subcanon", "--puzzles", puzzles, "--mspuzzles", out])


def canonical(options: argparse.Namespace) -> None:
    """A line a file: puzzles a second of each way."""
    print("puzzles a second of CPU, and as ratios to the kernel")
    for path in sample_paths(options.files, "17-clue", "minimal", "hard"):
        with tempfile.TemporaryDirectory() as folder:
            canonical_of(path, options, Path(folder))


def canonical_of(path: Path, options: argparse.Namespace, folder: Path) -> None:
    """The line of a file."""
    rng, supply = random.Random(1), cycle(list(map(cells_of, lines_of(path))))
    cells = b"".join(scrambled(puzzle, rng) for puzzle in islice(supply, options.rows or 20_000))
    text = DEFAULT.write(cells, 9)
    lines = [text[at : at + 81] for at in range(0, len(text), 81)]
    file, one, out = (str(folder / name) for name in ("puzzles.txt", "one.txt", "out.txt"))
    Path(file).write_text("\n".join(lines) + "\n")
    Path(one).write_text(lines[0] + "\n")
    forms = Canonizer().batch(cells)
    if forms != Canonizer(general=True).batch(cells):
        raise SystemExit(f"{path.stem}: the two searches disagree")
    ways: dict[str, Callable[[], object]] = {
        "kernel": lambda: Canonizer().batch(cells),
        "any board": lambda: Canonizer(general=True).batch(cells),
        "arrays": lambda: cpsudoku.canonical_many(lines).arrays(),
        "command": lambda: run(["canonical", file, "-o", out, "--quiet"]),
    }
    rival = partial(gridchecker, options.gridchecker)
    if options.gridchecker:
        ways |= {"gridchecker": partial(rival, file, out), "start": partial(rival, one, out)}
    spent = in_turn(ways, options.rounds)
    if options.gridchecker:
        spent["gridchecker"] = [both - start for both, start in zip(spent["gridchecker"], spent.pop("start"))]
    rates = {way: len(lines) / max(statistics.median(found), 1e-9) for way, found in spent.items()}
    report = "".join(f"{way} {rate:,.0f} ({rate / rates['kernel']:.2f}x)   " for way, rate in rates.items())
    if options.gridchecker:
        rival(file, out)
        ours = {DEFAULT.write(forms[0][at : at + 81], 9) for at in range(0, len(forms[0]), 81)}
        theirs = set(lines_of(out))
        report += f"{len(theirs & ours)} of its {len(theirs)} forms are the least"
    print(f"{path.stem}: {report}")


def write_minimal_puzzles(path: Path, rows: int) -> None:
    """Minimal puzzles, a line each."""
    groups = [(cell,) for cell in range(81)]
    with path.open("w") as file:
        for at in range(0, rows, 2000):
            streams = [derive(1, k) for k in range(at, min(rows, at + 2000))]
            found = digging.batch(streams, None, groups, 0, 81, 0, True, 0, 0)
            file.writelines(DEFAULT.write(puzzle, 9) + "\n" for puzzle, *_ in found)


def by_kernel(path: str, kernel: Callable[[bytes], object], block: int) -> None:
    """Read the file, and call a kernel for each block."""
    for chunk in open_chunks(path):
        assert isinstance(chunk, PlainRows)
        for at in range(0, len(chunk.cells), block):
            kernel(chunk.cells[at : at + block])


def routes(name: str, path: str, lines: list[str], out: str) -> dict[str, Callable[[], object]]:
    """The ways to ask a question of all rows."""
    by_bitmask = {"engine": "bitmask"}
    kernel: Callable[[bytes], object]
    kernel, many, words = {
        "verify": (counted_to_two, partial(verify_many, lines, **by_bitmask), ["verify", "--engine", "bitmask"]),
        "default": (counted_to_two, partial(verify_many, lines), ["verify"]),
        "solve": (
            partial(search.solve_batch, limit=1, keep=1),
            partial(cpsudoku.solve_many, lines, **by_bitmask),
            ["solve", "--engine", "bitmask"],
        ),
        "count": (
            partial(search.count_batch, limit=2),
            partial(cpsudoku.count_many, lines, limit=2),
            ["solve", "--count", "--limit", "2"],
        ),
        "canonical": (Canonizer(3, 3, 5_000_000).batch, partial(cpsudoku.canonical_many, lines), ["canonical"]),
        "rate": (Rater().rate_chunk, partial(cpsudoku.rate_many, lines), ["rate"]),
    }[name]
    command = [*words, path, "-o", out, "--quiet"]
    return {
        "kernel": lambda: by_kernel(path, kernel, 81 * CHUNK if name == "rate" else BLOCK),
        "arrays": lambda: many().arrays(),
        "objects": lambda: deque(many(), 0),
        "command": lambda: run(command),
        "--jsonl": lambda: run([*command, "--jsonl"]),
    }


def blocks(options: argparse.Namespace) -> None:
    """A line a question."""
    rows = options.rows or 100_000
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch, "puzzles.txt")
        if not options.files:
            write_minimal_puzzles(source, rows)
        every = lines_of(options.files[0] if options.files else source, rows)
        print(f"{len(every):,} rows; rows a second of CPU, and the times that reading and kernel alone take")
        print(f"{'':10}" + "".join(f"{way:>20}" for way in ("kernel", "arrays", "objects", "command", "--jsonl")))
        for name in options.only.split(","):
            lines = every if name not in ("rate", "canonical") else every[: max(1, len(every) // 10)]
            path = Path(scratch, f"{name}.txt")
            path.write_text("\n".join(lines) + "\n")
            found = in_turn(routes(name, str(path), lines, str(Path(scratch, "out"))), options.rounds)
            spent = {way: statistics.median(seconds) for way, seconds in found.items()}
            rates = (f"{len(lines) / spent[way]:12,.0f} {spent[way] / spent['kernel']:6.2f}x" for way in spent)
            print(f"{name:10}" + "".join(rates))


Cages = list[tuple[int, ...]]


def caged(stream: Stream) -> tuple[bytes, Cages]:
    """A random grid, and cages of up to 3 cells that cover it."""
    grid = uniform(stream)
    sketch = Sketch(CLASSIC, grid, stream, Wishes(sizes=(2, 3)))
    cages(sketch)
    groups = [rule.on(CLASSIC).scope for group in sketch.groups for rule in group]
    return grid, groups + [(cell,) for cell in range(81) if cell not in sketch.taken]


def killer(grid: bytes, groups: Cages, rng: random.Random) -> Puzzle:
    """A row: the cages, stated anew as a reader would, and some cells given."""
    cells = bytearray(81)
    for cell in rng.sample(range(81), GIVEN):
        cells[cell] = grid[cell]
    rules = tuple(Cage(group, sum(grid[cell] for cell in group)) for group in groups)
    return Puzzle(bytes(cells), CLASSIC, rules)


def images(grid: bytes, groups: Cages) -> list[tuple[bytes, Cages]]:
    """The grid and its cages turned and mirrored in eight ways, as they are and with 10 - d for each digit d."""
    found = []
    for to in cell_maps(CLASSIC, "full"):
        image = bytes(grid[to.index(cell)] for cell in range(81))
        moved = [tuple(sorted(to[cell] for cell in group)) for group in groups]
        found += [(image, moved), (bytes(10 - digit for digit in image), moved)]
    return found


def killers(options: argparse.Namespace) -> None:
    """A line a set of puzzles."""
    rows, rng, stream = options.rows or 10_000, random.Random(options.seed), Stream(options.seed)
    one = caged(stream)
    sixteen = images(*one)
    sets = {
        "same rules": [killer(*one, rng) for _ in range(rows)],
        "shuffled": [killer(*rng.choice(sixteen), rng) for _ in range(rows)],
        "own rules": [killer(*caged(stream), rng) for _ in range(rows // 10)],
    }
    print(f"{'rows':12} {'count':>6} {'CPU s':>8} {'ms a row':>9} {'compiled':>9}  verdicts")
    for name, puzzles in sets.items():
        verdicts._engines.cache_clear()
        took, found = timed(partial(list, verify_many(puzzles, engine=options.engine, jobs=options.jobs)))
        compiled = verdicts._engines.cache_info().misses
        words = sorted(Counter(verdict.word for verdict in found).items())
        line = f"{name:12} {len(puzzles):6} {took:8.2f} {1000 * took / len(puzzles):9.2f} {compiled:9}  "
        print(line + ", ".join(f"{word} {count}" for word, count in words), flush=True)


def refuted(solution: Solution, clues: int) -> tuple[int, ...]:
    """(branches, solution counts). Raises SystemExit where the grid has a puzzle of so many clues."""
    search_ = FewClues(solution.cells, unavoidable_sets(solution, SEED_SIZE[9]), clues)
    if search_.run(1 << 62) != NONE:
        raise SystemExit(f"{solution.line()} has a puzzle of {clues} clues")
    return tuple(search_.counters()[:2])


def fewest(options: argparse.Namespace) -> None:
    """A line a number of clues, and one for each bound."""
    grids = [Solution(uniform(Stream(options.seed + k))) for k in range(options.grids)]
    for clues in map(int, filter(None, options.clues.split(","))):
        seconds, counts = zip(*(timed(partial(refuted, grid, clues)) for grid in grids))
        branches, solved = map(statistics.median, zip(*counts))
        print(
            f"no puzzle of {clues} clues: {statistics.median(seconds):.2f} s (most {max(seconds):.2f} s), "
            f"{branches:,} branches, {solved:,} solution counts"
        )
    for clues in map(int, filter(None, options.proven.split(","))):
        found = []
        for grid in grids:
            sets = unavoidable_sets(grid, CERTIFIED_SIZE)
            making, certificate = timed(partial(certify_bound, grid, sets, clues + 1))
            if certificate is not None:
                checking, _ = timed(partial(check_certificate, json.loads(certificate.line())))
                found.append((making, checking, len(certificate.data["tree"])))
        if found:
            made, checked, nodes = zip(*found)
            print(
                f"certificate of at least {clues + 1}: {len(found)} of {len(grids)} grids, made in "
                f"{statistics.median(made):.2f} s (most {max(made):.2f} s), checked in "
                f"{statistics.median(checked):.3f} s, {statistics.median(nodes):,} nodes"
            )


TASKS: dict[str, Callable[[argparse.Namespace], None]] = {
    "verify": verify,
    "bitmask": bitmask,
    "canonical": canonical,
    "blocks": blocks,
    "killers": killers,
    "fewest": fewest,
}

if __name__ == "__main__":
    sizes = {"rounds": 3, "seed": 1, "plain": 60, "take": 1000, "jobs": 1, "grids": 5, "rows": int, "check": int}
    words = {"only": "verify,solve,count,canonical,rate", "engine": "sat", "clues": "14,15,16", "proven": "12,13,14"}
    given = options_of(__doc__, task=tuple(TASKS), files=[Path], loop=str, gridchecker=str, **sizes, **words)
    TASKS[given.task](given)
