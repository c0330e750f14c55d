"""Engine `constraints`, and what it shares with `sat`: the kernel first, then a SAT solver."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import chain, repeat
from math import inf
from pathlib import Path

import pytest

from cpsudoku import Geometry, Limits, Multiple, Puzzle, Unique, Unknown, budget, count, solutions, verify
from cpsudoku.board.geometry import boxes
from cpsudoku.constraints import parse
from cpsudoku.engines import kernel_candidates
from cpsudoku.engines.constraints import ConstraintsEngine, KernelThenSat
from cpsudoku.engines.engine import Outcome
from cpsudoku.engines.registry import engine, engine_for
from cpsudoku.engines.sat.engine import SatEngine
from cpsudoku.engines.support import Support
from cpsudoku.errors import UsageError
from cpsudoku.formats import read_one

LINES = (Path(__file__).parents[1] / "puzzles" / "variants.jsonl").read_text(encoding="utf-8").splitlines()
LINES = [line for line in LINES if "Full Rank" not in line]  # seconds of clauses; the benchmark of variants has them
KILLER = ["cage 7 r1c1 r1c2 r2c1", "cage 6 r3c3 r3c4 r4c4", "thermo r1c4-r4c4", "sum 5 r2c2 r3c3"]


def small(rules: list[str]) -> Puzzle:
    return Puzzle(bytes(16), boxes(2, 2)).under(map(parse, rules))


def test_which_way() -> None:
    """`sat` and `constraints` begin with the kernel; a solver, an encoding or simplify="none" means SAT alone."""
    puzzle = small(KILLER)
    assert type(engine_for(puzzle, "constraints")) is ConstraintsEngine
    assert isinstance(engine_for(puzzle, "sat"), KernelThenSat)
    assert isinstance(engine_for(puzzle, "sat", simplify="singles"), KernelThenSat)
    for name, options in (("sat:glucose4", {}), ("sat", {"simplify": "none"}), ("sat", {"encoding": "extended"})):
        assert isinstance(engine_for(puzzle, name, **options), SatEngine)
    with pytest.raises(UsageError, match="leave --simplify out"):
        engine_for(puzzle, "sat:glucose4", simplify="singles")


def test_refusals() -> None:
    """It takes no argument, no encoding, and no more than 64 digits."""
    with pytest.raises(UsageError):
        engine("constraints:x", boxes(3, 3))
    with pytest.raises(UsageError):
        engine("constraints", boxes(3, 3), encoding="extended")
    with pytest.raises(UsageError, match="64"):
        engine("constraints", boxes(9, 9))
    wide = Geometry.shaped(1, 3, 1, 70)
    assert count(Puzzle(bytes([70, 69, 0]), wide, [parse("greater r1c2 r1c3")])).number == 68


@pytest.mark.parametrize("nodes", [0, 3, 10**9])
def test_handing_over(nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However few branches the kernel may make, kernel and solver together find each solution once."""
    for rules in (KILLER, KILLER[:1], ["or { cage 7 r1c2 r1c3 | odd r4c4 ; odd r3c3 }", "anti-king"]):
        puzzle = small(rules)
        expected = {s.cells for s in solutions(puzzle, engine="recursive")}
        monkeypatch.setattr(ConstraintsEngine, "nodes", nodes)
        solver = ConstraintsEngine(puzzle.geometry, constraints=puzzle.constraints)
        outcome = solver.search(puzzle.cells, 0)
        assert outcome.complete
        assert len(outcome.solutions) == len(expected)
        assert set(outcome.solutions) == expected
        if len(expected) > 1:
            assert ("clauses" in outcome.stats) == (nodes < 10**9)
        assert len(solver.search(puzzle.cells, 2).solutions) == min(2, len(expected))


def test_limits() -> None:
    """Nodes and conflicts count together; what they do not suffice for is Unknown, and the same every time."""
    puzzle = Puzzle(bytes(81)).under([parse("little-killer 40 r1c1 r2c2 r3c3 r4c4 r5c5 r6c6 r7c7 r8c8 r9c9")])
    solver = engine_for(puzzle, "constraints")
    first = solver.search(puzzle.cells, 2, Limits(conflicts=1))
    assert not first.complete
    assert "1 conflicts" in first.why
    assert solver.search(puzzle.cells, 2, Limits(conflicts=1)) == first
    assert isinstance(verify(puzzle, engine="constraints", limits=Limits(seconds=0)), Unknown)
    assert isinstance(verify(puzzle, engine="constraints", limits=Limits(seconds=20)), Multiple)


def random_puzzle(rng: random.Random) -> Puzzle:
    """A few rules of many kinds on a small board, true of some grid or not."""
    board = rng.choice((boxes(2, 2), Geometry.shaped(3, 4, 1, 4), Geometry.shaped(3, 3, 0, 3), boxes(2, 2)))
    cells = [board.name_of(cell) for cell in range(board.size)]

    def line(number: int) -> str:
        return " ".join(rng.sample(cells, number))

    def rule(depth: int = 1) -> str:
        size = rng.randint(2, 4)
        makers = [
            lambda: f"cage {rng.randint(3, 9)} {line(min(size, 3))}",
            lambda: f"sum {rng.randint(3, 12)} {line(size)}",
            lambda: f"arrow {line(1)} / {line(2)}",
            lambda: f"thermo {line(size)}",
            lambda: f"renban {line(min(size, 3))}",
            lambda: f"whisper 2 {line(size)}",
            lambda: f"palindrome {line(size)}",
            lambda: f"between {line(size)}",
            lambda: f"difference 1 {line(2)}",
            lambda: f"quadruple 1,2 {line(4)}",
            lambda: f"zipper {line(size)}",
            lambda: f"equal-sum {line(2)} / {line(2)}",
            lambda: f"sandwich {rng.randint(0, 5)} {line(4)}",
            lambda: f"skyscraper {rng.randint(1, 3)} {line(4)}",
            lambda: f"count-distinct {line(1)} / {line(3)}",
            lambda: "anti-king",
        ]
        if depth:
            makers += [
                lambda: f"or {{ {rule(0)} | {rule(0)} }}",
                lambda: f"or {{ {rule(0)} ; {rule(0)} | {rule(0)} }}",
                lambda: f"not {{ {rule(0)} }}",
            ]
        return rng.choice(makers)()

    clues = bytearray(board.size)
    clues[rng.randrange(board.size)] = rng.randint(1, board.side)
    return Puzzle(bytes(clues), board, [parse(rule()) for _ in range(rng.randint(1, 4))])


@pytest.mark.parametrize("seed", range(4))
def test_random_puzzles(seed: int) -> None:
    """On random small puzzles `constraints` and `sat` find exactly what plain backtracking by the definitions finds."""
    rng = random.Random(seed)
    for _ in range(25):
        puzzle = random_puzzle(rng)
        expected = sorted(s.cells for s in solutions(puzzle, engine="recursive"))
        for name in ("constraints", "sat"):
            found = engine_for(puzzle, name).search(puzzle.cells, 0)
            assert found.complete
            assert sorted(found.solutions) == expected, [rule.text for rule in puzzle.constraints]


@pytest.mark.parametrize("line", LINES, ids=lambda line: json.loads(line)["rest"])
def test_published_puzzles(line: str) -> None:
    """Published puzzles have their one published solution, by `constraints` and by `sat`."""
    puzzle, solution = read_one(line).puzzle, json.loads(line)["solution"]
    for name in ("constraints", "sat"):
        answer = verify(puzzle, engine=name)
        assert isinstance(answer, Unique)
        digits = [digit + puzzle.geometry.lo - 1 for digit in answer.cells]
        rows = [solution] if isinstance(solution, str) else solution
        assert digits == [int(digit) for row in rows for digit in row]


@pytest.mark.parametrize("line", LINES[::6], ids=lambda line: json.loads(line)["rest"])
def test_engines_agree(line: str) -> None:
    """`constraints`, `sat` and CP-SAT agree on published puzzles and on those with a rule less."""
    puzzle = read_one(line).puzzle
    less = puzzle.under(puzzle.constraints[1:])
    for one in (puzzle, less):
        words = {type(verify(one, engine=name, limits=Limits(seconds=20))) for name in ("constraints", "sat", "cp-sat")}
        assert len(words - {Unknown}) == 1


@pytest.mark.parametrize("ask", ["search", "support"])
@pytest.mark.parametrize("named", [True, False])
def test_stating_the_rules_keeps_the_deadline(named: bool, ask: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is looked at before each rule becomes clauses; where the time is up, the answer says so."""
    rules = ["cage 6 r3c3 r3c4 r4c4", "sum 5 r2c2 r3c3", "greater r1c1 r1c2", "not { palindrome r1c1 r2c3 r3c2 }"]
    puzzle = small(rules)
    limits = Limits(seconds=1000)
    monkeypatch.setattr(kernel_candidates, "TRIAL", 0)
    monkeypatch.setattr(ConstraintsEngine, "nodes", 0)

    def outcome_after(looks: Iterator[float]) -> Outcome | Support:
        """The answer of a fresh engine that hands over at once, by a clock that says this at each look."""
        monkeypatch.setattr(budget, "perf_counter", lambda: next(looks))
        solver = (SatEngine if named else ConstraintsEngine)(puzzle.geometry, constraints=puzzle.constraints)
        return solver.search(puzzle.cells, 0, limits) if ask == "search" else solver.support(puzzle.cells, 1, limits)

    for late in range(len(rules)):
        assert outcome_after(chain(repeat(0.0, late), repeat(inf))).why == limits.reached
    assert not outcome_after(repeat(0.0)).why
