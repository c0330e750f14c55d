"""Random sequences of public calls on small puzzles, judged by brute force; failures are shrunk by hypothesis.

    python benchmarks/sequences.py [--count 100000] [--seed 1] [--share 0.01]

A sequence begins with an empty 4x4 board, changes it (clues and rules of every kind come and go, the board becomes
another one) and asks questions about it, some from several threads at once: verify, solve, count, candidates, reduce,
diagnose, explain, why, certify with check, rate, hint, canonical_form, the text forms, generate. The right answers come
from a list of all grids of the board and the rules' definitions, with no engine. Every question has SECONDS of CPU time
and MEGABYTES of memory. Exit code 1 with the shortest failing sequence where an answer is wrong, an exception comes out
that is not documented, or a bound is passed.
"""

from __future__ import annotations

import json
import pickle
import random
import resource
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from measuring import options_of

import cpsudoku as cp
from cpsudoku import Geometry, Puzzle
from cpsudoku.constraints import KINDS
from cpsudoku.constraints.base import Constraint
from cpsudoku.engines.registry import ENGINES
from cpsudoku.evidence.checker import check_certificate
from cpsudoku.formats import Record, read_one, write_records
from cpsudoku.formula import catalog

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import random_rules

SECONDS = 5.0
"""CPU seconds for one question."""
MEGABYTES = 500
"""Memory for one question, beyond the most that the process has had before."""
STEPS = 12
"""Calls in a sequence, at most."""
CHUNK = 500
"""Sequences of one hypothesis run."""
BOARDS = (
    Geometry(2, 2),
    Geometry.jigsaw("AABBACBBACCDCDDD"),
    Geometry.shaped(4, 4, 0, 3, [(0, 1, 4, 5), (2, 3, 6, 7), (8, 9, 12, 13), (10, 11, 14, 15)]),
    Geometry.shaped(3, 3, 1, 4),
)
SEEDS = st.integers(0, 2**32 - 1)

Grids = frozenset[bytes]
Question = Callable[[Puzzle, Grids, random.Random], None]


@lru_cache(maxsize=8)
def all_grids(board: Geometry) -> tuple[bytes, ...]:
    """Every grid in which no house has a digit twice, by trying."""
    grid, found = bytearray(board.size), []

    def fill(cell: int) -> None:
        if cell == board.size:
            found.append(bytes(grid))
            return
        for digit in range(1, board.side + 1):
            if all(grid[peer] != digit for peer in board.peers[cell] if peer < cell):
                grid[cell] = digit
                fill(cell + 1)
        grid[cell] = 0

    fill(0)
    return tuple(found)


@lru_cache(maxsize=4096)
def keeping(board: Geometry, constraint: Constraint) -> Grids:
    """The grids of a board that keep a rule."""
    rule, low = constraint.on(board), board.lo - 1
    return frozenset(grid for grid in all_grids(board) if rule.holds([digit + low for digit in grid]))


def solutions_of(puzzle: Puzzle) -> Grids:
    """All solutions, by brute force."""
    board = puzzle.geometry
    clues = [(cell, digit) for cell, digit in enumerate(puzzle.cells) if digit]
    rules = [keeping(board, constraint) for constraint in puzzle.constraints]
    return frozenset(
        grid
        for grid in all_grids(board)
        if all(grid[cell] == digit for cell, digit in clues) and all(grid in grids for grids in rules)
    )


def word_of(solutions: Grids) -> str:
    return "impossible" if not solutions else "unique" if len(solutions) == 1 else "multiple"


def without(puzzle: Puzzle, cell: int) -> Puzzle:
    """The puzzle without the clue in that cell."""
    return Puzzle(puzzle.cells[:cell] + b"\0" + puzzle.cells[cell + 1 :], puzzle.geometry, puzzle.constraints)


def has_rules(puzzle: Puzzle) -> bool:
    """True where there is more than rows, columns and boxes: some engines and questions refuse that, as documented."""
    return bool(puzzle.constraints) or puzzle.geometry != BOARDS[0]


@lru_cache(maxsize=1)
def engines() -> list[str]:
    """Engines that are installed with the package and serve rules or plain boards."""
    return [name for name in ENGINES if name not in OPTIONAL]


OPTIONAL = ("outside", "clingo", "z3", "exact", "pumpkin")


def ask_verify(puzzle: Puzzle, solutions: Grids, rng: random.Random) -> None:
    name = rng.choice(engines())
    encoding = rng.choice(catalog.names("cnf")) if name == "sat" and rng.random() < 0.5 else None
    try:
        verdict = cp.verify(puzzle, engine=name, encoding=encoding)
    except cp.CpSudokuError:
        assert has_rules(puzzle)
        return
    if verdict.word == "unknown":
        assert name == "logic", (name, verdict)
        return
    assert verdict.word == word_of(solutions), (name, encoding, verdict)
    if isinstance(verdict, cp.Unique):
        assert {verdict.solution.cells} == solutions
    if isinstance(verdict, cp.Multiple):
        assert verdict.first.cells != verdict.second.cells
        assert {verdict.first.cells, verdict.second.cells} <= solutions


def ask_solve(puzzle: Puzzle, solutions: Grids, rng: random.Random) -> None:
    limit = rng.choice((0, 1, 2, 5))
    found = cp.solve(puzzle, limit=limit)
    cells = [solution.cells for solution in found.solutions]
    assert len(set(cells)) == len(cells)
    assert set(cells) <= solutions
    assert len(cells) == (min(limit, len(solutions)) if limit else len(solutions))


def ask_count(puzzle: Puzzle, solutions: Grids, rng: random.Random) -> None:
    found = cp.count(puzzle)
    assert (found.number, found.exact) == (len(solutions), True), found


def ask_candidates(puzzle: Puzzle, solutions: Grids, rng: random.Random) -> None:
    found = cp.candidates(puzzle, jobs=rng.choice((1, 1, 1, 2)))
    low = puzzle.geometry.lo - 1
    expected = tuple(tuple(sorted({grid[cell] + low for grid in solutions})) for cell in range(puzzle.geometry.size))
    assert found.digits == expected, found


def ask_reduce(puzzle: Puzzle, solutions: Grids, rng: random.Random) -> None:
    names = ("sat",) if has_rules(puzzle) else ("sat", "cp-sat", "bitmask")
    try:
        found = cp.reduce(puzzle, seed=rng.randrange(5), engine=rng.choice(names))
    except cp.errors.CannotReduce:
        assert len(solutions) != 1
        return
    assert len(solutions) == 1
    reduced = found.puzzle
    assert all(b in (0, a) for a, b in zip(puzzle.cells, reduced.cells))
    assert solutions_of(reduced) == solutions
    if found.minimal:
        assert all(len(solutions_of(without(reduced, cell))) > 1 for cell, d in enumerate(reduced.cells) if d)


def ask_diagnose(puzzle: Puzzle, solutions: Grids, rng: random.Random) -> None:
    found = cp.diagnose(puzzle)
    expected = {"impossible": cp.results.Broken, "unique": cp.results.Sound, "multiple": cp.results.Ambiguous}[
        word_of(solutions)
    ]
    assert isinstance(found, expected), found
    if isinstance(found, cp.results.Broken):
        conflict, rules = found.conflict, found.conflict.constraints
        cells = bytes(d if cell in conflict.cells else 0 for cell, d in enumerate(puzzle.cells))
        core = Puzzle(cells, puzzle.geometry, rules)
        assert not solutions_of(core), conflict
        for cell in conflict.cells:
            assert solutions_of(without(core, cell)), (conflict, cell)
        for k in range(len(rules)):
            assert solutions_of(Puzzle(cells, puzzle.geometry, rules[:k] + rules[k + 1 :])), (conflict, k)
    if isinstance(found, cp.results.Sound):
        for cell in found.redundant:
            assert solutions_of(without(puzzle, cell)) == solutions, found


def ask_explain(puzzle: Puzzle, solutions: Grids, rng: random.Random) -> None:
    found = cp.explain(puzzle)
    if not isinstance(found, cp.results.Explanation):
        assert found.word == word_of(solutions), found
        return
    (grid,) = solutions
    low = puzzle.geometry.lo - 1
    assert found.complete
    for step in found.steps:
        assert all(grid[cell] + low == digit for cell, digit in step.placements), step
        assert all(grid[cell] + low != digit for cell, digit in step.removals), step


def ask_why(puzzle: Puzzle, solutions: Grids, rng: random.Random) -> None:
    cell = rng.choice([cell for cell, digit in enumerate(puzzle.cells) if not digit] or [0])
    if puzzle.cells[cell]:
        return
    found = cp.why(puzzle, cell)
    if isinstance(found, cp.results.Deduction):
        (grid,) = solutions
        assert (cell, grid[cell] + puzzle.geometry.lo - 1) in found.placements or found.removals, found
    else:
        assert found.word == word_of(solutions), found


def ask_certificate(puzzle: Puzzle, solutions: Grids, rng: random.Random) -> None:
    certificate = cp.certify(puzzle)
    assert isinstance(certificate, cp.results.Certificate), certificate
    assert certificate.claim == word_of(solutions)
    check_certificate(json.loads(json.dumps(certificate.data)))


def ask_rate(puzzle: Puzzle, solutions: Grids, rng: random.Random) -> None:
    try:
        rating = cp.rate(puzzle)
    except cp.CpSudokuError:
        assert has_rules(puzzle)
        return
    if isinstance(rating, cp.results.Rating) and not puzzle.constraints:
        (grid,) = solutions
        for step in rating.steps:
            assert step.cell is None or grid[step.cell] == step.digit, step
            assert all(grid[cell] != digit for cell, digit in step.removals), step


def ask_texts(puzzle: Puzzle, solutions: Grids, rng: random.Random) -> None:
    names = {cls.__name__: cls for cls in map(random_rules.class_of, KINDS)}
    assert eval(repr(puzzle), {"Puzzle": Puzzle, "Geometry": Geometry, **names}) == puzzle
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    (line,) = write_records([Record(puzzle)], "jsonl")
    assert read_one(line).puzzle == puzzle


def ask_canonical(puzzle: Puzzle, solutions: Grids, rng: random.Random) -> None:
    try:
        form = cp.canonical_form(puzzle)
    except cp.CpSudokuError:
        assert has_rules(puzzle) or not solutions
        return
    names = rng.sample(range(1, 5), 4)
    same = Puzzle(bytes(names[d - 1] if d else 0 for d in puzzle.cells), puzzle.geometry)
    assert cp.canonical_form(same).puzzle == form.puzzle
    assert len(solutions_of(form.puzzle)) == len(solutions)


def ask_generate(puzzle: Puzzle, solutions: Grids, rng: random.Random) -> None:
    record = cp.generate(seed=rng.randrange(1000), geometry=BOARDS[0])
    assert record.puzzle is not None
    assert len(solutions_of(record.puzzle)) == 1
    if record.minimal:
        assert all(len(solutions_of(without(record.puzzle, c))) > 1 for c, d in enumerate(record.puzzle.cells) if d)


QUESTIONS: tuple[Question, ...] = (
    ask_verify,
    ask_solve,
    ask_count,
    ask_candidates,
    ask_reduce,
    ask_diagnose,
    ask_explain,
    ask_why,
    ask_certificate,
    ask_rate,
    ask_texts,
    ask_canonical,
    ask_generate,
)


def bounded(question: Question, puzzle: Puzzle, solutions: Grids, number: int) -> None:
    """One question, within its bounds."""
    began, peak = time.thread_time(), peak_megabytes()
    question(puzzle, solutions, random.Random(number))
    spent, grown = time.thread_time() - began, peak_megabytes() - peak
    assert spent < SECONDS, f"{question.__name__} took {spent:.1f} CPU seconds"
    assert grown < MEGABYTES, f"{question.__name__} took {grown:.0f} MB"


def peak_megabytes() -> float:
    """The most memory the process has had so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


class Calls(RuleBasedStateMachine):
    """A puzzle that changes, and all its solutions."""

    def __init__(self) -> None:
        super().__init__()
        self.puzzle = Puzzle(bytes(16), BOARDS[0])
        self.solutions: Grids = frozenset(all_grids(BOARDS[0]))

    def become(self, puzzle: Puzzle) -> None:
        self.puzzle, self.solutions = puzzle, solutions_of(puzzle)

    @initialize(board=st.sampled_from(BOARDS))
    def begin(self, board: Geometry) -> None:
        self.become(Puzzle(bytes(board.size), board))

    @rule(number=SEEDS, right=st.booleans())
    def add_clues(self, number: int, right: bool) -> None:
        """Some clues more: of one of the solutions, or any."""
        rng, board = random.Random(number), self.puzzle.geometry
        cells = bytearray(self.puzzle.cells)
        grid = rng.choice(sorted(self.solutions)) if right and self.solutions else None
        for cell in rng.sample(range(board.size), rng.randint(1, 8)):
            cells[cell] = grid[cell] if grid else rng.randint(1, board.side)
        self.become(Puzzle(bytes(cells), board, self.puzzle.constraints))

    @rule(number=SEEDS)
    def drop_clue(self, number: int) -> None:
        clues = [cell for cell, digit in enumerate(self.puzzle.cells) if digit]
        if clues:
            self.become(without(self.puzzle, random.Random(number).choice(clues)))

    @rule(number=SEEDS)
    def add_rule(self, number: int) -> None:
        """A rule more, of any kind; nearly always one that a solution keeps."""
        rng, puzzle = random.Random(number), self.puzzle
        grid = rng.choice(sorted(self.solutions or all_grids(puzzle.geometry)))
        values = [digit + puzzle.geometry.lo - 1 for digit in grid]
        found = random_rules.rule(rng.choice([*KINDS]), puzzle.geometry, values, rng)
        if found is None:
            return
        try:
            self.become(Puzzle(puzzle.cells, puzzle.geometry, (*puzzle.constraints, found)))
        except cp.CpSudokuError:  # rules that do not go together
            return

    @rule(number=SEEDS)
    def drop_rule(self, number: int) -> None:
        rules = list(self.puzzle.constraints)
        if rules:
            rules.pop(random.Random(number).randrange(len(rules)))
            self.become(Puzzle(self.puzzle.cells, self.puzzle.geometry, tuple(rules)))

    @rule(question=st.sampled_from(QUESTIONS), number=SEEDS)
    def ask(self, question: Question, number: int) -> None:
        bounded(question, self.puzzle, self.solutions, number)

    @rule(questions=st.lists(st.sampled_from(QUESTIONS), min_size=2, max_size=3), number=SEEDS)
    def ask_at_once(self, questions: list[Question], number: int) -> None:
        """Each question in a thread of its own, begun together."""
        failures: list[BaseException] = []
        gate = threading.Barrier(len(questions))

        def run(question: Question) -> None:
            gate.wait()
            try:
                bounded(question, self.puzzle, self.solutions, number)
            except BaseException as failure:
                failures.append(failure)

        threads = [threading.Thread(target=run, args=(question,)) for question in questions]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failures:
            raise failures[0]


def run(count: int, number: int) -> None:
    """*count* sequences of the seed *number*. Raises what failed; hypothesis prints the shortest sequence."""
    options = settings(
        max_examples=count,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        print_blob=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(seed(number)(type("Calls", (Calls,), {})), settings=options)


def chunks(count: int) -> Iterator[int]:
    """*count* in parts of at most CHUNK."""
    while count > 0:
        yield min(CHUNK, count)
        count -= CHUNK


def main() -> int:
    """The exit code."""
    options = options_of(__doc__, seed=1, count=100_000, share=1.0)
    done, began = 0, time.perf_counter()
    for k, part in enumerate(chunks(round(options.count * options.share))):
        run(part, options.seed * 1_000_000 + k)
        done += part
        print(f"\r{done:,} sequences, {time.perf_counter() - began:.0f} s", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"{done:,} sequences of up to {STEPS} calls: none wrong")
    return 0


if __name__ == "__main__":
    sys.exit(main())
