"""Threads: how much faster two are than one, kernel by kernel, and whether many of them ever get a wrong answer.

    python benchmarks/threads.py [--rounds 5] [--seconds 0.5] [--only NAME]
    python benchmarks/threads.py --stress 100000 [--seed 1] [--threads 8]

The first gives each thread the same batch to work on and prints throughput of two threads over that of one, and of two
processes over one as what the machine allows at that moment (best rounds, wall-clock time). The last column (Linux)
does not depend on what else the machine does: of the time in which both threads had work, the share in which they did
not wait for each other, times two (median). The kernel tells waiting for a processor and waiting for a lock apart. The
control is plain Python.

The second mixes calls of the public functions, every engine among them, over threads that are made to change places
every microsecond, compares each answer with the one known from before, and prints how many were wrong or raised. It
runs in a process of its own, so that an abort is seen too. Exit code 1 where anything was not as it should be.
"""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from measuring import cells_of, lines_of, options_of

import cpsudoku
from cpsudoku import Geometry, Impossible, Multiple, Puzzle, Solution, Unique, samples
from cpsudoku.board.geometry import CLASSIC, boxes
from cpsudoku.evidence.checker import check_certificate
from cpsudoku.kernels import search
from cpsudoku.kernels.classic import digging
from cpsudoku.kernels.classic.canonical import Canonizer
from cpsudoku.kernels.classic.clue_local_search import ClueLocalSearch
from cpsudoku.kernels.classic.fewclues import FewClues
from cpsudoku.kernels.classic.neighbours import neighbours
from cpsudoku.kernels.general.backtrack import Backtracker
from cpsudoku.kernels.general.differences import Differences
from cpsudoku.kernels.general.plain import PlainSearch
from cpsudoku.kernels.general.singles import Propagator
from cpsudoku.kernels.randomness import Stream
from cpsudoku.questions.minimum import unavoidable_sets
from cpsudoku.rating.rater import Rater
from cpsudoku.results import Certificate, Rating

HOUSES = [house.cells for house in CLASSIC.houses]
SWITCH = 1e-6
"""Seconds after which a thread is made to give way: the default of 5 ms hides what goes wrong between two lines."""


def lines(name: str) -> list[str]:
    """The puzzles of a sample."""
    return lines_of(samples.path_of(name))


def cells(name: str) -> bytes:
    """The same as one batch."""
    return b"".join(map(cells_of, lines(name)))


# ------------------------------------------------------------------ two threads over one


def batches() -> dict[str, Callable[[], object]]:
    """One call of each kernel's batch, some hundredths of a second each."""
    minimal, hardest = cells("minimal"), cells("hardest")
    grid = cpsudoku.solve(lines("minimal")[0]).solutions[0]
    sets = unavoidable_sets(grid, 11)
    empty = bytes(81)

    def backtracked() -> None:
        board = Backtracker(9, HOUSES)
        board.start(empty)
        board.count(20_000)

    return {
        "search.count_batch": lambda: search.count_batch(minimal * 10, 2),
        "backtrack.count": backtracked,
        "singles.batch": lambda: Propagator(9, HOUSES).batch(minimal * 4, 4000, bytearray(81 * 4000), bytearray(4000)),
        "rater.rate_chunk": lambda: Rater().rate_chunk(minimal[: 81 * 128]),
        "canonical.batch": lambda: Canonizer().batch(hardest),
        "digging.batch": lambda: digging.batch(
            list(range(64)), None, [(cell,) for cell in range(81)], 0, 81, 0, True, 1, 0
        ),
        "digging.controlled_batch": lambda: digging.controlled_batch([7], 1000, 1500),
        "clue_local_search.run": lambda: ClueLocalSearch(grid.cells, sets, 1).run(17, 3),
        "fewclues.run": lambda: FewClues(grid.cells, sets, 14).run(200_000),
        "differences.search": lambda: Differences(9, HOUSES, grid.cells).search(11),
        "plain.filled": lambda: PlainSearch(12, [house.cells for house in boxes(3, 4).houses]).filled(Stream(2)),
        "vicinity.neighbours": lambda: neighbours(5, minimal[:81], [(cell,) for cell in range(81)], 2, False, 100),
        "plain.effort": lambda: PlainSearch(9, HOUSES).effort(minimal[:81], 0, 2_000_000),
        "control: dlx": lambda: [cpsudoku.verify(line, engine="dlx") for line in lines("minimal")[:5]],
        "verify_many, bitmask": lambda: list(cpsudoku.verify_many(lines("minimal")[:600], engine="bitmask")),
        "rate_many": lambda: list(cpsudoku.rate_many(lines("minimal")[:128])),
        "generate_many": lambda: list(cpsudoku.generate_many(64, seed=1, engine="bitmask", confirm="none")),
    }


def elapsed(workers: list[Any]) -> float:
    """Seconds until all have ended."""
    started = time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return time.perf_counter() - started


def clocks() -> tuple[float, float, float]:
    """Seconds this thread has existed, run, and waited for a processor; of the last two 0 where nobody counts them."""
    if not SCHEDULED.exists():
        return time.perf_counter(), 0.0, 0.0
    ran, waited, _ = map(int, SCHEDULED.read_text().split())
    return time.perf_counter(), ran / 1e9, waited / 1e9


def measure(rounds: int, seconds: float, only: str) -> None:
    """A line a batch: two threads over one, two processes over one, two threads that share a machine with nobody."""
    print(f"{'two over one':26} {'one':>8} {'threads':>8} {'processes':>9} {'undisturbed':>12}")
    for name, work in batches().items():
        if only not in name:
            continue
        work()
        started = time.perf_counter()
        work()
        times = max(1, round(seconds / (time.perf_counter() - started)))
        free: list[float] = []

        def run(work: Callable[[], object] = work, times: int = times) -> None:
            for _ in range(times):
                work()

        def watched(both: threading.Barrier, run: Callable[[], None] = run, free: list[float] = free) -> None:
            both.wait()
            before = clocks()
            run()
            wall, ran, waited = (b - a for a, b in zip(before, clocks()))
            free.append(2 * ran / max(wall - waited, ran))

        best = [float("inf")] * 3
        for _ in range(rounds):
            best[0] = min(best[0], elapsed([threading.Thread(target=run)]))
            both = threading.Barrier(2)
            best[1] = min(best[1], elapsed([threading.Thread(target=watched, args=(both,)) for _ in range(2)]))
            best[2] = min(best[2], elapsed([FORK.Process(target=run) for _ in range(2)]))
        undisturbed = f"{sorted(free)[len(free) // 2]:12.2f}" if SCHEDULED.exists() else f"{'-':>12}"
        ratios = f"{2 * best[0] / best[1]:8.2f} {2 * best[0] / best[2]:9.2f} {undisturbed}"
        print(f"{name:26} {best[0]:7.2f}s {ratios}", flush=True)


SCHEDULED = Path("/proc/thread-self/schedstat")
FAULTY = 3
"""How the process of the stress test says that it came to its end, and found faults."""
FORK = multiprocessing.get_context("fork")


# ------------------------------------------------------------------ many threads, every answer known


@dataclass(frozen=True)
class Call:
    """Something to ask, and the answer known from before."""

    name: str
    ask: Callable[[], object]
    answer: object


ENGINES = ("sat", "sat:glucose4", "cp-sat", "cp-sat:blocking", "dlx", "bitmask", "recursive", "logic")
SLOW = ("cp-sat", "cp-sat:blocking", "dlx", "recursive", "logic")
JIGSAW = Geometry(1, 5, (0, 0, 0, 1, 1, 0, 0, 2, 1, 1, 3, 2, 2, 2, 1, 3, 3, 2, 4, 4, 3, 3, 4, 4, 4))
BOARDS = (boxes(2, 2), boxes(2, 3), Geometry(3, 3, extras=("diagonals",)), JIGSAW)


def judged(verdict: object, puzzle: Puzzle) -> object:
    """A verdict as it can be compared: two different witnesses of several solutions are both right."""
    match verdict:
        case Unique():
            return "unique", verdict.solution.cells
        case Multiple():
            grids = {verdict.first.cells, verdict.second.cells}
            return "multiple", len(grids) == 2 and all(fits(grid, puzzle) for grid in grids)
        case Impossible():
            return "impossible", b""
    return type(verdict).__name__, str(verdict)


def fits(grid: bytes, puzzle: Puzzle) -> bool:
    """The grid is a solution of the puzzle: by the rules, without any engine."""
    board = puzzle.geometry
    clues = all(clue in (0, digit) for clue, digit in zip(puzzle.cells, grid))
    return clues and all(len({grid[cell] for cell in house.cells}) == board.side for house in board.houses)


def expected(puzzle: Puzzle) -> object:
    """What every engine must say of a puzzle: found by plain backtracking, one thread, fresh each time."""
    board = Backtracker(puzzle.geometry.side, [house.cells for house in puzzle.geometry.houses])
    board.start(puzzle.cells)
    found = [board.grid() for _ in range(2) if board.resume() == 1]
    return (("impossible", b""), ("unique", found[0] if found else b""), ("multiple", True))[len(found)]


def puzzles_of(random: Random, count: int) -> dict[str, list[Puzzle]]:
    """Unique, ambiguous and impossible puzzles, easy ones for the engines that are plain Python, other boards."""
    minimal = [Puzzle.parse(line) for line in random.sample(lines("minimal"), count)]
    hardest = random.sample(lines("17-clue"), count // 3) + random.sample(lines("hardest"), count // 6)
    hard = [Puzzle.parse(line) for line in hardest]
    loose, wrong, easy, other = [], [], [], []
    for puzzle in minimal:
        clues = [cell for cell, _ in puzzle.clues]
        loose.append(puzzle.only(random.sample(clues, len(clues) - random.randint(1, 3))))
        cell, digit = random.choice(puzzle.clues)
        changed = bytearray(puzzle.cells)
        changed[cell] = digit % 9 + 1
        wrong.append(Puzzle(bytes(changed), CLASSIC))
        grid = cpsudoku.solve(puzzle, engine="bitmask").solutions[0]
        more = random.sample(range(81), 12)
        easy.append(grid.puzzle.only(sorted({*clues, *more})))
        easy.append(grid.puzzle.only(sorted({*clues[1:], *more} - {clues[0]})))
    for board in BOARDS:
        for index in range(6):
            record = cpsudoku.generate(geometry=board, seed=3, index=index, fill="recursive", engine="bitmask")
            assert record.puzzle is not None
            other += [record.puzzle, record.puzzle.only([cell for cell, _ in record.puzzle.clues][1:])]
    return {"minimal": minimal, "hard": hard, "loose": loose, "wrong": wrong, "easy": easy, "other": other}


def calls(seed: int, count: int) -> list[tuple[int, list[Call]]]:
    """What is asked: (weight, calls of about the same cost)."""
    random = Random(seed)
    sets = puzzles_of(random, count)
    quick = sets["minimal"] + sets["hard"] + sets["loose"] + sets["wrong"] + sets["other"]
    slow = sets["easy"] + sets["other"]
    found: list[tuple[int, list[Call]]] = []

    def ask(weight: int, questions: Iterator[Call]) -> None:
        found.append((weight, list(questions)))

    def verifying(engine: str, puzzles: list[Puzzle], **options: Any) -> Iterator[Call]:
        for puzzle in puzzles:
            yield Call(
                f"verify {engine} {options or ''}",
                lambda puzzle=puzzle: judged(cpsudoku.verify(puzzle, engine=engine, **options), puzzle),
                expected(puzzle),
            )

    def counting(engine: str, puzzles: list[Puzzle]) -> Iterator[Call]:
        for puzzle in puzzles:
            board = Backtracker(puzzle.geometry.side, [house.cells for house in puzzle.geometry.houses])
            board.start(puzzle.cells)
            yield Call(
                f"count {engine}",
                lambda puzzle=puzzle: int(cpsudoku.count(puzzle, limit=20, engine=engine)),
                board.count(20),
            )

    def known(name: str, asks: list[Callable[[], object]]) -> Iterator[Call]:
        for work in asks:
            yield Call(name, work, work())

    for engine in ENGINES:
        puzzles = slow if engine in SLOW else quick
        ask(6 if engine in SLOW else 48, verifying(engine, puzzles))
        ask(2 if engine in SLOW else 16, counting(engine, puzzles))
    ask(8, verifying("sat", quick[:60], simplify="none"))
    ask(4, verifying("sat", quick[:20], encoding="minimal"))
    ask(8, verifying("sat", sets["minimal"][:20], cross_check="bitmask"))
    ask(48, known("rate", [lambda p=p: rated(p) for p in sets["minimal"] + sets["other"][:8]]))
    ask(1, known("rate", [lambda p=p: rated(p) for p in sets["hard"][count // 3 - 3 : count // 3 + 3]]))
    grids = [cpsudoku.solve(puzzle, engine="bitmask").solutions[0] for puzzle in sets["minimal"][:20]]
    small = [cpsudoku.solve(puzzle, engine="bitmask").solutions[0] for puzzle in sets["other"][:24:2]]
    for engine, weight in (("sat", 24), ("sat:glucose4", 8), ("bitmask", 16)):
        ask(weight, reducing(engine, grids + small))
    ask(1, reducing("dlx", small))
    ask(1, reducing("cp-sat", small[:4]))
    makes: list[dict[str, Any]] = [
        {"engine": "bitmask"},
        {"engine": "sat"},
        {"fill": "swap", "engine": "sat"},
        {"fill": "swap+", "engine": "bitmask"},
        {"fill": "recursive", "symmetry": "rot180"},
        {"fill": "sat"},
        {"method": "bottom-up"},
        {"geometry": boxes(2, 3), "fill": "uniform"},
        {"geometry": BOARDS[2], "fill": "sat"},
        {"rating": (1.5, 3.4), "attempts": 20},
        {"effort": 300, "method": "effort"},
    ]
    ask(48, known("generate", [lambda o=o, i=i: generated(i, o) for o in makes for i in range(1 + count // 20)]))
    ask(8, known("hint", [lambda p=p: str(cpsudoku.hint(p)) for p in sets["minimal"][:20]]))
    ask(1, known("all_steps", [lambda p=p: len(cpsudoku.all_steps(p)) for p in sets["easy"][:6:2]]))
    ask(16, known("canonical_form", [lambda p=p: cpsudoku.canonical_form(p) for p in sets["minimal"] + sets["other"]]))
    ask(8, known("solutions", [lambda p=p: interleaved(p) for p in sets["loose"][:30]]))
    ask(4, known("verify_many", [partial(block, sets["minimal"][:10] + sets["loose"][:10] + sets["wrong"][:5], e)
                                 for e in ("sat", "bitmask", "sat:glucose4")]))  # fmt: skip
    ask(1, known("diagnose", [lambda p=p: str(cpsudoku.diagnose(p)) for p in sets["wrong"][:6] + sets["other"][1::6]]))
    ask(1, known("fewest", [lambda g=g: cpsudoku.fewest(g).puzzle.clue_count for g in small[:2]]))
    ask(4, known("draw", [lambda p=p: str(cpsudoku.draw(p)) for p in sets["minimal"][:5]]))
    ask(1, known("certify", [lambda p=p: checked(p) for p in sets["minimal"][:1]]))
    shared = cpsudoku.results.Uniqueness(grids[0])
    clues = [Random(k).sample(range(81), 24 + k) for k in range(20)]
    ask(12, known("one Uniqueness", [lambda c=c: type(shared.rival(c)).__name__ for c in clues]))
    ask(24, one_engine_for_all(sets))
    return found


def rated(puzzle: Puzzle) -> object:
    """The three numbers, or why there are none."""
    found = cpsudoku.rate(puzzle)
    return (found.er, found.ep, found.ed) if isinstance(found, Rating) else str(found)


def reducing(engine: str, grids: list[Solution]) -> Iterator[Call]:
    """The engine does not change the result: known from the one that shares least with SAT."""
    for seed, grid in enumerate(grids):
        yield Call(
            f"reduce {engine}",
            lambda grid=grid, seed=seed: cpsudoku.reduce(grid, seed=seed, engine=engine).puzzle.cells,
            cpsudoku.reduce(grid, seed=seed, engine="bitmask").puzzle.cells,
        )


def generated(index: int, options: dict[str, Any]) -> object:
    """A puzzle's clues; a miss's reason."""
    record = cpsudoku.generate(seed=11, index=index, **options)
    return record.missed if record.puzzle is None else record.puzzle.cells


def checked(puzzle: Puzzle) -> object:
    """What the checker says of a certificate."""
    certificate = cpsudoku.certify(puzzle)
    return check_certificate(certificate.data) if isinstance(certificate, Certificate) else certificate


def interleaved(puzzle: Puzzle) -> object:
    """Two generators of one thread, each left half-way for the other, with a verify in between."""
    first, second = cpsudoku.solutions(puzzle), cpsudoku.solutions(puzzle)
    seen: list[set[bytes]] = [set(), set()]
    for a, b, _ in zip(first, second, range(8)):
        seen[0].add(a.cells)
        cpsudoku.verify(puzzle)
        seen[1].add(b.cells)
    right = all(fits(grid, puzzle) for grids in seen for grid in grids)
    return right, len(seen[0]), len(seen[1])


def block(puzzles: list[Puzzle], engine: str) -> object:
    """Verdicts by the block route."""
    return [judged(v, p) for v, p in zip(cpsudoku.verify_many(puzzles, engine=engine), puzzles)]


def one_engine_for_all(sets: dict[str, list[Puzzle]]) -> Iterator[Call]:
    """Engines made once, used by every thread."""
    from cpsudoku.engines.registry import engine
    from cpsudoku.questions.verdict import Question, answered, verdict_of

    for name in ENGINES:
        for options in ({}, {"simplify": "none"}) if name.startswith(("sat", "cp-sat")) else ({},):
            kept = {board: engine(name, board, **options) for board in (CLASSIC, *BOARDS)}
            for puzzle in sets["easy"][:10] + sets["other"][::3]:
                yield Call(
                    f"one engine {name} {options or ''}",
                    lambda p=puzzle, kept=kept: judged(
                        verdict_of(answered(Question(), kept[p.geometry], None, p, p.cells), 0, p), p
                    ),
                    expected(puzzle),
                )


def stress(number: int, seed: int, threads: int, count: int = 60) -> tuple[Counter[str], dict[str, list[str]]]:
    """Ask *number* times, about *count* puzzles a kind; (calls by name, what was wrong or raised)."""
    groups = calls(seed, count)
    weights = [weight for weight, _ in groups]
    done: Counter[str] = Counter()
    faults: dict[str, list[str]] = {"wrong": [], "exceptions": []}
    ready = threading.Barrier(threads)

    def run(k: int) -> None:
        random = Random(f"{seed} {k}")
        counted: Counter[str] = Counter()
        ready.wait()
        for _ in range(k, number, threads):
            (chosen,) = random.choices(groups, weights)
            call = random.choice(chosen[1])
            try:
                found = call.ask()
                if found != call.answer:
                    faults["wrong"].append(f"{call.name}: {str(found)[:120]} instead of {str(call.answer)[:120]}")
            except Exception as error:
                faults["exceptions"].append(f"{call.name}: {error!r:.200}")
            counted[call.name] += 1
        done.update(counted)

    workers = [threading.Thread(target=run, args=(k,)) for k in range(threads)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH)
    try:
        elapsed(workers)
    finally:
        sys.setswitchinterval(before)
    return done, faults


def stress_here(number: int, seed: int, threads: int) -> int:
    """The stress test in this process; its report; the exit code."""
    started = time.perf_counter()
    done, faults = stress(number, seed, threads)
    for kind, found in faults.items():
        for fault, times in Counter(found).most_common(10):
            print(f"{kind}: {times} x {fault}")
    print(", ".join(f"{name.strip()} {count:,}" for name, count in sorted(done.items())))
    print(
        f"{done.total():,} calls in {threads} threads, seed {seed}, {time.perf_counter() - started:,.0f} s: "
        f"{len(faults['wrong'])} wrong, {len(faults['exceptions'])} exceptions",
        flush=True,
    )
    return FAULTY if any(faults.values()) or done.total() != number else 0


def main() -> int:
    """The command."""
    given = options_of(__doc__, rounds=5, seed=1, threads=8, seconds=0.5, only="", stress=int, here=False)
    if given.stress is None:
        measure(given.rounds, given.seconds, given.only)
        return 0
    if given.here:
        return stress_here(given.stress, given.seed, given.threads)
    command = [sys.executable, "-X", "faulthandler", str(Path(__file__)), *sys.argv[1:], "--here"]
    ended = subprocess.run(command, check=False).returncode
    print("0 aborts" if ended in (0, FAULTY) else f"aborted: exit code {ended}")
    return min(abs(ended), 1)


if __name__ == "__main__":
    sys.exit(main())
