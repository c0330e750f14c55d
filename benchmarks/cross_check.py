"""Two engines, the same puzzles: mixed ones (unique, several solutions, none), made by changing known puzzles.

    python benchmarks/cross_check.py                           every pair, its full number of puzzles
    python benchmarks/cross_check.py --share 0.01 --jobs 2     one percent of it (about a minute on two cores)
    python benchmarks/cross_check.py --pair sat=200000         this pair only, so many puzzles
    python benchmarks/cross_check.py --seed 7                  other puzzles

Each puzzle is searched for two solutions by `bitmask` and by the other engine. A difference is another number of
solutions (0, 1, 2 or more), another grid where it is the only one, a witness that breaks the rules or loses a
clue, or two equal witnesses; witnesses are checked here, by the houses alone. Prints the counts and the first
differences; exit code 1 where there is one. What is found depends on the seed and the counts, not on --jobs.

The pair `variants` is another thing: random small puzzles under random rules of every kind (`random_rules.py`), whose
solutions by `recursive`, which asks the rules' definitions alone, are compared with those of every other engine that
serves rules: the same set, up to MANY; and where there are fewer, true candidates with their digits, by one thread and
by two. "open" counts those that recursive gave up on; how many each engine gave up on is told.

The pair `boards` is bitmask against sat on other boards: 4x4 to 16x16, jigsaw, diagonals, windoku, disjoint
groups, asterisk, centre dot. There bitmask has a budget of branches; "open" counts where it did not suffice.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import random_rules
from measuring import options_of, shuffled

from cpsudoku import samples
from cpsudoku.batch.parallel import in_order
from cpsudoku.batch.verdicts import answer_block
from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines import parallel_search
from cpsudoku.engines.block import Answers, Status
from cpsudoku.engines.engine import Engine
from cpsudoku.engines.registry import ENGINES, class_of, engine_for
from cpsudoku.generation.filling import fill
from cpsudoku.kernels import search
from cpsudoku.kernels.randomness import Stream
from cpsudoku.questions.candidates import candidates
from cpsudoku.questions.verdict import Question

PAIRS = {
    "sat": ("sat", "all", 10_000_000),
    "cp-sat": ("cp-sat", "all", 500_000),
    "dlx": ("dlx", "added", 100_000),
    "logic": ("logic", "easy", 10_000),
    "recursive": ("recursive", "easy", 10_000),
    "boards": ("sat", "boards", 100_000),
    "variants": ("others", "variants", 10_000),
}
"""Name -> engine to compare with `bitmask` (of variants: `recursive`), puzzles, how many of them."""
ADDED = {"all": (0, 0), "added": (1, 8), "easy": (9, 16)}
"""Clues of the solution added before a change: the slow engines get easier puzzles."""
BLOCK = 500
BRANCHES = 100_000
"""What bitmask may spend on a puzzle of another board."""
JIGSAWS = (
    "AABCCAABCDEABCDEBBCDEEEDD",
    "AAAAAABCABBBBBCDDDDEBCCCDDEFGGCCDEFGGEEEEFGGGFFFF",
    "AAAAAAAABCCCCCCCBCBBDDDEBBBDDDEEBFFFDGGEFFHHDGEEFFHHHGGEFHHHGGGE",
    "AAABBBBCCAAABBBBCCAAADDBCCCEEDDDDDCCEEEEDDFFFGGEEEFFFFGGGGHHFFIGGHHHHHIIGHHIIIIII",
)
"""Region maps of sides 5, 7, 8 and 9."""
MANY = 10
"""Solutions that are compared one by one; a variant puzzle with more has so many of each engine."""
NODES = 50_000
SECONDS = 20.0
"""What `recursive`, and the others, may spend on a variant puzzle."""
KINDS = ("unique", "several", "none", "open")


@lru_cache(maxsize=1)
def boards() -> tuple[Geometry, ...]:
    """The boards of the pair `boards`."""
    plain = [Geometry(*shape) for shape in ((2, 2), (2, 3), (3, 2), (2, 4), (2, 5), (3, 4), (2, 7), (3, 5), (4, 4))]
    extra = [Geometry(extras=(name,)) for name in ("diagonals", "windoku", "disjoint", "asterisk", "centre-dot")]
    both = [
        Geometry(extras=("diagonals", "windoku")),
        Geometry(2, 3, extras=("diagonals",)),
        Geometry(4, 4, extras=("diagonals",)),
    ]
    return (*plain, *extra, *both, *map(Geometry.jigsaw, JIGSAWS))


@lru_cache(maxsize=1)
def known() -> tuple[tuple[bytes, bytes], ...]:
    """(clues, solution) of the shipped samples that have one solution."""
    found = []
    for name in samples.names():
        for line in samples.path_of(name).read_text(encoding="utf-8").split("\n"):
            if len(line) >= 81 and not line.startswith("#"):
                clues = bytes(int(c) if c in "123456789" else 0 for c in line[:81])
                grids, number, _, _ = search.search(clues)
                if number == 1:
                    found.append((clues, grids[0]))
    return tuple(found)


@lru_cache(maxsize=64)
def filled(number: int, which: int) -> bytes:
    """A full grid of board *number*; there are eight of each."""
    return fill("sat", boards()[number], Stream(1000 * number + which + 1))


def change(clues: bytearray, geometry: Geometry, rng: random.Random) -> None:
    """One of several changes: none, clues dropped, another digit with or without a clash, one more clue, a swap."""
    given = [cell for cell, digit in enumerate(clues) if digit]
    kind = rng.choices(range(7), (20, 15, 10, 20, 15, 5, 15))[0]
    if kind in (1, 2):
        for cell in rng.sample(given, 1 if kind == 1 else rng.randint(2, 4)):
            clues[cell] = 0
    elif kind in (3, 4):
        cell = (
            rng.choice(given) if kind == 3 else rng.choice([c for c, digit in enumerate(clues) if not digit] or given)
        )
        free = set(range(1, geometry.side + 1)) - {clues[peer] for peer in geometry.peers[cell]} - {clues[cell]}
        if free:
            clues[cell] = rng.choice(sorted(free))
    elif kind == 5:
        clues[rng.choice(given)] = rng.randint(1, geometry.side)
    elif kind == 6:
        a, b = rng.sample(given, 2)
        clues[a], clues[b] = clues[b], clues[a]


def classic_puzzles(rng: random.Random, number: int, added: tuple[int, int]) -> bytes:
    """*number* changed samples, under symmetries and new names of the digits."""
    puzzles = []
    for _ in range(number):
        clues, solution = rng.choice(known())
        names = bytes([0, *rng.sample(range(1, 10), 9), *range(10, 256)])
        cells = shuffled(rng)
        puzzle = bytearray([clues[cell] for cell in cells]).translate(names)
        more = rng.randint(*added)
        if more:
            for at in rng.sample([at for at, digit in enumerate(puzzle) if not digit], more):
                puzzle[at] = names[solution[cells[at]]]
        change(puzzle, CLASSIC, rng)
        puzzles.append(bytes(puzzle))
    return b"".join(puzzles)


def board_puzzles(rng: random.Random, number: int, which: int) -> bytes:
    """*number* changed puzzles of another board: some clues of a full grid."""
    board, puzzles = boards()[which], []
    for _ in range(number):
        grid = filled(which, rng.randrange(8))
        names = bytes([0, *rng.sample(range(1, board.side + 1), board.side), *range(board.side + 1, 256)])
        share = rng.uniform(0.3, 0.6) if board.side <= 9 else rng.uniform(0.42, 0.65)
        puzzle = bytearray(grid).translate(names)
        for cell in rng.sample(range(board.size), board.size - round(share * board.size)):
            puzzle[cell] = 0
        change(puzzle, board, rng)
        puzzles.append(bytes(puzzle))
    return b"".join(puzzles)


def valid(geometry: Geometry, grids: np.ndarray, clues: np.ndarray) -> np.ndarray:
    """For each grid: every house holds every digit, and the clues are kept. Shares nothing with the engines."""
    wanted = np.arange(1, geometry.side + 1, dtype=np.uint8)
    good = ((clues == 0) | (clues == grids)).all(axis=1)
    for house in geometry.houses:
        good &= (np.sort(grids[:, list(house.cells)], axis=1) == wanted).all(axis=1)
    return good


@dataclass
class Findings:
    """What the blocks of a pair gave."""

    kinds: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)
    unknown: Counter[str] = field(default_factory=Counter)
    """Of variants: engine -> puzzles it gave up on."""
    rules: Counter[str] = field(default_factory=Counter)
    """Of variants: kind of rule -> puzzles with it."""


def faults(geometry: Geometry, cells: bytes, answers: Answers, name: str) -> dict[int, str]:
    """Puzzles whose witnesses are none."""
    number, size = len(answers.statuses), geometry.size
    clues = np.frombuffer(cells, np.uint8).reshape(number, size)
    first = np.frombuffer(answers.grids, np.uint8).reshape(number, size)
    claimed = np.array([status in (Status.UNIQUE, Status.MULTIPLE) for status in answers.statuses], bool)
    found = {
        int(k): f"{name}: no solution of the puzzle" for k in np.flatnonzero(claimed & ~valid(geometry, first, clues))
    }
    if answers.seconds:
        at = np.fromiter(answers.seconds, np.intp, len(answers.seconds))
        second = np.frombuffer(b"".join(answers.seconds.values()), np.uint8).reshape(-1, size)
        wrong = ~valid(geometry, second, clues[at]) | (second == first[at]).all(axis=1)
        found |= {int(k): f"{name}: no second solution of the puzzle" for k in at[wrong]}
    missing = [k for k, status in enumerate(answers.statuses) if status == Status.MULTIPLE and k not in answers.seconds]
    return found | dict.fromkeys(missing, f"{name}: several solutions without a second witness")


def by_bitmask(geometry: Geometry, cells: bytes) -> Answers:
    """The answers of `bitmask`: by its batches on the classic board, with a budget on others."""
    limits = NO_LIMITS if geometry == CLASSIC else Limits(conflicts=BRANCHES)
    return answer_block(Question("bitmask", limits=limits), geometry, cells)


@dataclass(frozen=True)
class Compare:
    """Block *index* of *number* puzzles of a pair, made and compared; a pure function, so processes may run it."""

    engine: str
    pool: str
    seed: int

    def __call__(self, block: tuple[int, int]) -> Findings:
        index, number = block
        rng = random.Random(f"{self.seed} {self.engine} {self.pool} {index}")
        if self.pool == "variants":
            return of_variants([random_rules.puzzle(rng) for _ in range(number)])
        if self.pool == "boards":
            which = index % len(boards())
            geometry, cells = boards()[which], board_puzzles(rng, number, which)
        else:
            geometry, cells = CLASSIC, classic_puzzles(rng, number, ADDED[self.pool])
        ours = by_bitmask(geometry, cells)
        theirs = answer_block(Question(self.engine), geometry, cells)
        return compared(geometry, cells, ours, theirs, self.engine)


def of_variants(puzzles: list[Puzzle]) -> Findings:
    """The solutions of puzzles with rules, by definition and by every engine that serves rules, compared."""
    found = Findings()
    names = [name for name in ENGINES if class_of(name).serves_constraints and name != "recursive"]
    for puzzle in puzzles:
        found.rules.update(rule.word for rule in puzzle.constraints)
        plain = engine_for(puzzle, "recursive").search(puzzle.cells, MANY, Limits(conflicts=NODES))
        number = len(plain.solutions)
        if plain.why:
            found.kinds["open"] += 1
            found.unknown["recursive"] += 1
        else:
            found.kinds["none" if not number else "unique" if number == 1 else "several"] += 1
        for name in names:
            try:
                fault = _variant_fault(puzzle, plain.solutions, bool(plain.why), engine_for(puzzle, name), found)
            except Exception as error:  # whatever it is, the puzzle must be known
                fault = f"{type(error).__name__}: {error}"
            if fault:
                found.differences.append(_described(puzzle, f"{name}: {fault}"))
        if plain.complete:
            lo = puzzle.geometry.lo
            digits = tuple(
                tuple(sorted({grid[c] + lo - 1 for grid in plain.solutions})) for c in range(len(puzzle.cells))
            )
            if candidates(puzzle).digits != digits:
                found.differences.append(_described(puzzle, "other true candidates"))
            with shared_at_once():
                if candidates(puzzle, engine="constraints", jobs=2).digits != digits:
                    found.differences.append(_described(puzzle, "other true candidates by two threads"))
    return found


@contextmanager
def shared_at_once() -> Iterator[None]:
    """Threads share a search from its first branch on."""
    before, parallel_search.ALONE = parallel_search.ALONE, 0
    try:
        yield
    finally:
        parallel_search.ALONE = before


def _described(puzzle: Puzzle, what: str) -> str:
    rules = " ; ".join(rule.text for rule in puzzle.constraints)
    return f"{puzzle.geometry}: {puzzle.line()} under {rules}: {what}"


def _variant_fault(puzzle: Puzzle, grids: tuple[bytes, ...], part: bool, engine: Engine, found: Findings) -> str:
    """What is wrong with an engine's solutions, beside those by definition (a *part* of them); empty for nothing."""
    outcome = engine.search(puzzle.cells, MANY, Limits(seconds=SECONDS))
    theirs = set(outcome.solutions)
    if outcome.why:
        found.unknown[engine.name] += 1
    if len(theirs) < len(outcome.solutions) or not all(map(puzzle.is_solved_by, theirs)):
        return "a wrong grid, or one twice"
    known, full = len(grids), len(grids) == MANY
    if outcome.why or part:  # what each found is right, and a complete search has all of it
        missing = set(grids) - theirs if outcome.complete else set()
        return f"{len(missing)} solutions missing" if missing or (not part and not full and theirs - set(grids)) else ""
    if full:
        return "" if len(theirs) == MANY else f"{len(theirs)} solutions; there are {MANY} or more"
    return "" if theirs == set(grids) else f"{len(theirs)} solutions; there are {known}"


def compared(geometry: Geometry, cells: bytes, ours: Answers, theirs: Answers, engine: str) -> Findings:
    """Count the answers to a block, and name the differences."""
    found, size = Findings(), geometry.size
    wrong = faults(geometry, cells, ours, "bitmask") | faults(geometry, cells, theirs, engine)
    for k, (a, b) in enumerate(zip(ours.statuses, theirs.statuses, strict=True)):
        grids = [answers.grids[k * size : k * size + size] for answers in (ours, theirs)]
        if Status.UNKNOWN in (a, b):
            found.kinds["open"] += 1
            continue
        found.kinds[{Status.UNIQUE: "unique", Status.MULTIPLE: "several", Status.IMPOSSIBLE: "none"}[a]] += 1
        if a != b:
            wrong.setdefault(k, f"bitmask says {a}, {engine} says {b} (0 unique, 1 several, 2 none)")
        elif a == Status.UNIQUE and grids[0] != grids[1]:
            wrong.setdefault(k, f"another only solution by {engine}")
    for k, what in sorted(wrong.items()):
        found.differences.append(f"{geometry}: {list(cells[k * size : k * size + size])}: {what}")
    return found


def blocks(number: int) -> Iterator[tuple[int, int]]:
    for index, start in enumerate(range(0, number, BLOCK)):
        yield index, min(BLOCK, number - start)


def check(name: str, number: int, seed: int, jobs: int) -> Findings:
    """Compare one pair on *number* puzzles, and print what came of it."""
    engine, pool, _ = PAIRS[name]
    total, started, done = Findings(), time.perf_counter(), 0
    reported = started
    for (_, size), found in in_order(Compare(engine, pool, seed), blocks(number), jobs):
        total.kinds += found.kinds
        total.differences += found.differences
        total.unknown += found.unknown
        total.rules += found.rules
        done += size
        if time.perf_counter() - reported > 60:
            reported = time.perf_counter()
            text = f"  {name}: {done:,} of {number:,}, {len(total.differences)} differences"
            print(text, file=sys.stderr, flush=True)
    shown = ", ".join(f"{total.kinds[kind]:,} {kind}" for kind in KINDS if total.kinds[kind])
    one = "recursive" if pool == "variants" else "bitmask"
    print(
        f"{one} / {engine} ({pool}): {total.kinds.total():,} puzzles ({shown}), "
        f"{len(total.differences)} differences, {time.perf_counter() - started:.0f} s",
        flush=True,
    )
    if pool == "variants":
        gave_up = ", ".join(f"{name} {count:,}" for name, count in sorted(total.unknown.items()))
        print(f"  {len(total.rules)} kinds of rule; gave up: {gave_up or 'none'}", flush=True)
    for text in total.differences[:10]:
        print(f"  {text}", flush=True)
    return total


def main(words: list[str] | None = None) -> int:
    options = options_of(__doc__, words, seed=1, jobs=1, pair=[], share=1.0)
    numbers = {name: numbers[2] for name, numbers in PAIRS.items()}
    if options.pair:
        counts = dict(word.partition("=")[::2] for word in options.pair)
        for name, text in counts.items():
            if name not in PAIRS or (text and not text.isdecimal()):
                raise SystemExit(f"--pair {name}={text}: NAME or NAME=COUNT, NAME of {', '.join(PAIRS)}")
        numbers = {name: int(text) if text else numbers[name] for name, text in counts.items()}
    found = [
        check(name, max(1, round(number * options.share)), options.seed, options.jobs)
        for name, number in numbers.items()
    ]
    differences, puzzles = sum(len(f.differences) for f in found), sum(f.kinds.total() for f in found)
    print(f"seed {options.seed}: {differences} differences in {puzzles:,} puzzles")
    return int(differences > 0)


if __name__ == "__main__":
    # by the module's own name: what the script calls `__main__.Compare` no worker process can find
    from cross_check import main as by_name

    sys.exit(by_name())
